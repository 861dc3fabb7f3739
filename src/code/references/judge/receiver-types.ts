import { before } from '../../lex/code-text.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, type Family, lineAt, startOfLine } from '../code-file.ts';
import { bindingAround } from '../names/binding-places.ts';
import { bodyOf, scriptBindingFrom } from '../names/local-names.ts';
import { holds, type Range, scopeOf } from '../names/scopes.ts';
import { functionsAround } from '../places/functions-around.ts';
import { separatorBefore } from '../places/path-before.ts';
import { goScopeOf, goTypePatterns } from './go-type-patterns.ts';
import { typedNames } from './java-typed-names.ts';

/**
 * What may stand around the name of a type when something gets it; each group gives a type's name, in Go with its
 * package, in Java and its kin, scripts and Python with all that is before its dots.
 */
const PATTERNS: Readonly<Partial<Record<Family, (name: string) => readonly RegExp[]>>> = {
  script: (name) => [
    new RegExp(
      `(?<![\\w$.])${name}\\s*[?!]?:\\s*(?:readonly\\s+)?((?:[\\w$]+\\.)*[A-Z][\\w$]*)(?:<[^=;(){}]{0,80}>)?\\s*(?=[,)=;\\n|{]|$)`,
      'g',
    ),
    new RegExp(`(?<![\\w$.])${name}\\s*=\\s*(?:await\\s+)?new\\s+((?:[\\w$]+\\.)*[\\w$]+)`, 'g'),
  ],
  python: (name) => [
    new RegExp(
      `(?<![\\w.])${name}\\s*:\\s*(?:t\\.|typing\\.)?(?:Optional\\[)?((?:\\w+\\.)*[A-Za-z_]\\w*)\\]?\\s*(?=[,)=\\n|]|$)`,
      'g',
    ),
    new RegExp(`(?<![\\w.])${name}\\s*=\\s*((?:\\w+\\.)*[A-Z]\\w*)\\(`, 'g'),
    new RegExp(`\\bwith\\s+((?:\\w+\\.)*[A-Z]\\w*)\\([^\\n]{0,300}\\)\\s+as\\s+${name}\\b`, 'g'),
  ],
  go: goTypePatterns,
  rust: (name) => [
    new RegExp(
      `(?<![\\w.])${name}\\s*:\\s*(?:&\\s*)?(?:'\\w+\\s+)?(?:mut\\s+)?(?:&\\s*)?((?:\\w+::)*[A-Z]\\w*)(?:<[^=;(){}]{0,80}>)?\\s*(?=[,)=;|\\n{]|$)`,
      'g',
    ),
    new RegExp(
      `\\blet\\s+(?:mut\\s+)?${name}\\s*=\\s*&?(?:mut\\s+)?((?:\\w+::)*[A-Z]\\w*)(?:::(?:new|default|from|with|open|create)\\w*\\(|\\s*\\{)`,
      'g',
    ),
  ],
  // Of Kotlin and Scala: Java writes the type before the name, which `typedNames` reads.
  java: (name) => [
    // What a name is given later is of a type that derives from its own.
    new RegExp(`\\bva[lr]\\s+${name}\\s*=\\s*new\\s+((?:\\w{1,80}\\.){0,8}[A-Z]\\w*)`, 'g'),
    new RegExp(`(?<![\\w$.])${name}\\s*:\\s*((?:\\w{1,80}\\.){0,8}[A-Z]\\w*)`, 'g'),
  ],
  csharp: (name) => [
    new RegExp(`(?<![\\w$.])([A-Z][\\w$]*)(?:<[^;(){}]{0,80}>)?\\??\\s+${name}\\s*(?=[=;,):])`, 'g'),
    new RegExp(`(?<![\\w$.])${name}\\s*=\\s*new\\s+(?:\\w+\\.)*([A-Z]\\w*)`, 'g'),
  ],
  php: (name) => {
    // A field is named without the sign that its declaration has.
    const variable = name.startsWith('\\$') ? name : `\\$${name}`;
    const type = '(\\\\?(?:\\w+\\\\){0,20}[A-Z]\\w*)';
    return [
      new RegExp(`(?<![\\w$\\\\|&?])\\??${type}\\s+&?${variable}(?!\\w)\\s*(?=[=;,)])`, 'g'),
      new RegExp(`(?<![\\w$>:])${variable}\\s*=\\s*new\\s+${type}`, 'g'),
    ];
  },
};

