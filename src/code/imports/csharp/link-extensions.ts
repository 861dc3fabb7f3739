import { isMemberOfLanguage } from '../../lex/builtin-names.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { LinkInput, ReadFile } from '../import-language.ts';
import type { CsharpFacts } from './mentions.ts';

interface Declared {
  /** The name with the number of its type parameters, where it has some. */
  readonly method: string;
  readonly space: string;
  readonly path: string;
}

/** Files that declare methods of one name; one more than may be meant tells that nothing is. */
const DECLARED_MAX = 200;

/** Leads what a file calls on values to the files of the methods; `spaces` and `globals` are namespaces that it uses. */
export type LinkExtensions = (
  file: ReadFile<CsharpFacts>,
  spaces: readonly string[],
  globals: readonly string[],
) => void;

/**
 * Methods that are called on a value of another type are found by the namespaces that a file uses. A method of the value's
 * own type goes before them, and that type is not looked at: so a name counts only where no type of the project, and none of
 * the platform that is known here, has such a method, where one file alone can be meant, and as known by name. Source: C#
 * language specification, "Extension method invocations".
 */
export function makeLinkExtensions(
  { files, sink }: LinkInput<CsharpFacts>,
  knows: (from: string, to: string) => boolean,
): LinkExtensions {
  const byName = indexExtensions(files);
  return ({ path: from, facts }, spaces, globals) => {
    const own = new Set(facts.packages);
    const used = new Set([...spaces, ...globals]);
    for (const { name: called, line } of facts.calledMembers) {
      const name = bareName(called);
      // Who gives type arguments gives all of them. Source: C# language specification, "Method invocations".
      const fits = (byName.get(name) ?? []).filter(({ method }) => called === name || called === method);
      const all = fits.filter(({ space }) => own.has(space) || used.has(space));
      const found = all.filter(({ path }) => path === from || knows(from, path));
      const [first] = found;
      if (first === undefined || found.some(({ path }) => path !== first.path)) continue;
      const kind = own.has(first.space) ? 'same_package' : 'named';
      if (first.path !== from) sink.edge(from, first.path, { file: from, line, kind });
    }
  };
}

function indexExtensions(files: readonly ReadFile<CsharpFacts>[]): ReadonlyMap<string, readonly Declared[]> {
  const byName = new Map<string, Declared[]>();
  for (const { path, facts } of files) {
    for (const full of facts.extensions) {
      const dot = full.lastIndexOf('.');
      const method = full.slice(dot + 1);
      const name = bareName(method);
      const declared = byName.get(name) ?? [];
      byName.set(name, declared);
      if (declared.length < DECLARED_MAX) declared.push({ method, space: full.slice(0, Math.max(0, dot)), path });
    }
  }
  // What a test declares for itself is nobody else's value.
  const methods = new Set(files.flatMap(({ path, facts }) => (roleOfPath(path) === 'test' ? [] : facts.methods)));
  for (const name of byName.keys()) if (methods.has(name) || isMemberOfLanguage('csharp', name)) byName.delete(name);
  return byName;
}

function bareName(name: string): string {
  return name.replace(/`\d+$/, '');
}
