import { folderOf, nameOf } from '../text/paths.ts';
import { type Language, languageNamed } from './languages.ts';

/** What a path of a project is that has the ending of a language by chance: in another one, or in none; undefined for all others. */
type ChanceReader = (path: string) => Language | null | undefined;

/**
 * Endings that several kinds of files have. A test of dune or cram is called `a.t` as one of Perl, a manifest of Puppet
 * `a.pp` as a unit of Pascal, a function of MATLAB `a.m` as a file of Objective-C, and a translation of Qt `app_de.ts` as a
 * script: what lies beside them in the project tells which are meant.
 */
export function makeChanceReader(paths: Iterable<string>): ChanceReader {
  const seen = lookAt(paths);
  const { kinds, scripted } = seen;
  const isMatlab = isOfMatlab(seen);
  const readers: Readonly<Record<string, ChanceReader>> = {
    t: () => (kinds.has('perl') ? undefined : null),
    pp: () => (kinds.has('pascal') ? undefined : kinds.has('puppet') ? PUPPET : null),
    m: () => (isMatlab ? MATLAB : undefined),
    scm: (path) => (QUERIES.test(path) ? null : undefined),
    ts: (path) => (kinds.has('qt') && isTranslation(seen, path) && !isBelowAny(scripted, path) ? null : undefined),
  };
  return (path) => readers[/\.(t|pp|m|ts|scm)$/.exec(path)?.[1] ?? '']?.(path);
}

/** Queries of Tree-sitter by language, `highlights/python.scm`, are no Scheme. */
const QUERIES = /(?:^|\/)(?:highlights|injections|locals|tags|queries|tree-?sitter)\/[^/]*\.scm$/;

const PUPPET = languageNamed('Puppet');
const MATLAB = languageNamed('MATLAB');

/** What tells of a project what such an ending means in it, by the endings of its files. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ...rows('perl', 'pm pl pod xs PL'),
  ...rows('pascal', 'pas lpr lpi lpk dpr dpk'),
  ...rows('apple', 'mm pch pbxproj podspec xib storyboard entitlements'),
  ...rows('qt', 'ui qrc pro qml cpp cc cxx'),
  ...rows('scripts', 'json jsonc'),
  ...rows('source', 'c swift'),
  ...rows('go', 'go'),
]);

function rows(kind: string, endings: string): readonly (readonly [string, string])[] {
  return endings.split(' ').map((ending) => [ending, kind] as const);
}

/** Where packages of scripts are: what lies below may well be one. */
const SCRIPTED = /(?:^|\/)(?:package|[tj]sconfig[\w.-]{0,40}|deno)\.jsonc?$/;

/** Where a module of Puppet or an environment has its manifests. Source: Puppet, "Module fundamentals". */
const OF_PUPPET = /(?:^|\/)(?:manifests\/|(?:init|site)\.pp$)/;

/** By the locale at the end of its name, or of its name alone in such a folder. Source: Qt Linguist Manual, "Release Manager". */
const TRANSLATION =
  /(?:[_.-]|(?:^|\/)(?:translations?|i18n|lang|langs|languages|locales?|ts)\/)[a-z]{2,3}(?:[_-][A-Za-z\d]{2,8}){0,2}(?:@[a-z]{2,12})?\.ts$/;

const OF_TRANSLATIONS = /(?:^|\/)(?:translations?|i18n|lang|langs|languages|locales?|ts)\/[^/]*$/;

/** A script that is called so, `read-all.ts`, lies beside others that are not. */
function isTranslation({ scripts }: Seen, path: string): boolean {
  return TRANSLATION.test(path) && (OF_TRANSLATIONS.test(path) || !scripts.has(folderOf(path)));
}

interface Seen {
  readonly kinds: ReadonlySet<string>;
  /** Folders with a manifest of scripts. */
  readonly scripted: ReadonlySet<string>;
  /** Folders of scripts that cannot be translations. */
  readonly scripts: ReadonlySet<string>;
  readonly headers: ReadonlySet<string>;
  /** Paths of what may be a function of MATLAB. */
  readonly methods: readonly string[];
  /** Folders of packages of Go, which take in what lies beside them by cgo. */
  readonly packages: ReadonlySet<string>;
  /** Sources of C and its kin, which Objective-C is mixed with. */
  readonly sources: number;
}

function lookAt(paths: Iterable<string>): Seen {
  const kinds = new Set<string>();
  const scripted = new Set<string>();
  const all = [...paths];
  const scripts = new Set(all.filter(isSurelyScript).map(folderOf));
  const headers = new Set<string>();
  const methods: string[] = [];
  const packages = new Set<string>();
  let sources = 0;
  for (const path of all) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    const kind = kindOf(path, ending);
    if (ending === 'h') headers.add(stemOf(path));
    if (ending === 'm') methods.push(path);
    if (kind === undefined) continue;
    kinds.add(kind);
    if (kind === 'go') packages.add(folderOf(path));
    if (kind === 'scripts' && SCRIPTED.test(path)) scripted.add(folderOf(path));
    if (kind === 'source' || /^c(?:c|pp|xx)$/.test(ending)) sources += 1;
  }
  return { kinds, scripted, scripts, headers, methods, packages, sources };
}

function isSurelyScript(path: string): boolean {
  return /\.(?:tsx|[cm]?js|[cm]ts|ts)$/.test(path) && !TRANSLATION.test(path);
}

function kindOf(path: string, ending: string): string | undefined {
  return ending === 'pp' && OF_PUPPET.test(path) ? 'puppet' : KINDS.get(ending);
}

function stemOf(path: string): string {
  return nameOf(path).replace(/\.\w+$/, '');
}

/** What only a file for a system of Apple is called. */
const OF_APPLE = /(?:^|[_.-])(?:darwin|macos|osx|mac|ios|tvos|cocoa|appkit|uikit|objc)(?:[_.-]|$)|^AppDelegate$/i;

/** Nothing of Apple's, no header of the same name as one of the files nor Go beside it, and fewer sources of C than of these. */
function isOfMatlab({ kinds, headers, methods, packages, sources }: Seen): boolean {
  const isOther = (path: string): boolean =>
    headers.has(stemOf(path)) || packages.has(folderOf(path)) || OF_APPLE.test(stemOf(path));
  return !kinds.has('apple') && methods.length > sources && !methods.some(isOther);
}

function isBelowAny(folders: ReadonlySet<string>, path: string): boolean {
  for (let at = folderOf(path); ; at = folderOf(at)) {
    if (folders.has(at)) return true;
    if (at === '') return false;
  }
}