/** What Kotlin calls to make something, on one line: a type's name with a capital, by custom, and what it is given. */
const MADE_IN_KOTLIN =
  '((?:\\w{1,80}\\.){0,8}[A-Z]\\w{0,80})(?:<[^<>()\\n]{0,80}>)?\\((?:[^()\\n{}]|\\([^()\\n{}]{0,80}\\)){0,80}\\)';

/** The same of Kotlin alone: what is made and nothing else is asked of it, and what a block is given that was made before it. */
const kotlinPatterns = (name: string): readonly RegExp[] => [
  new RegExp(`\\bva[lr]\\s+${name}\\s*=\\s*${MADE_IN_KOTLIN}(?=[ \\t]*(?:[;}\\n]|$))(?!\\s*(?:[.?!]|as\\b))`, 'g'),
  new RegExp(`(?<=(?<![\\w$.])${MADE_IN_KOTLIN}\\s?\\.(?:use|let|also)\\s?\\{\\s{0,80})${name}\\s*->`, 'g'),
];

/** Places that tell a type of one name in a file; with more of them nothing is said of it. */
const MATCHES_MAX = 200;
/** Names of one file whose types are looked for: a file with more receivers is data. */
const NAMES_MAX = 300;

/**
 * The name of the type that a variable, parameter or field surely has at an offset, as the code around it writes it (with
 * what is before its dots, in Java with `[]` behind it for an array): by the innermost scope that says so. Null when none does, when it says several things, or when something nearer binds the
 * name without a type.
 */
export function typeOfName(file: CodeFile, name: string, at: number): string | null {
  return onlyOne(file, saidOf(file, name, at));
}

/** What is surely written of a name's type by the innermost scope that says so. */
export function saidOf(file: CodeFile, name: string, at: number): readonly Said[] {
  const said = typesOf(file, name).filter(({ scope }) => holds(scope, at));
  const from = Math.max(...said.map(({ scope }) => scope.from), -1);
  if (from === -1 || isBoundNearer(file, name, { at, from, said }) || isAlsoAssigned(file, name, { at, from, said }))
    return [];
  return said.filter(({ scope }) => scope.from === from);
}

/** Languages in which a name with a capital, called, makes something. */
const CALLED_TO_MAKE: ReadonlySet<ScannedLanguage> = new Set(['python', 'kotlin', 'swift', 'scala']);

/**
 * The name of the type of what is made right before the dot of a name: `new Text(1).name`, `(new Text(1))->name`; in Java
 * and its kin and in scripts with all that is before its dots.
 */
export function typeOfMade(file: CodeFile, at: number): string | null {
  const mask = file.mask();
  const dot = separatorBefore(file, at);
  const close = dot === -1 ? -1 : before(mask, dot);
  if (mask[close] !== ')') return null;
  const open = file.structure().openOf(close);
  if (open === -1) return null;
  const within = mask.slice(open + 1, Math.min(close, open + 200));
  const ahead = mask.slice(Math.max(0, open - 200), open);
  const isCalled = /[\w$)\]>]$/.test(ahead);
  const inBrackets = /^\s*new\s+(\\?(?:\w+[\\.]){0,20}[A-Z]\w*)/.exec(within);
  if (!isCalled && inBrackets !== null && isOneMade(file, within, { open, close })) return nameOf(file, inBrackets[1]);
  const made = /\bnew\s+(\\?(?:\w+[\\.]){0,20}[A-Z]\w*)(?:<[^<>()]{0,80}>)?$/.exec(ahead);
  if (made !== null) return nameOf(file, made[1]);
  if (!CALLED_TO_MAKE.has(file.scanner)) return null;
  const called = file.family === 'java' ? /(?<![\w.$])((?:\w+\.){0,20}[A-Z]\w*)$/ : /(?<![\w.$])([A-Z]\w*)$/;
  return called.exec(ahead)?.[1] ?? null;
}

