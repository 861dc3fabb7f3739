import { err, ok, type Result } from '../../base/result.ts';
import type { FindInput, ReferenceMode } from '../questions/find.types.ts';
import { type FilesQuery, readFilesQuery } from './files-search.ts';
import { literalMatcher, type Matcher, regexMatcher } from './matcher.ts';
import { makePatternGuard, type PatternGuard } from './pattern-guard.ts';
import { type RankQuery, readRankQuery } from './rank-query.ts';
import { isRequest } from './route-search.ts';
import { readFileMark, readSymbolQuery, type SymbolQuery } from './symbol-fit.ts';
import { readTargetQuery, type TargetQuery } from './target-query.ts';

/** A text or a pattern, to be looked for as it stands. */
export interface TextPlan {
  readonly mode: 'text' | 'regex';
  readonly matcher: Matcher;
  readonly guard: PatternGuard | null;
  /** Null when case does not count anyway. */
  readonly anyCase: (() => Matcher | null) | null;
  /** The query as a name; null when it is none. */
  readonly name: string | null;
}

/** Several words to rank files by, which may also stand somewhere as they are. */
export interface PhrasePlan {
  readonly mode: 'phrase';
  readonly rank: RankQuery;
  readonly text: TextPlan;
  /** Whether it has signs or names that prose has not. */
  readonly isCode: boolean;
  /** Whether it is longer than what stands somewhere as it is by chance. */
  readonly isLong: boolean;
}

/** A query that has been understood. */
export type Plan =
  | TextPlan
  | PhrasePlan
  /** A word on its own: symbols of that name, else the text. */
  | {
      readonly mode: 'word';
      readonly matcher: Matcher;
      readonly anyCase: (() => Matcher | null) | null;
      readonly symbol: SymbolQuery;
      readonly name: string;
    }
  | { readonly mode: 'symbol'; readonly symbol: SymbolQuery }
  | { readonly mode: 'ranked'; readonly rank: RankQuery }
  | { readonly mode: 'files'; readonly query: FilesQuery }
  /** Where there is no such route, the text is looked for as it is meant else, if it may be. */
  | { readonly mode: 'routes'; readonly query: string; readonly otherwise: PhrasePlan | TextPlan | null }
  | { readonly mode: ReferenceMode; readonly target: TargetQuery };

/** A name in any of the scanned languages, and in scripts that write theirs with other letters than ours. */
const IDENTIFIER = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/**
 * `Router/add`, `Router#add`, `Router::add[1]`, `http.Router/add`; with dots alone, or a dot before the last name, it is
 * code or a file as often as a name.
 */
