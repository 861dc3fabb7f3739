import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { ImportKind } from '../import-graph.ts';
import type { GivenOut } from '../import-language.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { ambientModules } from './ambient.ts';
import { exportedTypes } from './type-exports.ts';

/** One place where a script names another module. */
export interface ScriptMention {
  readonly specifier: string;
  readonly line: number;
  readonly kind: ImportKind;
  /** What of the module it names: values, types alone, or both in one statement. */
  readonly takes: Taken;
  /** Names in braces that it does not say to be types, as the module calls them; null where it takes anything else. */
  readonly names: readonly string[] | null;
  /** What the statement gives out of it again, `export … from`; null for none. */
  readonly givesOut: GivenOut | null;
  /** Whether it asks by `require()`. */
  readonly isRequired: boolean;
}

type Taken = 'values' | 'types' | 'both';

/** What a script says. */
export interface ScriptFacts {
  readonly mentions: readonly ScriptMention[];
  /** Modules that the text declares by their names, for others to import. */
  readonly declares: readonly string[];
  /** Names that it gives out as types alone. */
  readonly types: readonly string[];
  /** Whether mentions were left out, because there are too many. */
  readonly isCut: boolean;
  /** Whether it is a component whose compiler leaves out imports of types; else left out, and the name of the file tells. */
  readonly isTyped?: boolean;
}

