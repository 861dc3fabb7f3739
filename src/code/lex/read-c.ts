import { type Candidate, candidatesOf, holdsValues } from './candidates.ts';
import { namesBehind, readBraced, readVariable, typedefNames } from './declarators-c.ts';
import { listedMembers } from './enum-members.ts';
import { headWithin } from './macro-heads.ts';
import { behindMacros } from './macros-before.ts';
import { isMacroBehind } from './macros-behind.ts';
import { listSymbol, type Scan } from './scan-state.ts';
import { afterSpaces, type Head } from './statement-head.ts';
import { type Item, NOTHING, type Reading, type Region, type StatementLanguage } from './statement-language.ts';
import { directiveEnd } from './structure.ts';
import type { SymbolKind } from './symbol.ts';
import { behindTemplates } from './template-head.ts';

/** Statements of C: no classes, no type arguments. */
export const C_STATEMENTS: StatementLanguage = {
  hasGenerics: false,
  hasDirectives: true,
  label: null,
  beginning: behindMacros,
  read: (scan, head, region) => readC(scan, head, region, false),
  behind: namesBehind,
  members: ({ structure }, from, to) => listedMembers(structure, [from, to], LIST),
  // Types that are local to a function.
  inCode: {
    words: ['struct ', 'union ', 'enum ', 'class '],
    type: /(?:class|struct|union|enum)\s+\w+\s*(?:final\s*)?(?::(?!:)[^;{}()]{0,200})?\{/y,
  },
};

/** Statements of C++. */
export const CPP_STATEMENTS: StatementLanguage = {
  ...C_STATEMENTS,
  hasGenerics: true,
  label: /(?:^|[\s);}])(?:public|private|protected|signals|slots|Q_SIGNALS|Q_SLOTS)\s*$/,
  read: (scan, head, region) => readC(scan, head, region, true),
};

const LIST = { hasAnnotations: false, hasDirectives: true, hasArguments: false };

const TYPES: ReadonlySet<SymbolKind | null> = new Set(['class', 'struct']);

const DEFINE = /#[ \t]*define[ \t]+([A-Za-z_]\w*)(\(|[ \t]+\\?[^\s\\]|[ \t]*\\\r?\n)?/y;

/**
 * Lists the macros of a text that stand for something, wherever they are. Include guards and switches, which have no
 * value, are no declarations to look for.
 */
export function listMacros(scan: Scan, symbolsMax: number): void {
  const { mask, directives } = scan.structure;
  let done = 0;
  for (const at of directives) {
    if (scan.symbols.length >= symbolsMax) return;
    // What a backslash carries on belongs to the directive before.
    if (at < done) continue;
    DEFINE.lastIndex = at;
    const match = DEFINE.exec(mask);
    if (match === null) continue;
    const [whole, name = '', value] = match;
    if (value === undefined) continue;
    const nameAt = match.index + whole.indexOf(name, whole.indexOf('define') + 6);
    const end = directiveEnd(mask, match.index);
    done = end;
    const headEnd = Math.min(end, mask.indexOf('\n', match.index) >>> 0);
    listSymbol(scan, { name, kind: 'macro', from: match.index, headFrom: match.index, nameAt, headEnd, end: end - 1 });
  }
}

const NAMESPACE = /^(?:inline\s+|export\s+)*namespace\b\s*((?:\w+\s*::\s*(?:inline\s+)?)*\w+)?/;
const TYPE = /\b(class|struct|union|enum(?:\s+(?:class|struct))?)\b/;
const ALIAS = /^(?:template\s+|export\s+|requires\s+)*(using|concept)\s+(\w+)\s*=/;