/** A type as it is known by: without what is before its dots where these do not matter. */
function nameOf({ family }: CodeFile, written: string | undefined): string | null {
  const isWhole = family === 'java' || family === 'script' || family === 'php';
  return (isWhole ? written : written?.split('.').at(-1)) ?? null;
}

/** Whether brackets hold nothing but what is made in them: the call there, if any, ends with them. */
function isOneMade(
  file: CodeFile,
  within: string,
  { open, close }: { readonly open: number; readonly close: number },
): boolean {
  const inner = within.indexOf('(');
  if (inner === -1) return open + 1 + within.length === close;
  return before(file.mask(), close) === file.structure().closeOf(open + 1 + inner);
}

/** A type as it is written for a name, and where that holds. */
export interface Said {
  readonly type: string;
  readonly at: number;
  readonly scope: Range;
  /** Whether that is what is called, which a function may be as well. */
  readonly isCalled: boolean;
}

/** What is written of the names of a file, found once for all their places. */
const known = new WeakMap<CodeFile, Map<string, readonly Said[]>>();

export function typesOf(file: CodeFile, name: string): readonly Said[] {
  const byName = known.get(file) ?? new Map<string, readonly Said[]>();
  known.set(file, byName);
  const before = byName.get(name);
  if (before !== undefined) return before;
  if (byName.size >= NAMES_MAX) return [];
  const escaped = escapeRegex(name);
  const patterns = PATTERNS[file.family]?.(escaped) ?? [];
  const made = file.scanner === 'kotlin' ? kotlinPatterns(escaped).flatMap((one) => matchesOf(file, name, one)) : [];
  const said =
    file.scanner === 'java'
      ? [...typedIn(file, name), ...patterns.slice(0, 1).flatMap((pattern) => matchesOf(file, name, pattern))]
      : [
          ...patterns.flatMap((pattern) => matchesOf(file, name, pattern)),
          ...made.map((one) => ({ ...one, isCalled: true })),
        ];
  byName.set(name, said);
  return said;
}

function typedIn(file: CodeFile, name: string): readonly Said[] {
  const typed = typedNames(file, name, MATCHES_MAX);
  return typed.length > MATCHES_MAX
    ? []
    : typed.map(({ type, at }) => ({ type, at, scope: scopeOf(file, at), isCalled: false }));
}

function matchesOf(file: CodeFile, name: string, pattern: RegExp): readonly Said[] {
  const word = new RegExp(`(?<![\\w$])${escapeRegex(name)}(?![\\w$])`);
  const matches = firstMatches(file.mask(), pattern);
  // What was not looked at may be nearer.
  if (matches.length >= MATCHES_MAX) return [];
  return matches.flatMap((match) => {
    const at = match.index + Math.max(0, match[0].search(word));
    const scope = file.family === 'go' ? goScopeOf(file, at) : scopeOf(file, at);
    return scope === null ? [] : { type: match[1] ?? '', at, scope, isCalled: false };
  });
}

export function firstMatches(code: string, pattern: RegExp): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  for (const match of code.matchAll(pattern)) {
    if (matches.length >= MATCHES_MAX) break;
    matches.push(match);
  }
  return matches;
}

/** Whether something nearer than what says the type of a name binds the name around an offset. */
function isBoundNearer(file: CodeFile, name: string, { at, from, said }: Chosen): boolean {
  if (file.family === 'script') return scriptBindingFrom(file, name, at) > from;
  const nearest = bindingAround(file, name, at);
  return nearest !== null && nearest.from > from && !said.some((one) => one.at === nearest.at);
}

