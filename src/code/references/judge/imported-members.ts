import type { CodeFile } from '../code-file.ts';
import { type ImportedName, importedNames } from '../names/import-names.ts';
import type { Definition, Verdict } from '../reference.ts';
import { memberOf, typeWritten } from './ancestry.ts';
import { exactly, sameFile } from './findings.ts';
import { type Case, leadsTo } from './in-reach.ts';
import { ownerOf } from './nested-types.ts';

/** Imports of one name that are looked at: a file that is compiled has few. */
const IMPORTS_MAX = 50;

// Members of types that a file knows by their names alone: `import static a.Type.member` of Java, and the same without
// `static` of Kotlin. Sources: JLS §7.5.3, §7.5.4; Kotlin language specification, "Importing".

/** What imports bring in that name a member behind its type, its own or one that it inherits; null where they name none. */
export function importedMember(one: Case, names: readonly ImportedName[], own: readonly Definition[]): Verdict | null {
  if (one.file.family !== 'java') return null;
  for (const name of names.slice(0, IMPORTS_MAX)) {
    const path = pathOf(one.file, name);
    const called = own.filter(({ symbol }) => symbol.name === path.at(-1));
    const found = memberByPath(one, { path: path.slice(0, -1), at: name.from }, called);
    if (found !== null) return found;
    const direct = called.filter((definition) => isBehind(path, definition) && leadsTo(one, name, definition));
    if (direct.length > 0) return exactly(direct);
  }
  return null;
}

/** The only member of the project that stars behind types bring in by a name; null with none or several. */
export function starredMember(one: Case, own: readonly Definition[]): Verdict | null {
  if (one.file.family !== 'java') return null;
  const found = starsOf(one.file).flatMap((path) => memberByPath(one, { path, at: 0 }, own) ?? []);
  const meant = [...new Set(found.flatMap((verdict) => verdict.meant))];
  return sameFile(meant) && found.every(({ evidence }) => evidence !== 'name') ? { evidence: 'import', meant } : null;
}

/** Names of the types whose member a name alone may be by the imports of its file. */
export function typesByImport(file: CodeFile, name: string): readonly string[] {
  const imports = importedNames(file).named(name).slice(0, IMPORTS_MAX);
  const paths = [...imports.map((one) => pathOf(file, one).slice(0, -1)), ...starsOf(file)];
  // By custom the names of packages have no capital.
  return paths.flatMap((path) => path.at(-1) ?? []).filter((type) => /^\p{Lu}/u.test(type));
}

function memberByPath(
  one: Case,
  written: { readonly path: readonly string[]; readonly at: number },
  own: readonly Definition[],
): Verdict | null {
  const type = typeWritten(one, written);
  return type === null
    ? null
    : memberOf(
        one,
        type,
        own.filter(({ container }) => container !== null),
      );
}

/** Whether the names that an import ends with are those of a member and of the types that it lies in. */
function isBehind(path: readonly string[], definition: Definition): boolean {
  const own = [...ownerOf(definition), definition.symbol.name];
  return definition.container !== null && own.every((name, at) => path.at(at - own.length) === name);
}

/** The names of an import; a companion object without a name stands in no path of what it declares. */
function pathOf({ mask }: CodeFile, { from, to }: ImportedName): readonly string[] {
  const written = mask().slice(from, to);
  const words = written.split('.').map((part) => /[\w$]+/.exec(part.replace(/^[ \t]*import\s+(?:static\s)?/, ''))?.[0]);
  return words.filter((word) => word !== undefined).filter((word) => word !== 'Companion');
}

/** Paths before the stars of a file, read once: each place asks. */
const stars = new WeakMap<CodeFile, readonly (readonly string[])[]>();
/** Stars of one file that are looked at. */
const STARS_MAX = 50;
/** Without `static` Java brings in types alone. */
const STAR = { java: /^[ \t]*import\s+static\s+([\w$.]+)\.\*/gm, kotlin: /^[ \t]*import\s+([\w$.]+)\.\*/gm };

function starsOf(file: CodeFile): readonly (readonly string[])[] {
  const known = stars.get(file);
  if (known !== undefined) return known;
  const pattern = file.scanner === 'java' || file.scanner === 'kotlin' ? STAR[file.scanner] : null;
  const found = pattern === null ? [] : [...file.mask().matchAll(pattern)].slice(0, STARS_MAX);
  const paths = found.map(([, path = '']) => path.split('.').filter((word) => word !== 'Companion'));
  stars.set(file, paths);
  return paths;
}
