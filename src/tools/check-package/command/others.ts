import { isInsideModule, isPublicRegistry, registryWords } from '../../../code/index.ts';
import type { Ecosystem } from '../../../domain/packages/index.ts';
import { type Asked, askedOf } from '../asked.ts';
import {
  type CommandReader,
  fromManifest,
  optionOf,
  optionsOf,
  type ParsedWords,
  parseWords,
  wordSet,
} from './words.ts';

const CARGO_VALUES = wordSet(
  '--version --vers --git --branch --tag --rev --path --registry --index --features -F --rename --target --manifest-path --package -p --root --profile --bin --example --jobs -j --target-dir --config --color -Z',
);

/** cargo add and cargo install. A bare version means `^` to add, and itself to install. */
export const readCargo: CommandReader = (words) => {
  const [verb, ...rest] = words.filter((word) => !word.startsWith('+'));
  if (verb !== 'add' && verb !== 'install' && verb !== 'binstall') return null;
  const parsed = parseWords(rest, CARGO_VALUES);
  if (parsed.positional.length === 0) return fromManifest('Cargo.toml');
  const registry = optionOf(parsed, '--registry', '--index');
  const local = ['--git', '--path'].find((name) => parsed.options.has(name))?.slice(2) ?? null;
  const origin = local ?? (registry === null ? null : `registry ${registry.slice(0, 60)}`);
  const given = optionOf(parsed, '--version', '--vers');
  const asked = parsed.positional.map((word) => {
    const [name = word, own] = word.split('@');
    const version = own ?? given;
    const requested = version !== null && verb === 'add' && /^\d/.test(version) ? `^${version}` : version;
    return askedOf('cargo', name, { requested, origin });
  });
  return { asked, files: [], notes: [] };
};

const GO_VALUES = wordSet('-C -mod -modfile -o -p -tags -ldflags -gcflags');
/** Parts of a path that may be the module's: hosts alone are none. */
const GO_PARTS_MIN = 2;
const GO_SHORTER_MAX = 4;

/** go get and go install: packages, whose module is the longest part of the path that is one. */
export const readGo: CommandReader = ([verb, ...rest]) => {
  if (verb !== 'get' && verb !== 'install' && verb !== 'run') return null;
  const parsed = parseWords(rest, GO_VALUES, verb === 'run');
  const words = parsed.positional.filter((word) => !/^\.{1,2}(?:\/|$)|\.go$/.test(word) && !word.endsWith('@none'));
  if (words.length === 0) return verb === 'run' ? null : fromManifest('go.mod');
  return { asked: words.map(askedOfGo), files: [], notes: [] };
};

