import { listMembers } from './list-members.ts';
import { isNameCode } from './masking.ts';
import { indexAt } from './pairs.ts';
import { firstLineAbove, listSymbol, type Scan } from './scan-state.ts';
import { afterSpaces, type Head, readHead } from './statement-head.ts';
import type { Item, Reading, Region, StatementLanguage } from './statement-language.ts';
import { directiveEnd } from './structure.ts';

/** Regions inside of each other that are walked; what is deeper is passed over. */
const REGIONS_MAX = 60;
/** Characters outside of brackets between a body and the semicolon behind it. */
const STATEMENT_REST_MAX = 500;

/** The declarations of a text whose statements end with `;` or a brace. Code in bodies is passed over. */
export function scanStatements(scan: Scan, language: StatementLanguage, symbolsMax: number): void {
  const walk: Walk = { scan, language, symbolsMax, depth: 0, nextPlaces: new Map() };
  walkRegion(walk, { kind: null, name: '' }, 0, scan.structure.mask.length);
  scan.symbols.sort((a, b) => a.line - b.line || a.column - b.column);
}

interface Walk {
  readonly scan: Scan;
  readonly language: StatementLanguage;
  readonly symbolsMax: number;
  depth: number;
  /** Where each word of `inCode` comes next. */
  readonly nextPlaces: Map<string, number>;
}

/** One region, statement by statement: each begins behind the end of the one before. */
function walkRegion(walk: Walk, region: Region, from: number, to: number): void {
  const { scan, language } = walk;
  if (walk.depth >= REGIONS_MAX) return;
  walk.depth += 1;
  let at = from;
  if (region.kind === 'enum' && language.members !== null) {
    const { members, bodies, end } = language.members(scan, from, to);
    listMembers(scan, members, walk.symbolsMax);
    for (const open of bodies) walkRegion(walk, NAMELESS, open + 1, Math.min(to, scan.structure.closeOf(open)));
    at = end;
  }
  while (at < to && scan.symbols.length < walk.symbolsMax) {
    const start = nextStatement(walk, at, to);
    if (start >= to) break;
    at = Math.max(start + 1, walkStatement(walk, region, start, to));
  }
  walk.depth -= 1;
}

/** A mark of the encoding, at a text's beginning. */
const BOM = 0xfeff;
const NAMELESS: Region = { kind: 'class', name: '' };

/** The first character of the next statement: spaces, stray `;` and `}` and directives are passed over. */
function nextStatement({ scan, language }: Walk, from: number, to: number): number {
  const { mask } = scan.structure;
  let at = from;
  while (at < to) {
    const code = mask.charCodeAt(at);
    if (code === 0x23 && language.hasDirectives) at = directiveEnd(mask, at);
    else if (
      code > 0x20 &&
      code !== BOM &&
      code !== 0x3b &&
      code !== 0x7d &&
      code !== 0x29 &&
      code !== 0x5d &&
      code !== 0x2c
    )
      return at;
    else at += 1;
  }
  return to;
}

/** One statement with its body; answers the offset behind it. */
function walkStatement(walk: Walk, region: Region, start: number, to: number): number {
  const { scan, language } = walk;
  const { structure } = scan;
  const head = headAt(walk, start, to);
  if (head.kind === 'label') return head.end + 1;
  const reading = language.read(scan, head, region);
  const isBlock = head.kind === 'brace';
  const close = isBlock ? Math.min(structure.closeOf(head.end), to) : head.end;
  const end = isBlock && reading.behind ? statementEnd(scan, close + 1, to) : close;
  const outer = listItems(walk, reading.items, head, end)[0] ?? null;
  const bodyOpen = hasOtherHead(walk, head)
    ? listOtherHeads(walk, region, { head, items: reading.items }, { end, close })
    : head.end;
  const isOpen = outer !== null && (isBlock || reading.members !== undefined);
  if (isOpen) scan.open.push({ ...outer, end: close, bodyOpen: head.end, indent: 0 });
  if (isOpen) listMembers(scan, reading.members ?? [], walk.symbolsMax);
  if (isBlock) walkBody(walk, reading, bodyOpen, close);
  else if (language.inCode !== null) searchCode(walk, head.assignAt, head.end);
  if (isOpen) scan.open.pop();
  if (end > close) listItems(walk, itemsBehind(walk, reading, region, [close + 1, end]), head, end);
  return Math.max(end, ...reading.items.map((item) => item.end ?? 0)) + 1;
}

