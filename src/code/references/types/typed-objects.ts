import { after } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';

/** Characters of a type that are read. */
const TYPE_CHARACTERS_MAX = 300;
/** What may stand between an object and the type that it is said to have. */
const SAID_BEHIND = /^[ \t]*(?:as|satisfies)[ \t]([^;\n({]*)/;
const WORDS: ReadonlySet<string> = new Set(['as', 'const', 'satisfies']);

/** An object of a script with the name of a type that is written for it. */
export interface TypedObject {
  readonly object: string;
  readonly type: string;
}

/**
 * Objects at the top of a script and all names of types that are written for them, before the object or behind it:
 * `const json: Partial<Codec> = {`, `} satisfies Codec`. What such an object has stands for what the type has.
 */
export function typedObjects(file: CodeFile): readonly TypedObject[] {
  if (file.family !== 'script') return [];
  const mask = file.mask();
  return file.symbols().flatMap((symbol) => {
    if (symbol.kind !== 'variable' || symbol.depth > 0) return [];
    const from = offsetOf(file, symbol) + symbol.name.length;
    const head = mask.slice(from, from + TYPE_CHARACTERS_MAX).split('=', 1)[0] ?? '';
    const open = after(mask, from + head.length + 1);
    if (mask[open] !== '{') return [];
    const end = file.structure().closeOf(open) + 1;
    const behind = SAID_BEHIND.exec(mask.slice(end, end + TYPE_CHARACTERS_MAX))?.[1] ?? '';
    return typeNames(`${head} ${behind}`).map((type) => ({ object: symbol.name, type }));
  });
}

/** Of a name behind dots the last part. */
function typeNames(written: string): readonly string[] {
  const names = (written.match(/[\w$.]+/g) ?? []).map((path) => path.slice(path.lastIndexOf('.') + 1));
  return names.filter((name) => name !== '' && !WORDS.has(name));
}
