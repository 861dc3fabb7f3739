import { findKotlinDeclaration } from '../../lex/declarations-jvm.ts';
import { findScalaDeclaration } from '../../lex/declarations-scala.ts';
import { findScriptDeclaration } from '../../lex/declarations-script.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import { modifiersFrom } from '../../lex/modifiers-above.ts';
import { readMember } from '../../lex/one-line-bodies.ts';
import { type FileSymbol, type FindDeclaration, LINE_PROBE_CHARACTERS } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
import { definitionOf, offsetOf } from '../names/declarations.ts';
import type { Definition } from '../reference.ts';
import { bodyAround } from '../types/anonymous-types.ts';

/** Places of one name in a file that are looked at. */
const PLACES_MAX = 5_000;

/** Languages of whose types without names not all members are listed, and how they declare one. */
const FINDERS: Readonly<Partial<Record<ScannedLanguage, FindDeclaration>>> = {
  kotlin: findKotlinDeclaration,
  scala: findScalaDeclaration,
  script: findScriptDeclaration,
};

/** Whether types without names of a file may have members that no list of declarations has. */
export function mayHaveUnlisted(file: CodeFile): boolean {
  return FINDERS[file.scanner] !== undefined;
}

/**
 * What some bodies of types without names declare by a name and no list of declarations has: values and types, which
 * would be local elsewhere, functions on the line of their type, and in scripts all members.
 */
export function unlistedMembers(
  file: CodeFile,
  name: string,
  bodies: ReadonlyMap<number, Definition>,
): readonly (readonly [type: Definition, member: Definition])[] {
  const find = FINDERS[file.scanner];
  if (find === undefined || bodies.size === 0) return [];
  const listed = new Set(file.symbols().flatMap((symbol) => (symbol.name === name ? [offsetOf(file, symbol)] : [])));
  const members: (readonly [Definition, Definition])[] = [];
  for (const at of placesIn(file.mask(), name)) {
    const open = listed.has(at) ? -1 : bodyAround(file, at);
    const type = bodies.get(open);
    const symbol = type === undefined ? null : memberAt(file, { name, at, open }, find);
    if (type !== undefined && symbol !== null) members.push([type, definitionOf(file, symbol)]);
  }
  return members;
}

function placesIn(mask: string, name: string): readonly number[] {
  const places: number[] = [];
  const isWord = /^[\w$]/.test(name);
  const pattern = isWord ? `(?<![\\w$])${escapeRegex(name)}(?![\\w$])` : escapeRegex(name);
  for (const { index } of mask.matchAll(new RegExp(pattern, 'g'))) {
    if (places.length >= PLACES_MAX) break;
    places.push(index);
  }
  return places;
}

interface NamePlace {
  readonly name: string;
  readonly at: number;
  /** Of what opens the body around it. */
  readonly open: number;
}

/** The declaration whose name stands at an offset, within its statement; null where the name is only used. */
function memberAt(file: CodeFile, { name, at, open }: NamePlace, find: FindDeclaration): FileSymbol | null {
  const mask = file.mask();
  const line = lineAt(file, at);
  const lineStart = Math.max(startOfLine(file, line), open + 1);
  if (at - lineStart >= LINE_PROBE_CHARACTERS) return null;
  const from = lineStart + mask.slice(lineStart, at).lastIndexOf(';') + 1;
  const ahead = mask.slice(from, from + LINE_PROBE_CHARACTERS);
  const [statement = ''] = ahead.split(/[\n;]/, 1);
  const declared = readMember(statement, find);
  if (declared?.name !== name || declared.nameAt !== at - from) return null;
  const around = enclosingSymbol(file.symbols(), line);
  const headFrom = Math.min(from, modifiersFrom(file.structure(), line - 1, file.scanner));
  return {
    name,
    path: around === null ? name : `${around.path}/${name}`,
    kind: declared.kind,
    startLine: line,
    line,
    endLine: line,
    column: at - startOfLine(file, line) + 1,
    signature: (mask.slice(headFrom, from) + statement).replace(/\s+/g, ' ').trim(),
    depth: around === null ? 0 : around.depth + 1,
  };
}
