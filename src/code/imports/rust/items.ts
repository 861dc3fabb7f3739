import type { Structure } from '../../lex/structure.ts';

/** A type, function or constant that a module declares. */
export interface RustItem {
  readonly name: string;
  readonly scope: number;
  /** Whether `pub` stands before it; else the module and those within it alone have it. */
  readonly isPublic: boolean;
}

/** Names that one module declares. */
export interface DeclaredNames {
  /** For others. */
  readonly items: ReadonlySet<string>;
  /** For itself and the modules within it. */
  readonly hidden: ReadonlySet<string>;
}

type Item = Omit<RustItem, 'isPublic'> & Partial<RustItem>;

/** Tells what each scope declares; an item of which nothing else is said is public. */
export function declaredNames(items: readonly Item[]): (scope: number) => DeclaredNames {
  const byScope = Map.groupBy(items, ({ scope, isPublic }) => `${scope} ${isPublic !== false}`);
  const namesOf = (key: string) => new Set(byScope.get(key)?.map(({ name }) => name));
  return (scope) => ({ items: namesOf(`${scope} true`), hidden: namesOf(`${scope} false`) });
}

/** At the beginning of its line, as rustfmt writes it. */
const ITEM =
  /^[ \t]*(pub(?:[ \t]*\([^()\n]{0,200}\))?[ \t]+)?(?:(?:const|async|unsafe|safe|auto|extern(?:[ \t]+"[^"\n]{0,40}")?)[ \t]+)*(?:fn|struct|enum|union|trait|type|const|static(?:[ \t]+mut)?)[ \t]+(?:r#)?(\w{1,200})/gm;

/** Macros that the whole crate has by its root, wherever they stand. Source: The Rust Reference, "The macro_export attribute". */
const EXPORTED =
  /#\[[ \t]*macro_export\b[^\]\n]{0,100}\]\s*(?:#\[[^\]\n]{0,200}\]\s*){0,8}macro_rules![ \t]*(\w{1,200})/g;

/** The names of the macros that a file gives to the root of its crate. */
export function exportedMacros(mask: string): readonly string[] {
  if (!mask.includes('macro_export')) return [];
  return [...new Set([...mask.matchAll(EXPORTED)].map(([, name = '']) => name))];
}

interface Scopes {
  /** Answers the innermost scope of an offset; offsets must rise. */
  readonly scopeAt: (offset: number) => number;
  /** Offset of the bracket that opens a scope; -1 for the file. */
  readonly openOf: (scope: number) => number;
}

/** Items right in the file or in a module written out in it; what a function, type or macro holds is none. */
export function findItems(structure: Structure, { scopeAt, openOf }: Scopes): readonly RustItem[] {
  const found = new Map<string, RustItem>();
  for (const match of structure.mask.matchAll(ITEM)) {
    const scope = scopeAt(match.index);
    const [, pub, name = ''] = match;
    if (structure.openAtLine[structure.lineAt(match.index)] !== openOf(scope)) continue;
    const key = `${scope} ${name}`;
    found.set(key, { name, scope, isPublic: pub !== undefined || found.get(key)?.isPublic === true });
  }
  return [...found.values()];
}
