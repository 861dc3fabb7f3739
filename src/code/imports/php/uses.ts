import { makeLineIndex } from '../../text/lines.ts';
import type { TypeImport } from '../typed/facts.ts';
import { dotted } from './declared.ts';

const USE =
  /^[ \t]*use\s+(function\s+|const\s+)?\\?([\w\\]{1,300}?)(?:\\?\{([^{}]{0,4000})\}|\s+as\s+(\w{1,200}))?\s*(?:,([^;{}]{0,4000}))?;/gm;
const PART = /^(?:(function|const)\s+)?([\s\S]*)$/;

/** What a PHP file imports. */
interface Uses {
  readonly imports: readonly TypeImport[];
  readonly bound: readonly string[];
  /** Full names by what they are called here. */
  readonly aliases: ReadonlyMap<string, string>;
  /** The mask without them. */
  readonly rest: string;
}

/**
 * `use A\B;`, `use A\B as C;`, `use A\{B, C as D};`, `use function A\b;`, also several with commas between. Within a type
 * the word names traits, which are types as any other.
 */
export function findUses(mask: string, isMember: (offset: number) => boolean): Uses {
  const imports: TypeImport[] = [];
  const aliases = new Map<string, string>();
  const lines = makeLineIndex(mask);
  let rest = '';
  let at = 0;
  for (const match of mask.matchAll(USE)) {
    if (isMember(match.index)) continue;
    const [whole, kind, first = '', group, alias, more] = match;
    rest += mask.slice(at, match.index) + blank(whole);
    at = match.index + whole.length;
    const line = lines.lineAt(match.index + match[0].search(/use/));
    const parts = group === undefined ? [`${first} as ${alias ?? lastOf(first)}`] : group.split(',');
    const prefix = group === undefined ? '' : `${first}\\`;
    const all = [
      ...parts.map((one) => [prefix, one] as const),
      ...(more ?? '').split(',').map((one) => ['', one] as const),
    ];
    for (const [outer, part] of all) {
      const found = readPart(outer, part, kind?.trim());
      if (found === null) continue;
      const { path, bound, isRenamed, isLocal } = found;
      imports.push({ path, isStatic: false, isStar: false, isLocal, isRenamed, line });
      aliases.set(bound, path);
    }
  }
  return { imports, aliases, bound: [...aliases.keys()], rest: rest + mask.slice(at) };
}

interface Part extends Pick<TypeImport, 'path' | 'isLocal'> {
  readonly isRenamed: boolean;
  readonly bound: string;
}

/** One name of a `use`, behind what stands before a group's braces. */
function readPart(outer: string, part: string, kind: string | undefined): Part | null {
  const [, ownKind = kind, named = ''] = PART.exec(part.trim()) ?? [];
  const [inner = '', as] = named.split(/\s+as\s+/);
  const name = `${outer}${inner}`;
  if (!/^[\w\\]+$/.test(name)) return null;
  const bound = as ?? lastOf(name);
  // A constant may be declared by a call of `define`, which is not read.
  const isLocal = ownKind === 'const';
  return { path: dotted(name.replaceAll('\\\\', '\\')), bound, isLocal, isRenamed: bound !== lastOf(name) };
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('\\') + 1);
}

/** A text of the same length and lines without anything. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