/** One word: `path@version`. */
export function askedOfGo(word: string): Asked {
  const [path = '', version = null] = word.replace(/\/\.\.\.(?=@|$)/, '').split('@');
  const parts = path.split('/');
  const shorter = parts
    .map((_, at) => parts.slice(0, parts.length - 1 - at).join('/'))
    .filter((one) => one.split('/').length >= (/^(?:github|gitlab|bitbucket)\.\w+\//.test(path) ? 3 : GO_PARTS_MIN))
    .slice(0, GO_SHORTER_MAX);
  const requested = version === null || /^(?:latest|upgrade|patch)$/.test(version) ? null : version;
  return askedOf('go', path, { requested, origin: isInsideModule(path) ? 'private host' : null, shorter });
}

const GEM_VALUES = wordSet(
  '-v --version --git --github --path --branch --ref --source -s --group -g --platform -i --install-dir -n --bindir --require --glob --jobs -j',
);

const GEM_VERBS = wordSet('install i add update');

/** bundle add and update. `bundle install` names no gems: it takes those of the Gemfile. */
export const readBundle: CommandReader = (words) =>
  words.length === 0 || words[0] === 'install' ? fromManifest('Gemfile') : readGem(words);

/** gem install, and what bundle adds. */
export const readGem: CommandReader = ([verb = '', ...rest]) => {
  if (!GEM_VERBS.has(verb)) return null;
  const parsed = parseWords(rest, GEM_VALUES);
  if (parsed.positional.length === 0) return fromManifest('Gemfile');
  const version = optionOf(parsed, '-v', '--version');
  const local = ['--git', '--github', '--path'].find((name) => parsed.options.has(name))?.slice(2) ?? null;
  const origin = local ?? otherSource(parsed, 'gem', '--source', '-s');
  const asked = parsed.positional.map((word) => {
    const [name = word, own = null] = word.split(':');
    return askedOf('gem', name, { requested: own ?? version, origin: /\.gem$|\//.test(word) ? 'file' : origin });
  });
  return { asked, files: [], notes: [] };
};

function otherSource(parsed: ParsedWords, ecosystem: Ecosystem, ...names: readonly string[]): string | null {
  const other = optionsOf(parsed, ...names).find((url) => !isPublicRegistry(ecosystem, url));
  return other === undefined ? null : registryWords(other);
}

const COMPOSER_VALUES = wordSet('--working-dir -d --prefer-install --ignore-platform-req --apcu-autoloader-prefix');

/** composer require: `vendor/name:1.0`, `vendor/name=1.0` or the version as the next word. */
export const readComposer: CommandReader = (words) => {
  const [verb, ...rest] = words[0] === 'global' ? words.slice(1) : words;
  if (verb === 'install' || verb === 'update') return fromManifest('composer.json');
  if (verb !== 'require' && verb !== 'create-project') return null;
  const { positional } = parseWords(rest, COMPOSER_VALUES);
  // What follows the package of create-project is a folder, and then its version.
  const named = verb === 'require' ? positional : [positional[0], positional[2]].filter((word) => word !== undefined);
  const asked = named.flatMap(askedOfComposer);
  return asked.length === 0 ? fromManifest('composer.json') : { asked, files: [], notes: [] };
};

function askedOfComposer(word: string, at: number, all: readonly string[]): readonly Asked[] {
  const found = /^([\w.-]+\/[\w.-]+)(?:[:=](.+))?$/.exec(word);
  if (found?.[1] === undefined) return [];
  const next = all[at + 1] ?? '';
  const beside = !next.includes('/') && /^[\d^~<>=*v]/.test(next) ? next : null;
  return [askedOf('composer', found[1], { requested: found[2] ?? beside })];
}

const DOTNET_VALUES = wordSet(
  '-v --version -Version -f --framework -s --source -Source --package-directory --project --tool-path --configfile -ProjectName -OutputDirectory',
);

/** dotnet add package, dotnet package add, dotnet tool install; nuget install; Install-Package. */
export const readDotnet: CommandReader = (words) => {
  const parsed = parseWords(words, DOTNET_VALUES);
  const names = namesOfDotnet(parsed.positional);
  if (names === null) return null;
  const version = optionOf(parsed, '-v', '--version', '-Version');
  const origin = otherSource(parsed, 'nuget', '-s', '--source', '-Source');
  const asked = names.map((word) => {
    const [name = word, own = null] = word.split('@');
    return askedOf('nuget', name, { requested: own ?? version, origin });
  });
  return { asked, files: [], notes: [] };
};

function namesOfDotnet(positional: readonly string[]): readonly string[] | null {
  const [first, second] = positional;
  const at = positional.indexOf('package');
  if (first === 'add' && at > 0) return positional.slice(at + 1);
  if ((first === 'package' && second === 'add') || (first === 'tool' && second === 'install'))
    return positional.slice(2);
  return first === 'install' ? positional.slice(1, 2) : null;
}

/** nuget install and Install-Package, whose first word is the package. */
export const readInstallPackage: CommandReader = (words) => readDotnet(['install', ...words]);

/** `-DgroupId=g -DartifactId=a -Dversion=v` of dependency:get. Elsewhere they name what is made, not what is taken. */
function askedOfProperties(words: readonly string[]): readonly Asked[] {
  if (!words.some((word) => /(?:^|:)(?:maven-)?dependency(?:-plugin)?:(?:[\w.]+:)?(?:get|copy)$/.test(word))) return [];
  const propertyOf = (name: string): string | null =>
    words.find((word) => word.startsWith(`-D${name}=`))?.slice(name.length + 3) ?? null;
  const [group, name] = [propertyOf('groupId'), propertyOf('artifactId')];
  return group === null || name === null
    ? []
    : [askedOf('maven', `${group}:${name}`, { requested: propertyOf('version') })];
}

/** Maven: `-Dartifact=g:a:v`, or the coordinates of a plugin that is run. */
export const readMaven: CommandReader = (words) => {
  const asked: Asked[] = [...askedOfProperties(words)];
  for (const word of words) {
    const artifact =
      /^-D(?:artifact|plugin)=(.+)$/.exec(word)?.[1] ??
      (/^[\w.-]+:[\w.-]+:\d[\w.-]*(?::[\w.-]+)?$/.test(word) ? word : null);
    const [group, name, version = null] = artifact?.split(':') ?? [];
    if (group !== undefined && name !== undefined)
      asked.push(askedOf('maven', `${group}:${name}`, { requested: version }));
  }
  return asked.length === 0 ? fromManifest('pom.xml') : { asked, files: [], notes: [] };
};