const NAME_PATH =
  /^[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|\/|#|::)[\p{L}_$][\p{L}\p{N}_$]*)*(?:\/|#|::)[\p{L}_$][\p{L}\p{N}_$]*(?:\[\d+\])?$/u;

/** `src/router.ts#add`, `src/router.ts#Router.add`. */
function isInFile(query: string): boolean {
  const inFile = readFileMark(query)?.inFile;
  return inFile !== undefined && IN_FILE.test(inFile);
}

/** A name path, with dots too: behind a file it is nothing else. */
const IN_FILE = /^#?[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\/|\.|#|::)[\p{L}_$][\p{L}\p{N}_$]*)*$/u;

/**
 * A declaration as far as its name, as `fn add(`, `pub struct Router {`. Behind words that English has, too, only what is
 * written as names are: `class loader` is a question.
 */
const DECLARED_NAME =
  /^(?:(?:export|default|async|public|private|protected|static|final|abstract|pub)\s+)*(?:(?:fn|def|func)\s+([\p{L}_$][\p{L}\p{N}_$]*)|(?:fun|function|class|interface|type|struct|enum|trait|impl|mod|module|object|const|let|var|val)\s+(?=\S*[\p{Lu}_$\d(])([\p{L}_$][\p{L}\p{N}_$]*))(?:\s+(?:struct|interface))?\s*(?:\(\)?|\{|:)?$/u;

/** Understands a query; the refusal is a text for the caller. Source: docs/tools.md, "find_code", `auto`. */
export function planQuery(input: FindInput): Result<Plan, string> {
  const query = input.query.trim();
  if (query === '')
    return err('the query is empty: give a word, a piece of code or a few words of what is looked for.');
  if (input.kind === 'route' && (input.mode === 'auto' || input.mode === 'symbol'))
    return ok({ mode: 'routes', query, otherwise: null });
  switch (input.mode) {
    case 'text':
      return ok(textPlan(input.query, input));
    case 'regex':
      return planRegex(input);
    case 'symbol':
      return ok({ mode: 'symbol', symbol: readSymbolQuery(query) });
    case 'ranked':
      return planRanked(query);
    case 'files':
      return planFiles(query);
    case 'references':
    case 'callers':
    case 'callees':
    case 'implementations':
      return planUses(query, input.mode);
    case 'auto':
      return inGroups(planAuto(query, input), input.group);
  }
}

/** Refuses a plan whose rows cannot be grouped as they are asked for: without a word they would be others. */
function inGroups(plan: Plan, group: FindInput['group']): Result<Plan, string> {
  if (group === 'file' || plan.mode === 'text' || plan.mode === 'references') return ok(plan);
  if ('target' in plan && group === 'symbol') return ok(plan);
  return 'target' in plan
    ? err(`the query asks for ${plan.mode}, of which each row is one symbol: use group=count with mode=references.`)
    : err(`group=${group} counts lines that match: use it with mode=text, mode=regex or mode=references.`);
}

/**
 * What a query means when no mode was given: what is in quotes is a text, several words are a question unless they stand
 * in the code like that, a name alone may be a declaration, and all else is code. Quotes within quotes (`"a"+"b"`) are
 * code, not a quoted text.
 */
function planAuto(query: string, input: FindInput): Plan {
  const quoted = /^(["'`])([\s\S]+)\1$/.exec(query)?.[2];
  if (quoted !== undefined && !/["'`]/.test(quoted)) return textPlan(quoted, input);
  const asked = readUseQuestion(query);
  if (asked !== null) return asked;
  // Only declarations have a kind.
  if (input.kind !== null && !IDENTIFIER.test(query)) return { mode: 'symbol', symbol: readSymbolQuery(query) };
  const declared = declaredName(query) ?? placeQuestion(query);
  if (declared !== null) return planWord(declared, input);
  const phrase = planPhrase(query, input);
  if (isRequest(query)) return { mode: 'routes', query, otherwise: phrase ?? textPlan(query, input) };
  if (phrase !== null) return phrase;
  return isNamePath(query) ? planWord(query, input) : textPlan(query, input);
}

function isNamePath(query: string): boolean {
  return IDENTIFIER.test(query) || NAME_PATH.test(query) || isInFile(query);
}

/** The name of a declaration that is asked for by its head; null for what is none. */
function declaredName(query: string): string | null {
  const [, quick, written] = DECLARED_NAME.exec(query) ?? [];
  return quick ?? written ?? null;
}

/** A name, or a path of names, whose place is asked for; with a word for what it is perhaps. */
const WHERE_IS =
  /^(?:where(?:'s| is| are)|find where) (?:the )?(?:(class|function|method|type|interface|struct|trait|enum|constant|variable) )?([^\s?]+)(?: (class|function|method|type|interface|struct|trait|enum|constant|variable))?(?: is)? (defined|declared|implemented)\??$/i;
const KIND_WORD = /^(?:class|function|method|type|interface|struct|trait|enum|constant|variable)$/i;

/**
 * `where is Line defined` asks for the declarations of `Line`; null for what asks for no place. What is implemented
 * somewhere is as often a thing that has no name in the code, unless it is written as names are.
 */
function placeQuestion(query: string): string | null {
  const [, kind, written, kindBehind, verb] = WHERE_IS.exec(query) ?? [];
  const name = written?.replace(/^[`'"]|[`'"]$/g, '');
  if (name === undefined || KIND_WORD.test(name) || !isNamePath(name)) return null;
  const isWord = name === written && /^[a-z]+$/.test(name) && (kind ?? kindBehind) === undefined;
  return isWord && verb?.toLowerCase() === 'implemented' ? null : name;
}

/** Words that do not stand somewhere together by chance: a message that was pasted, not a question. */
const LONG_WORDS_MIN = 4;

/** Null for a word on its own, and for signs alone. */
function planPhrase(query: string, input: FindInput): PhrasePlan | null {
  const rank = /\s/.test(query) ? readRankQuery(query) : null;
  if (rank === null || rank.terms.length === 0) return null;
  const isCode = CODE_SIGN.test(query) || rank.wholes.length > 0;
  const isLong = query.split(/\s+/).length >= LONG_WORDS_MIN;
  return { mode: 'phrase', rank, text: textPlan(query, input), isCode, isLong };
}

function planWord(name: string, input: FindInput): Plan {
  return { ...literalMatchers(name, input), mode: 'word', symbol: readSymbolQuery(name), name };
}

/** Uses are looked for by a name, alone or at the end of a path. */
function planUses(query: string, mode: ReferenceMode): Result<Plan, string> {
  const target = readTargetQuery(query);
  if (target !== null) return ok({ mode, target });
  return err(
    `mode ${mode} takes one name or name path, such as add, Router/add or Router.add[1]; for a text use mode=text.`,
  );
}

/** Questions about uses as people write them, up to the name. */
const USE_QUESTIONS: readonly (readonly [RegExp, ReferenceMode])[] = [
  [/^(?:find |show |list )?(?:all )?(?:the )?(?:callers|call sites) (?:of|for|to) (\S+?)\??$/i, 'callers'],
  [/^(?:who|what|which functions?) calls? (\S+?)\??$/i, 'callers'],
  [/^where is (\S+) called\??$/i, 'callers'],
  [/^(?:find |show |list )?(?:all )?(?:the )?(?:references|usages|uses) (?:of|for|to) (\S+?)\??$/i, 'references'],
  [/^(?:who|what) (?:uses|references) (\S+?)\??$/i, 'references'],
  [/^where is (\S+) (?:used|referenced)\??$/i, 'references'],
  [/^what does (\S+) call\??$/i, 'callees'],
  [/^(?:find |show |list )?(?:all )?(?:the )?callees of (\S+?)\??$/i, 'callees'],
  [
    /^(?:find |show |list )?(?:all )?(?:the )?(?:implementations|implementers|implementors|subclasses|subtypes) (?:of|for) (\S+?)\??$/i,
    'implementations',
  ],
  [/^(?:who|what|which (?:classes|types)) (?:implements?|extends?) (\S+?)\??$/i, 'implementations'],
];

/** `who calls add` asks for callers; null for what asks for no uses. */
function readUseQuestion(query: string): Plan | null {
  for (const [pattern, mode] of USE_QUESTIONS) {
    const name = pattern.exec(query)?.[1]?.replace(/^[`'"]|[`'"]$/g, '');
    const target = name === undefined ? null : readTargetQuery(name);
    if (target !== null) return { mode, target };
  }
  return null;
}

/** Signs alone rank nothing. */
function planRanked(query: string): Result<Plan, string> {
  const rank = readRankQuery(query);
  if (rank.terms.length > 0) return ok({ mode: 'ranked', rank });
  return err('the query has no word to rank files by: give a few words, or use mode text for signs.');
}

/** A sign that code has and prose has not, or seldom. */
const CODE_SIGN = /[^\p{L}\p{M}\p{N}\s.,:?!'"`\u2019-]/u;

/** A literal text needs no guard: to find it takes linear time whatever it is. */
function textPlan(query: string, input: FindInput): TextPlan {
  return { ...literalMatchers(query, input), mode: 'text', guard: null, name: nameOrNull(query) };
}

/** The matcher and, where case counts, the one in any case that tells what a search without hits has missed. */
function literalMatchers(query: string, input: FindInput) {
  const matcher = literalMatcher(query, input);
  // Made when it is asked for, as by few searches: its pattern takes longer than all else of a plan.
  const anyCase = (): Matcher => literalMatcher(query, { ...input, case: 'insensitive' });
  return { matcher, anyCase: matcher.isSensitive ? anyCase : null };
}

function planFiles(query: string): Result<Plan, string> {
  const files = readFilesQuery(query);
  return files.ok ? ok({ mode: 'files', query: files.value }) : files;
}

/**
 * The pattern is compiled here and not in the scan, so that a wrong one is refused before a file is read. Once it is
 * valid it is so in any case; should it not be, only the hint about other cases is missing.
 */
function planRegex(input: FindInput): Result<Plan, string> {
  const matcher = regexMatcher(input.query, input);
  if (!matcher.ok) return matcher;
  const anyCase = (): Matcher | null => {
    const made = regexMatcher(input.query, { ...input, case: 'insensitive' });
    return made.ok ? made.value : null;
  };
  return ok({
    mode: 'regex',
    matcher: matcher.value,
    guard: matcher.value.needsGuard ? makePatternGuard() : null,
    anyCase: matcher.value.isSensitive ? anyCase : null,
    name: nameOrNull(input.query),
  });
}

/** A text that is a name is asked for its declarations, too. */
function nameOrNull(query: string): string | null {
  return IDENTIFIER.test(query) ? query : null;
}
