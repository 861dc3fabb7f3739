import type { Ecosystem } from '../package.ts';
import { COMPOSER_SCHEME } from './composer-scheme.ts';
import { MAVEN_SCHEME } from './maven-scheme.ts';
import { NUGET_SCHEME } from './nuget-scheme.ts';
import { GEM_SCHEME, PYPI_SCHEME } from './python-ruby-schemes.ts';
import type { VersionScheme } from './scheme.ts';
import { CARGO_SCHEME, GO_SCHEME, NPM_SCHEME } from './semver-schemes.ts';

const SCHEMES: Readonly<Record<Ecosystem, VersionScheme>> = {
  npm: NPM_SCHEME,
  cargo: CARGO_SCHEME,
  go: GO_SCHEME,
  pypi: PYPI_SCHEME,
  gem: GEM_SCHEME,
  maven: MAVEN_SCHEME,
  nuget: NUGET_SCHEME,
  composer: COMPOSER_SCHEME,
};

/** The rules by which an ecosystem orders its versions and reads its ranges. */
export function schemeOf(ecosystem: Ecosystem): VersionScheme {
  return SCHEMES[ecosystem];
}
