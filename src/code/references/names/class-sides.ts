import type { FileSymbol } from '../../lex/symbol.ts';
import { outerOf } from '../../lex/symbol-path.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
import { type Opened, openedBy } from './this-object.ts';

/** Whether a class of a script has a member itself (`static`), or what is made of it has. */
export type Side = 'static' | 'made';

const STATIC =
  /^(?:(?:public|private|protected|override|declare|abstract|readonly|async|accessor|get|set)\s+){0,6}static\s+[^\s=(:;?!<]/;

/** The side of a symbol that stands in the body of a class; null for any other. */
export function sideOf(file: CodeFile, symbol: FileSymbol): Side | null {
  return file.family === 'script' ? (membersIn(file).sides.get(symbol) ?? null) : null;
}

interface Member {
  readonly symbol: FileSymbol;
  readonly at: number;
  readonly side: Side;
}

interface Members {
  readonly sides: ReadonlyMap<FileSymbol, Side>;
  /** In order of their offsets, by that of the brace of their class. */
  readonly byBrace: ReadonlyMap<number, readonly Member[]>;
}

/** Members of the classes of files, found once: each place behind `this` asks. */
const members = new WeakMap<CodeFile, Members>();

function membersIn(file: CodeFile): Members {
  const known = members.get(file) ?? findMembers(file);
  members.set(file, known);
  return known;
}

function findMembers(file: CodeFile): Members {
  const classes = Map.groupBy(
    file.symbols().filter(({ kind }) => kind === 'class'),
    ({ path }) => path,
  );
  const found = file.symbols().flatMap((symbol): readonly Member[] => {
    const { line, column, path, signature } = symbol;
    // What is given to a class elsewhere (`Shop.open = …`) has its name, and stands outside of it.
    const isInside = classes.get(outerOf(path))?.some((one) => one.line < line && line <= one.endLine) === true;
    const side = STATIC.test(signature) ? 'static' : 'made';
    return isInside ? [{ symbol, at: startOfLine(file, line) + column - 1, side }] : [];
  });
  return {
    sides: new Map(found.map(({ symbol, side }) => [symbol, side])),
    byBrace: Map.groupBy(
      found.toSorted((one, other) => one.at - other.at),
      ({ at }) => file.structure().around(at),
    ),
  };
}

/** Braces around a place that are looked at for the member of a class that says what `this` is. */
const BRACES_MAX = 60;

/** The side that `this` is at an offset of a script; null outside of classes, and where it is not sure. */
export function sideOfThis(file: CodeFile, at: number): Side | null {
  const mask = file.mask();
  const { around } = file.structure();
  const { byBrace } = membersIn(file);
  let isInMethod = false;
  let open = around(at);
  for (let left = BRACES_MAX; left > 0 && open !== -1; left -= 1) {
    const inside = byBrace.get(open);
    if (inside !== undefined) return sideWithin(file, at, inside);
    // A method that stands in no class that is listed is that of an object, or of a class without a name.
    if (isInMethod) return null;
    const opened: Opened = mask[open] === '{' ? openedBy(file, open) : 'block';
    if (opened === 'function' || opened === 'other') return null;
    isInMethod = opened === 'method';
    open = around(open);
  }
  return null;
}

/** The side of the member of a class that an offset is in; what is computed as its name is in no list. */
function sideWithin(file: CodeFile, at: number, inside: readonly Member[]): Side | null {
  const member = inside.findLast((one) => one.at <= at);
  return member !== undefined && lineAt(file, at) <= member.symbol.endLine ? member.side : null;
}