/** The head of the statement that begins at an offset. */
function headAt({ scan, language }: Walk, start: number, to: number): Head {
  const beginning = language.beginning?.(scan, start, to) ?? null;
  if (beginning === null) return readHead(scan, language, start, to);
  return { ...readHead(scan, language, beginning.declarationFrom, to), from: beginning.from };
}

function listItems({ scan }: Walk, items: readonly Item[], head: Head, end: number) {
  return items.map((item) =>
    listSymbol(scan, {
      ...item,
      from: item.from ?? head.from,
      headFrom: item.from ?? head.declarationFrom,
      headEnd: item.from === undefined ? head.end : (item.end ?? end) + 1,
      end: Math.min(item.end ?? end, scan.structure.mask.length - 1),
    }),
  );
}

const OTHER_BRANCH = /#[ \t]*(?:else|elif\w*)\b/y;

/** Whether directly behind the brace of a head another branch of a condition begins. */
function hasOtherHead({ scan, language }: Walk, { kind, end }: Head): boolean {
  const { mask } = scan.structure;
  if (kind !== 'brace' || !language.hasDirectives) return false;
  OTHER_BRANCH.lastIndex = afterSpaces(mask, end + 1);
  return mask.charCodeAt(OTHER_BRANCH.lastIndex) === 0x23 && OTHER_BRANCH.test(mask);
}

/**
 * Lists what else a body is that of: `#if A` `int f() {` `#else` `int g() {` `#endif`. Another form of the same name is
 * no further symbol. Answers the last of the braces, behind which the common body begins.
 */
function listOtherHeads(
  walk: Walk,
  region: Region,
  first: { readonly head: Head; readonly items: readonly Item[] },
  { end, close }: { readonly end: number; readonly close: number },
): number {
  const { scan, language } = walk;
  const { mask, closeOf } = scan.structure;
  const names = new Set(first.items.map(({ name }) => name));
  let last = first.head;
  while (hasOtherHead(walk, last)) {
    const branch = afterSpaces(mask, last.end + 1);
    const head = headAt(walk, afterSpaces(mask, directiveEnd(mask, branch)), close);
    // The end of a branch closes what only it has opened.
    if (head.kind !== 'brace' || closeOf(head.end) !== afterSpaces(mask, head.end + 1)) break;
    const others = language.read(scan, head, region).items.filter(({ name }) => !names.has(name));
    listItems(walk, others, head, end);
    for (const { name } of others) names.add(name);
    last = head;
  }
  return last.end;
}

/** What is named behind a body; members and what is local are no variables to list. */
function itemsBehind(
  { scan, language }: Walk,
  { behind }: Reading,
  { kind }: Region,
  [from, to]: readonly [number, number],
): readonly Item[] {
  const isInner = kind === 'class' || kind === 'struct' || kind === 'function';
  if (behind === 'types' || (behind === 'variable' && !isInner)) return language.behind(scan, from, to, behind);
  return [];
}

/** The semicolon that ends a statement behind its body, when only a name, a value or nothing stands between. */
function statementEnd({ structure }: Scan, from: number, to: number): number {
  const { mask } = structure;
  let at = from;
  for (let steps = 0; at < to && steps < STATEMENT_REST_MAX; steps += 1) {
    const character = mask[at] ?? '';
    if (character === ';') return at;
    if (character === '}' || character === '#') break;
    at = character === '(' || character === '[' || character === '{' ? structure.closeOf(at) + 1 : at + 1;
  }
  return from - 1;
}

function walkBody(walk: Walk, { items, body, inside = NO_NAME }: Reading, open: number, close: number): void {
  const item = items[0];
  if (body === 'region') walkRegion(walk, item ? { kind: item.kind, name: item.name } : inside, open + 1, close);
  else if (body === 'code' && walk.language.inCode !== null) searchCode(walk, open + 1, close);
}

const NO_NAME: Region = { kind: null, name: '' };
const IN_CODE: Region = { kind: 'function', name: '' };

/**
 * Finds the types in code by the words that they begin with. What was walked as a region is not searched again, so this
 * stays linear.
 */
