import type { Structure } from './structure.ts';
import type { Declaration, Declarator, LineView } from './symbol.ts';

/** A name before parameters. Words of the language stand there only in lists of types: `func(int) | chan (int)`. */
const METHOD = /(?!(?:func|chan|map|struct|interface)\b)([\p{L}_][\p{L}\w]*)[ \t]*\(/uy;

/** The method that a line in the body of an interface asks for; what is embedded there declares nothing. */
export function findGoMethod({ masked, inside, insideOf }: LineView): Declaration | null {
  if (inside !== '{' || insideOf !== 'interface') return null;
  const from = masked.length - masked.trimStart().length;
  const name = methodAt(masked, from);
  return name === null ? null : { name, kind: 'method', nameAt: from, body: 'head' };
}

/** An interface up to its brace, alone or in a group of types. */
const INTERFACE =
  /^[ \t]*(?:type[ \t]+)?[\p{L}_][\p{L}\w]*(?:\[[^\]]{1,200}\])?[ \t]+(?:=[ \t]*)?interface[ \t]*(?=\{)/u;

/** The methods of an interface that stand on its own line: `type Reader interface{ Read(p []byte) (int, error) }`. */
export function findGoMethodsBehind(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  const { masked } = line;
  if ((line.inside !== '' && line.inside !== '(') || !masked.includes('interface')) return [];
  const open = INTERFACE.exec(masked)?.[0].length;
  if (open === undefined) return [];
  const found: Declarator[] = [];
  const end = Math.min(structure.closeOf(from + open), from + masked.length);
  for (let at = from + open + 1; at < end; at = nextElement(structure, at, end)) {
    while (at < end && (structure.mask[at] === ' ' || structure.mask[at] === '\t')) at += 1;
    const name = methodAt(structure.mask, at);
    if (name !== null) found.push({ name, comma: null, nameAt: at, isTop: true });
  }
  return found;
}

/** What such a name declares, `nameAt` its offset on its line. */
export function readGoMethod({ name }: Declarator, nameAt: number): Declaration {
  return { name, kind: 'method', nameAt, body: 'head' };
}

function methodAt(mask: string, at: number): string | null {
  METHOD.lastIndex = at;
  return METHOD.exec(mask)?.[1] ?? null;
}

/** Behind the semicolon that ends what begins at an offset; brackets are jumped over. */
function nextElement({ mask, closeOf }: Structure, from: number, end: number): number {
  let at = from;
  while (at < end && mask[at] !== ';') at = '([{'.includes(mask[at] ?? '') ? closeOf(at) + 1 : at + 1;
  return at + 1;
}