/** What gives a name a value whose type is not written, in a function. */
const ASSIGNED: Readonly<Partial<Record<Family, (name: string) => RegExp>>> = {
  python: (name) => new RegExp(`^[ \\t]*${name}[ \\t]*=(?!=)|\\bfor[ \\t]+${name}\\b|\\bas[ \\t]+${name}\\b`, 'gm'),
  go: (name) =>
    new RegExp(`(?<![\\w.])${name}\\s*(?:,\\s*\\w+\\s*){0,8}:=|,\\s*${name}\\s*(?:,\\s*\\w+\\s*){0,8}:=`, 'g'),
  rust: (name) => new RegExp(`\\blet\\s+(?:mut\\s+)?${name}\\s*=|\\bfor\\s+${name}\\b`, 'g'),
  java: (name) => new RegExp(`\\bva[lr]\\s+${name}\\s*=|\\b${name}\\s*->`, 'g'),
  csharp: (name) => new RegExp(`\\bvar\\s+${name}\\s*(?:=|in\\b)|\\b${name}\\s*=>`, 'g'),
  php: (name) => new RegExp(`${name}\\s*(?:\\?\\?)?=(?![=>])|(?:\\bas|=>)\\s*&?${name}(?!\\w)`, 'g'),
};

interface Chosen {
  readonly at: number;
  readonly from: number;
  readonly said: readonly Said[];
}

/** Languages in which what a block declares is of that block alone. */
const OF_BLOCKS: ReadonlySet<Family> = new Set(['go', 'java', 'csharp', 'rust']);

/** Whether the function that says a name's type also gives the name a value of which it says none. */
function isAlsoAssigned(file: CodeFile, name: string, { at, from, said }: Chosen): boolean {
  const around = functionsAround(file, at).findLast((symbol) => startOfLine(file, symbol.line) <= from);
  if (around === undefined || from >= startOfLine(file, around.endLine + 1)) return false;
  const isOfBlocks = OF_BLOCKS.has(file.family);
  const typed = isOfBlocks ? typesOf(file, name) : said;
  const lines = new Set(typed.map((one) => lineAt(file, one.at)));
  const to = Math.max(...said.filter(({ scope }) => scope.from === from).map(({ scope }) => scope.to));
  const [first, last] = [lineAt(file, from), lineAt(file, to)];
  const isMeant = (line: number): boolean => !isOfBlocks || (first <= line && line <= last);
  return assignedIn(file, name, around).some((line) => !lines.has(line) && isMeant(line));
}

/** Lines of a function that give a name a value of which they say no type, found once for all its places. */
const assignedLines = new WeakMap<CodeFile, Map<string, readonly number[]>>();

function assignedIn(file: CodeFile, name: string, around: FileSymbol): readonly number[] {
  const found = assignedLines.get(file) ?? new Map<string, readonly number[]>();
  assignedLines.set(file, found);
  const key = `${around.line}:${around.column}:${name}`;
  const before = found.get(key);
  if (before !== undefined) return before;
  const assigned = ASSIGNED[file.family]?.(escapeRegex(name));
  const start = startOfLine(file, around.line);
  const matches = assigned === undefined ? [] : firstMatches(bodyOf(file, around), assigned);
  const lines = matches.map((match) => lineAt(file, start + match.index + match[0].search(/\S/)));
  found.set(key, lines);
  return lines;
}

/** The type that all say; null where they say none or several. */
export function onlyOne(file: CodeFile, said: readonly Said[]): string | null {
  const all = [...new Set(said.map(({ type }) => type))];
  // What is nested may be written with its outer type, and without it.
  const types = file.family === 'java' ? all.filter((type) => !all.some((other) => other.endsWith(`.${type}`))) : all;
  const [first, second] = types;
  return first !== undefined && second === undefined ? first : null;
}