function searchCode(walk: Walk, from: number, to: number): void {
  const { scan, language } = walk;
  const { mask } = scan.structure;
  if (from < 0 || language.inCode === null || walk.depth >= REGIONS_MAX) return;
  if (!language.inCode.words.includes('new ') && !hasTypeBrace(scan, from, to)) return;
  let at = from;
  for (let word = nextWord(walk, at, to); word !== null; word = nextWord(walk, at, to)) {
    if (scan.symbols.length >= walk.symbolsMax) return;
    const place = walk.nextPlaces.get(word) ?? to;
    at = place + word.length;
    if (isNameCode(mask.charCodeAt(place - 1)) || mask[place - 1] === '.') continue;
    at = word === 'new ' ? walkNew(walk, at, to) : walkLocalType(walk, place, to);
  }
}

const NO_TYPE: ReadonlySet<string> = new Set(['else', 'do']);

/** Whether a brace in code may be that of a type: nearly all stand behind a parenthesis, `else` or each other. */
function hasTypeBrace({ structure: { mask, opens } }: Scan, from: number, to: number): boolean {
  for (let index = indexAt(opens, from); index < opens.length; index += 1) {
    const open = opens[index] ?? to;
    if (open >= to) return false;
    if (open >= from && mask.charCodeAt(open) === 0x7b && mayOpenType(mask, from, open)) return true;
  }
  return false;
}

function mayOpenType(mask: string, from: number, open: number): boolean {
  let end = open;
  while (end > from && mask.charCodeAt(end - 1) <= 0x20) end -= 1;
  if (';{}()'.includes(mask[end - 1] ?? ';')) return false;
  let start = end;
  while (start > from && isNameCode(mask.charCodeAt(start - 1))) start -= 1;
  return !NO_TYPE.has(mask.slice(start, end));
}

/** The word that comes next, its place in `nextPlaces`: each is looked for once, since code is searched in order. */
function nextWord({ scan, language, nextPlaces }: Walk, from: number, to: number): string | null {
  let first: string | null = null;
  let least = to;
  for (const word of language.inCode?.words ?? []) {
    let place = nextPlaces.get(word) ?? -1;
    if (place < from) {
      const found = scan.structure.mask.indexOf(word, from);
      place = found === -1 ? Number.POSITIVE_INFINITY : found;
      nextPlaces.set(word, place);
    }
    if (place < least) {
      least = place;
      first = word;
    }
  }
  return first;
}

function walkLocalType(walk: Walk, at: number, to: number): number {
  const { type } = walk.language.inCode ?? { type: /(?!)/y };
  type.lastIndex = at;
  if (!type.test(walk.scan.structure.mask)) return at + 1;
  walk.depth += 1;
  const end = walkStatement(walk, IN_CODE, at, to);
  walk.depth -= 1;
  return Math.max(at + 1, end);
}

/** The body of a class without a name is one of members. */
function walkNew(walk: Walk, at: number, to: number): number {
  const open = classBodyAt(walk.scan, at, to);
  if (open === -1) return at;
  const close = Math.min(to, walk.scan.structure.closeOf(open));
  walkRegion(walk, NAMELESS, open + 1, close);
  return close;
}

/** The brace behind `new Name<…>(…)`; -1 when there is none. */
function classBodyAt({ structure }: Scan, from: number, to: number): number {
  const { mask } = structure;
  let at = from;
  while (at < to && at - from < 400 && mask[at] !== '(') {
    if (!/[\w.<>,?\s@&$[\]]/.test(mask[at] ?? '')) return -1;
    at += 1;
  }
  if (mask[at] !== '(') return -1;
  at = structure.closeOf(at) + 1;
  while (at < to && /\s/.test(mask[at] ?? '')) at += 1;
  return at < to && mask[at] === '{' ? at : -1;
}

/** Characters above or before a declaration that are looked at: a line may hold thousands of declarations. */
const MARK_CHARACTERS_MAX = 2_000;

/** Whether what stands above or before a declaration fits a pattern: annotations and attributes of tests. */
export function isMarked(scan: Scan, head: Head, pattern: RegExp): boolean {
  const { structure, text } = scan;
  const own = text.slice(head.from, Math.min(head.declarationFrom, head.from + MARK_CHARACTERS_MAX));
  if (pattern.test(own)) return true;
  const line = structure.lineAt(head.from);
  const above = structure.lineStarts[firstLineAbove(scan, line)] ?? head.from;
  return pattern.test(text.slice(Math.max(above, head.from - MARK_CHARACTERS_MAX), head.from));
}
