import { err, ok, type Result } from '../../base/result.ts';
import { isPublicRegistry, registryWords } from '../../code/index.ts';
import { ECOSYSTEMS, type Ecosystem, parsePurl } from '../../domain/packages/index.ts';
import { type Asked, type AskedAll, askedOf } from './asked.ts';
import { askedOfNpm } from './command/npm.ts';
import { askedOfGo } from './command/others.ts';
import { askedOfPython } from './command/python.ts';
import { type CheckPackageArguments, PACKAGES_MAX } from './schema.ts';

type Named = NonNullable<CheckPackageArguments['packages']>[number];

/** Packages by name, whose names may hold a version as the ecosystem writes it, or be package URLs. */
export function readNamed(packages: readonly Named[]): Result<AskedAll, string> {
  const asked: Asked[] = [];
  for (const one of packages) {
    const name = one.name.trim();
    const found = name.startsWith('pkg:') ? askedOfPurl(name) : ok(askedOfName({ ...one, name }));
    if (!found.ok) return found;
    const { request } = found.value;
    const given = one.version?.trim();
    const requested = given === undefined || given === '' ? request.requested : given;
    const changed = {
      ...request,
      requested,
      upgradeFrom: typeof one.upgrade_from === 'string' ? one.upgrade_from.trim().slice(0, 100) || null : null,
    };
    asked.push({ ...found.value, request: changed, written: requested });
  }
  return ok({ asked, notes: [] });
}

/** A name alone, or with a version behind it; with a version of its own a name is only a name. */
function askedOfName({ ecosystem, name, version }: Named): Asked {
  if (ecosystem === 'npm') return askedOfNpm(name, null);
  if (ecosystem === 'pypi') return askedOfPython(name, null);
  if (ecosystem === 'go') return { ...askedOfGo(name), shorter: [] };
  if (version !== undefined) return askedOf(ecosystem, name);
  const found = SEPARATED[ecosystem].exec(name);
  return askedOf(ecosystem, found?.[1] ?? name, { requested: found?.[2] ?? null });
}

/** How a version is written behind a name: `serde@1`, `g:a:1`, `rails:7`, `a/b:^1`. */
const SEPARATED: Readonly<Record<Exclude<Ecosystem, 'npm' | 'pypi' | 'go'>, RegExp>> = {
  cargo: /^([^@\s]+)[@ ](.+)$/,
  maven: /^([^:\s]+:[^:@\s]+)[:@](.+)$/,
  nuget: /^([^@\s]+)[@ ](.+)$/,
  gem: /^([^@:\s]+)[@: ](.+)$/,
  composer: /^([^@:\s]+)[@: ](.+)$/,
};

/** Package URLs, with spaces or commas between. */
export function readPurls(text: string): Result<AskedAll, string> {
  const all = text.split(/[\s,]+/).filter((part) => part !== '');
  if (all.length === 0) return err('purl is blank: give package URLs such as pkg:npm/left-pad@1.3.0');
  if (all.length > PACKAGES_MAX) return err(`${all.length} package URLs: at most ${PACKAGES_MAX} at a time`);
  const asked: Asked[] = [];
  for (const one of all) {
    const found = askedOfPurl(one);
    if (!found.ok) return found;
    asked.push(found.value);
  }
  return ok({ asked, notes: [] });
}

function askedOfPurl(text: string): Result<Asked, string> {
  const parsed = parsePurl(text);
  if (typeof parsed === 'string') {
    return err(`${JSON.stringify(text.slice(0, 120))} is no package URL of ${ECOSYSTEMS.join(', ')}: ${parsed}`);
  }
  const { ecosystem, name, version, repository } = parsed;
  const origin = repository === null || isPublicRegistry(ecosystem, repository) ? null : registryWords(repository);
  return ok(askedOf(ecosystem, name, { requested: version, origin }));
}
