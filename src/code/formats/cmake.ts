/** One command of a CMake file. */
export interface CMakeCommand {
  /** In lower case, as CMake takes it. */
  readonly name: string;
  /** Without quotes; variables as written. */
  readonly words: readonly string[];
  /** 1-based. */
  readonly line: number;
  /** Conditions of the `if` around it, the outermost first, as written. */
  readonly conditions: readonly string[];
  /** The function or macro that it stands in; null for none. */
  readonly within: string | null;
}

const COMMANDS_MAX = 20_000;
const WORDS_MAX = 2_000;
const DEPTH_MAX = 50;
/** All that has a meaning outside of the parentheses of a command, and within them. */
const OUTSIDE = /#\[(=*)\[|#[^\n]*|(?<!\w)([A-Za-z_]\w*)[ \t]*\(/g;
const INSIDE = /#\[(=*)\[|#[^\n]*|\n|\[(=*)\[|"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|[()]|[^\s()#"]+/g;

/** The commands of a CMakeLists.txt or a .cmake file, in their order. It is not run. Source: CMake, "cmake-language". */
export function readCMake(text: string): readonly CMakeCommand[] {
  const commands: CMakeCommand[] = [];
  const conditions: string[] = [];
  let within: string | null = null;
  for (const call of callsIn(text)) {
    const { name } = call;
    // Conditions that are nested deeper are none that somebody wrote.
    if (commands.length >= COMMANDS_MAX || conditions.length > DEPTH_MAX) break;
    if (BRANCH_ENDS.has(name)) conditions.pop();
    if (FUNCTION_ENDS.has(name)) within = null;
    commands.push({ ...call, conditions: [...conditions], within });
    if (BRANCHES.has(name)) conditions.push(conditionOf(call));
    if (FUNCTIONS.has(name)) within = (call.words[0] ?? '').toLowerCase();
  }
  return commands;
}

function conditionOf({ name, words }: Pick<CMakeCommand, 'name' | 'words'>): string {
  return name === 'else' ? name : words.join(' ');
}

const BRANCHES: ReadonlySet<string> = new Set(['if', 'elseif', 'else']);
const BRANCH_ENDS: ReadonlySet<string> = new Set(['endif', 'elseif', 'else']);
const FUNCTIONS: ReadonlySet<string> = new Set(['function', 'macro']);
const FUNCTION_ENDS: ReadonlySet<string> = new Set(['endfunction', 'endmacro']);

function* callsIn(text: string): Generator<Pick<CMakeCommand, 'name' | 'words' | 'line'>> {
  let line = 1;
  let counted = 0;
  let at = 0;
  for (;;) {
    OUTSIDE.lastIndex = at;
    const found = OUTSIDE.exec(text);
    if (found === null) return;
    const [, bracket, name] = found;
    at = found.index + found[0].length;
    if (bracket !== undefined) at = endOfBracket(text, at, bracket);
    if (name === undefined) continue;
    line += countLines(text, counted, found.index);
    counted = found.index;
    const { words, end } = readWords(text, at);
    yield { name: name.toLowerCase(), words, line };
    at = end;
  }
}

/** The words up to the parenthesis that closes, parentheses within left out. */
function readWords(text: string, from: number): { readonly words: readonly string[]; readonly end: number } {
  const words: string[] = [];
  let depth = 1;
  let at = from;
  for (;;) {
    INSIDE.lastIndex = at;
    const found = INSIDE.exec(text);
    if (found === null) return { words, end: text.length };
    const [whole] = found;
    if (whole === '(') depth += 1;
    if (whole === ')') depth -= 1;
    const { word, end } = wordOf(text, found);
    if (word !== null && words.length < WORDS_MAX) words.push(word);
    at = end;
    if (depth === 0) return { words, end: at };
  }
}

/** The word that stands at a sign, and where what begins there is over; null for a sign that is none. */
function wordOf(text: string, found: RegExpExecArray): { readonly word: string | null; readonly end: number } {
  const [whole, comment, bracket, quoted] = found;
  const at = found.index + whole.length;
  const signs = comment ?? bracket;
  if (signs !== undefined) {
    const end = endOfBracket(text, at, signs);
    return {
      word: bracket === undefined ? null : text.slice(at, Math.max(at, end - whole.length)).replace(/^\r?\n/, ''),
      end,
    };
  }
  return { word: /^[()\n#]/.test(whole) ? null : (quoted ?? whole), end: at };
}

function endOfBracket(text: string, from: number, signs: string): number {
  const end = text.indexOf(`]${signs}]`, from);
  return end === -1 ? text.length : end + signs.length + 2;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