// All that can begin an import. `from` counts only where a string follows.
const KEYWORD = /(?<![\w$#\\])(?:import|export|require|from)(?![\w$])/g;
// What cannot stand between `import` or `export` and its `from`.
const STOPPER = new RegExp(`[^\\w$\\s{},*'"${FILLER}\\u0080-\\uffff]`);
const TYPE_CLAUSE = /\s+type(?:of)?(?:\s*[{*]|\s+(?!from\b)[\w$]|\s+from\s+from\b)/y;
const SIDE_EFFECT = /\s*(['"])/y;
const CALL = /\s*\(\s*(['"`])/y;
const FROM = /\s*(['"])/y;
const EXPORT_CLAUSE = /\s*(?:type\s*)?[{*]/y;

/** A statement that waits for its `from`. */
interface Waiting {
  readonly at: number;
  readonly kind: ImportKind;
  readonly isExport: boolean;
}

/**
 * Modules that a script names by `import`, `export … from`, `import()` and `require()`: what stands in comments,
 * strings and templates is masked and so never seen. A name that is not written out, such as a variable, names no
 * module. One walk over the keywords: each is looked at once, and the text between two of them once.
 */
export function scriptMentions(text: string, mask: string): ScriptFacts {
  const types = exportedTypes(mask);
  const walk: Walk = { text, mask, lines: makeLineIndex(text), mentions: [], waiting: null };
  const declares = ambientModules(text, mask);
  const keywords = new RegExp(KEYWORD);
  for (let match = keywords.exec(mask); match; match = keywords.exec(mask)) {
    if (walk.mentions.length >= IMPORT_LIMITS.mentionsPerFileMax)
      return { mentions: walk.mentions, declares, types, isCut: true };
    see(walk, match[0], match.index);
  }
  return { mentions: walk.mentions, declares, types, isCut: false };
}

interface Walk {
  readonly text: string;
  readonly mask: string;
  readonly lines: ReturnType<typeof makeLineIndex>;
  readonly mentions: ScriptMention[];
  waiting: Waiting | null;
}

function see(walk: Walk, keyword: string, at: number): void {
  const after = at + keyword.length;
  if (keyword === 'from') seeFrom(walk, at, after);
  else if (isProperty(walk.mask, at)) return;
  else if (keyword === 'require') seeRequire(walk, after);
  else if (keyword === 'import') seeImport(walk, at, after);
  else seeExport(walk, at, after);
}

function seeExport(walk: Walk, at: number, after: number): void {
  walk.waiting = null;
  if (!isStatement(walk.mask, at) || !matchAt(EXPORT_CLAUSE, walk.mask, after)) return;
  walk.waiting = { at: after, kind: isTypeClause(walk.mask, after) ? 'type' : 'reexport', isExport: true };
}

function seeImport(walk: Walk, at: number, after: number): void {
  walk.waiting = null;
  const call = matchAt(CALL, walk.mask, after);
  if (call) seeCall(walk, call, { kind: isTypeQuery(walk.mask, at, call) ? 'type' : 'dynamic' });
  if (call || !isStatement(walk.mask, at)) return;
  const bare = matchAt(SIDE_EFFECT, walk.mask, after);
  if (bare) add(walk, bare.index + bare[0].length - 1, { kind: 'import' });
  else walk.waiting = { at: after, kind: isTypeClause(walk.mask, after) ? 'type' : 'import', isExport: false };
}

/** Ends the statement that waits, unless something between them shows that it is another one. */
function seeFrom(walk: Walk, at: number, after: number): void {
  const { waiting, mask } = walk;
  const quote = matchAt(FROM, mask, after);
  if (waiting === null || !quote) return;
  walk.waiting = null;
  const clause = mask.slice(waiting.at, at);
  if (STOPPER.test(clause)) return;
  const takes = waiting.kind === 'type' ? 'types' : takenBy(clause);
  const kind = takes === 'types' ? 'type' : waiting.kind;
  const givesOut = waiting.isExport ? givenBy(clause) : null;
  add(walk, quote.index + quote[0].length - 1, { kind, takes, names: valuesIn(clause), givesOut });
}

function seeRequire(walk: Walk, after: number): void {
  const call = matchAt(CALL, walk.mask, after);
  // `import x = require('…')` has its kind from the statement that waits.
  if (call) seeCall(walk, call, { kind: walk.waiting?.kind === 'type' ? 'type' : 'import', isRequired: true });
}

/** A call whose first argument is one whole string: what is put together at run time names no module. */
function seeCall(walk: Walk, call: RegExpExecArray, said: Said): void {
  const open = call.index + call[0].length - 1;
  const close = closeOf(walk.mask, open);
  if (close !== null && /^\s{0,80}[,)]/.test(walk.mask.slice(close + 1, close + 82))) add(walk, open, said);
}

/** What is known of a mention but for its place. */
type Said = Pick<ScriptMention, 'kind'> & Partial<Pick<ScriptMention, 'takes' | 'names' | 'givesOut' | 'isRequired'>>;

function add(walk: Walk, open: number, said: Said): void {
  const {
    kind,
    takes = kind === 'type' ? 'types' : 'values',
    names = null,
    givesOut = null,
    isRequired = false,
  } = said;
  const close = closeOf(walk.mask, open);
  if (close === null || close === open + 1) return;
  const specifier = walk.text.slice(open + 1, close);
  if (specifier.length > IMPORT_LIMITS.nameCharactersMax || /[\n\r]/.test(specifier)) return;
  walk.mentions.push({ specifier, line: walk.lines.lineAt(open), kind, takes, names, givesOut, isRequired });
}

/** The closing quote of a string that the mask has filled; null for a template with `${` and for what is not closed. */
function closeOf(mask: string, open: number): number | null {
  FILLED.lastIndex = open + 1;
  const filled = FILLED.exec(mask)?.[0].length ?? 0;
  const close = open + 1 + filled;
  return mask[close] === mask[open] ? close : null;
}

const FILLED = new RegExp(`${FILLER}*`, 'y');

/** Whether a keyword is the name of a member: `a.import`. A spread (`...require('a')`) is none. */
function isProperty(mask: string, at: number): boolean {
  const before = mask.slice(Math.max(0, at - 80), at).trimEnd();
  return before.endsWith('.') && !before.endsWith('...');
}

/**
 * Whether a statement can begin here: first on its line or after the end of another one. In the text of a JSX element
 * anything may stand, and its line comes after a tag; the `>` of a type has the type's name before its `<`.
 */
function isStatement(mask: string, at: number): boolean {
  const before = mask.slice(Math.max(0, at - 400), at);
  if (!/(?:^|[\n\r;{}])[^\S\n\r]*(?:export\s+)?$/.test(before)) return false;
  return !/(?:<\/|(?<![\w$])<)[^<>]*>\s*$/.test(before);
}

/** `import type …`, but not a default import whose name is `type`. */
function isTypeClause(mask: string, after: number): boolean {
  return matchAt(TYPE_CLAUSE, mask, after) !== null;
}

/** What `{ a, b as c }`, `*` and `* as d` before a `from` give out. */
function givenBy(clause: string): GivenOut {
  const names = /\{([^{}]*)\}/.exec(clause)?.[1]?.split(',') ?? [/\*\s*(as\s+[\w$]+)/.exec(clause)?.[1] ?? '*'];
  const given = names.flatMap(
    (name) => /(?<![\w$\u0080-\uffff])([\w$\u0080-\uffff]+|\*)[ \t\r\n]*$/.exec(name)?.[1] ?? [],
  );
  return given.includes('*') ? 'all' : given;
}

/** `{ type A, type B }` takes types alone, when each name is said to be one and nothing else is imported. */
function takenBy(clause: string): Taken {
  const names = /\{([^{}]*)\}/.exec(clause)?.[1]?.split(',') ?? [];
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  const types = given.filter(isSaidType);
  if (types.length === 0) return 'values';
  return types.length === given.length && /^\s*\{[^{}]*\}\s*$/.test(clause) ? 'types' : 'both';
}

/** `type A` of TypeScript and Flow, not `type as a`; `typeof a` of Flow. Source: Flow, "Module Types". */
function isSaidType(name: string): boolean {
  return /^(?:type\s+(?!as\s+\w+$)[\w$'"]|typeof\s)/.test(name);
}

/** What `{ A, type B, c as d }` names without `type`: `A` and `c`. Null where more than braces stands there. */
function valuesIn(clause: string): readonly string[] | null {
  const inner = /^\s*\{([^{}]*)\}\s*$/.exec(clause)?.[1];
  if (inner === undefined) return null;
  const given = inner.split(',').map((name) => name.trim());
  return given.flatMap((name) => {
    if (name === '' || isSaidType(name)) return [];
    return [/^[\w$\u0080-\uffff]+/.exec(name)?.[0] ?? ''];
  });
}

/**
 * Whether `import('…')` stands where TypeScript expects a type: after `typeof`, or with a member that promises do not
 * have.
 */
function isTypeQuery(mask: string, at: number, call: RegExpExecArray): boolean {
  const before = mask.slice(Math.max(0, at - 80), at).trimEnd();
  if (/\btypeof$/.test(before)) return true;
  if (/\bawait$/.test(before)) return false;
  const close = closeOf(mask, call.index + call[0].length - 1);
  const rest = close === null ? '' : mask.slice(close + 1, close + 80);
  return /^\s*\)\s*\.\s*(?!(?:then|catch|finally)\b)[A-Za-z_$]/.test(rest);
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}