/** Macros before a keyword on its line: `LIBRARY_API typedef int a;` */
const MACROS = /^(?:(?:__\w+|_?[A-Z][A-Z0-9_]*)\s+)+(?=(?:namespace|inline|typedef|using|extern\s+"|template)(?!\w))/;

function readC(scan: Scan, head: Head, region: Region, isCpp: boolean): Reading {
  if (!MACROS.test(head.plain)) return readDeclaration(scan, head, region, isCpp);
  return readDeclaration(scan, { ...head, plain: head.plain.replace(MACROS, '') }, region, isCpp);
}

function readDeclaration(scan: Scan, head: Head, region: Region, isCpp: boolean): Reading {
  const { plain } = head;
  if (isLinkage(head)) return { items: [], body: 'region' };
  const namespace = isCpp && head.kind === 'brace' ? NAMESPACE.exec(plain) : null;
  if (namespace) return readNamespace(scan, head, namespace[1]);
  const chosen = chooseCandidate(scan, candidatesOf(scan, head, '::'), head);
  if (/^typedef\b/.test(plain) && head.kind === 'end') return { items: typedefNames(scan, head), body: 'pass' };
  const type = head.kind === 'brace' ? readType(scan, head, chosen) : null;
  if (type) return type;
  if (chosen) return readFunction(scan, head, region, chosen) ?? NOTHING;
  return readValue(scan, head, region, isCpp);
}

/** What has no parentheses and no body: a name for a type, or variables. */
function readValue(scan: Scan, head: Head, region: Region, isCpp: boolean): Reading {
  const isMember = TYPES.has(region.kind);
  if (head.kind === 'brace' && head.assignAt === -1) return isCpp && !isMember ? readBraced(scan, head) : NOTHING;
  const alias = isCpp ? ALIAS.exec(head.plain) : null;
  if (alias?.[2]) return { items: [item(scan, head, alias[2], 'type')], body: 'pass' };
  return isMember ? NOTHING : readVariable(scan, head);
}

/** `extern "C" {` */
function isLinkage({ kind, plain, groups }: Head): boolean {
  return kind === 'brace' && groups.length === 0 && /^extern\s+"/.test(plain) && /"\s*$/.test(plain);
}

/** A namespace without a name, or whose name is a macro's work, is walked without one. */
function readNamespace(scan: Scan, head: Head, name: string | undefined): Reading {
  if (!name) return { items: [], body: 'region' };
  const written = name.replace(/\s+/g, '').replace(/inline/g, '');
  const scope = written.replaceAll('::', '/');
  return { items: [{ ...item(scan, head, name, 'module'), name: written, scope }], body: 'region' };
}

/** `struct a {`, but not `struct a b(…) {` nor `struct a b = {`. */
function readType(scan: Scan, head: Head, chosen: Candidate | null): Reading | null {
  const { mask } = scan.structure;
  const match = TYPE.exec(head.plain);
  if (!match) return null;
  const keywordAt = mask.indexOf(match[0], head.declarationFrom);
  const isFunction = chosen !== null && chosen.nameAt > keywordAt && !/^[A-Z_][A-Z0-9_]*$/.test(chosen.name);
  if (isFunction || keywordAt === -1) return null;
  const word = match[1] ?? '';
  const kind: SymbolKind = word === 'class' ? 'class' : word.startsWith('enum') ? 'enum' : 'struct';
  const behind = /^typedef\b/.test(head.plain) ? 'types' : 'variable';
  const words = /^[^:]*(?:::[^:]*)*/.exec(head.plain.slice(match.index + match[0].length))?.[0] ?? '';
  const names = /((?:\w+\s*::\s*)*)(\w+)\s*(?:final\s*)?$/.exec(words.replace(/\bfinal\b/, '').trimEnd());
  if (!names?.[2]) return { items: [], body: 'region', behind, inside: { kind, name: '' } };
  const owner = (names[1] ?? '')
    .split('::')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join('/');
  const nameAt = wordAt(mask, names[2], keywordAt + match[0].length, head.end);
  // What such an enum names belongs to what is around it.
  const scope = word === 'enum' ? { scope: '' } : {};
  return { items: [{ name: names[2], kind, nameAt, owner, ...scope }], body: 'region', behind };
}

/** Macros that define a test by its parts. Source: GoogleTest, Catch2, Boost.Test and jemalloc. */
const TEST =
  /^(?:TYPED_)?TEST(?:_[FPG]|_CASE|_CASE_METHOD|_BEGIN)?$|^SCENARIO$|^BOOST_(?:AUTO|FIXTURE|DATA)_TEST_CASE$/;

/** What stands before parentheses in code and in values, but in no type of a function. */
const NO_FUNCTION = /\b(?:return|else|goto|using|typedef|new|throw)\b|[=?+|]/;

function readFunction(scan: Scan, head: Head, region: Region, chosen: Candidate): Reading | null {
  const { mask } = scan.structure;
  const { name, owners } = chosen;
  const before = mask.slice(head.declarationFrom, chosen.from).trim();
  const isCapital = /^[A-Z][A-Z0-9_]*$/.test(name);
  const isDefinition = head.kind === 'brace';
  const own = mask.slice(behindTemplates(scan.structure, head.declarationFrom, chosen.from), chosen.from);
  if (isCapital && !isDefinition && isMacroBehind(mask, own, chosen)) return null;
  if (isCapital && before === '' && isDefinition && TEST.test(name)) return readTest(scan, chosen);
  const isMember = TYPES.has(region.kind);
  const isMade = name === region.name || name.startsWith('~') || name.startsWith('operator') || owners.length > 0;
  if (before === '' && !isMade && isCapital && isDefinition) return headWithin(scan.structure, chosen.group);
  if (before === '' && !isMade && !isDefinition) return knr(scan, head, chosen);
  if (NO_FUNCTION.test(own.replace(/operator\S*|^requires\b.*/s, ''))) return null;
  const isDeclared = !isMember || /\bfriend\b/.test(before);
  if (!isDefinition && isDeclared && !isDefaulted(mask, head, chosen)) return knr(scan, head, chosen);
  return definition(scan, head, chosen, isMember);
}

/** What a class leaves to its defaults, where that is said behind it: `A::~A() = default;` */
function isDefaulted(mask: string, head: Head, { owners, group }: Candidate): boolean {
  return owners.length > 0 && /=\s*default\s*$/.test(mask.slice(group.close + 1, head.end));
}

function definition({ structure }: Scan, head: Head, { name, owners, nameAt }: Candidate, isMember: boolean): Reading {
  const kind = isMember || owners.length > 0 ? 'method' : 'function';
  const owner = owners.join('/');
  const end = head.kind === 'brace' ? lastHandler(structure, structure.closeOf(head.end)) : null;
  return { items: [{ name, kind, nameAt, owner, ...(end === null ? {} : { end }) }], body: 'code' };
}

/** What catches behind a body, and how many of them are passed over. */
const HANDLER = /\s{0,600}catch\s{0,100}\(/y;
const HANDLERS_MAX = 100;

/** Where a function ends whose body is tried, `void f() try {…} catch (…) {…}`; null where nothing is caught behind it. */
function lastHandler({ mask, closeOf }: Scan['structure'], close: number): number | null {
  let end: number | null = null;
  for (let left = HANDLERS_MAX; left > 0; left -= 1) {
    HANDLER.lastIndex = (end ?? close) + 1;
    if (!HANDLER.test(mask)) break;
    const open = afterSpaces(mask, closeOf(HANDLER.lastIndex - 1) + 1);
    if (mask[open] !== '{') break;
    end = Math.min(closeOf(open), mask.length - 1);
  }
  return end;
}

/** `TEST(Suite, works)` is called `Suite.works`, a quoted title by itself. */
function readTest({ text, structure }: Scan, { group, nameAt }: Candidate): Reading {
  const inside = text.slice(group.open + 1, Math.min(group.close, group.open + 200));
  const name =
    /^\s*"([^"\n]{1,80})/.exec(inside)?.[1] ??
    inside
      .split(',')
      .slice(0, 2)
      .map((part) => part.trim())
      .join('.');
  const at = afterSpaces(structure.mask, group.open + 1);
  return name === '' ? NOTHING : { items: [{ name, kind: 'test', nameAt: name === '.' ? nameAt : at }], body: 'code' };
}

const OLD_PARAMETERS = /(?:[\w\s*,[\]]{1,300};){0,20}\s*\{/y;

/** A function of old C, whose parameters are declared between its parentheses and its brace. */
function knr(scan: Scan, head: Head, chosen: Candidate): Reading | null {
  const { mask, closeOf } = scan.structure;
  const { group, name, nameAt } = chosen;
  const between = mask.slice(group.close + 1, head.end);
  if (head.kind !== 'end' || mask[head.end] !== ';' || head.assignAt !== -1) return null;
  if (!/^\s*[A-Za-z_]\w*[\s*]+\w/.test(between) || !/^[\w\s,]+$/.test(mask.slice(group.open + 1, group.close)))
    return null;
  OLD_PARAMETERS.lastIndex = head.end + 1;
  if (!OLD_PARAMETERS.test(mask)) return null;
  const end = closeOf(OLD_PARAMETERS.lastIndex - 1);
  return { items: [{ name, kind: 'function', nameAt, end }], body: 'pass' };
}

/**
 * The name that is declared, of several before parentheses: the first, unless that is a macro before the declaration:
 * with words of a type behind it, or in capitals at the beginning.
 */
function chooseCandidate({ structure }: Scan, candidates: readonly Candidate[], head: Head): Candidate | null {
  const { mask } = structure;
  let chosen: Candidate | null = null;
  for (const candidate of candidates) {
    // `type (*name)(…)` points to a function and is a variable.
    if (/^\s*[*^]/.test(mask.slice(candidate.group.open + 1, candidate.group.open + 40))) continue;
    if (chosen === null) chosen = candidate;
    else if (isPrefix(mask, chosen, candidate, head) || isAttributeOf(mask, chosen, candidate)) chosen = candidate;
    else return chosen;
  }
  return chosen;
}

function isPrefix(mask: string, first: Candidate, second: Candidate, head: Head): boolean {
  const between = mask.slice(first.group.close + 1, second.from);
  const words = between.replace(/\b(?:const|volatile|noexcept|override|final|mutable|throw|restrict)\b/g, ' ');
  const isFirst =
    /^(?:(?:static|inline|extern|virtual|constexpr|template\s*<[^;{}]*>|[A-Z][A-Z0-9_]*|__\w+)\s+)*$/.test(
      mask.slice(head.declarationFrom, first.from),
    );
  if (!isFirst || /[-=:,]/.test(words.replaceAll('::', ''))) return false;
  return (
    /\w/.test(words) || (/^[A-Z_][A-Z0-9_]*$/.test(first.name) && !/^(?:[A-Z_][A-Z0-9_]*|__\w+)$/.test(second.name))
  );
}

/**
 * Whether a name with parentheses is a macro between the type and the name of a function: `void format(3, 4) name(…)`.
 * What follows parameters may be a macro itself, so that the name stands at the beginning of its line, or what is before
 * it are no parameters.
 */
function isAttributeOf(mask: string, first: Candidate, second: Candidate): boolean {
  const between = mask.slice(first.group.close + 1, second.from);
  if (between.trim() !== '' || /^(?:[A-Z_][A-Z0-9_]*|__\w+)$/.test(second.name)) return false;
  if (holdsValues(mask.slice(first.group.open + 1, Math.min(first.group.close, first.group.open + 400)))) return true;
  return between.endsWith('\n') && !/\n\s*$/.test(mask.slice(0, first.from).slice(-80));
}

/** An item whose name is looked for as a whole word. */
function item({ structure }: Scan, head: Head, name: string, kind: SymbolKind): Item {
  return { name, kind, nameAt: wordAt(structure.mask, name, head.declarationFrom, head.end) };
}

/** The first place of a word in a range; the range's start when it has none. */
export function wordAt(mask: string, name: string, from: number, to: number): number {
  for (let at = mask.indexOf(name, from); at !== -1 && at < to; at = mask.indexOf(name, at + 1)) {
    if (!/\w/.test(mask[at - 1] ?? '') && !/\w/.test(mask[at + name.length] ?? '')) return at;
  }
  return from;
}
