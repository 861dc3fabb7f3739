/** What a shell takes as it stands. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A word as a POSIX shell reads it back, whatever is in it; within single quotes nothing means anything. */
export function quoteWord(word: string): string {
  if (PLAIN.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A path as an argument: one that begins with a dash is no option. */
export function quotePath(path: string): string {
  return quoteWord(path.startsWith('-') ? `./${path}` : path);
}

/** Whether a path can be printed as one line: with a line break or an unseen character it would be another one to a reader. */
export function isPrintable(path: string): boolean {
  return !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(path) && !path.startsWith('"');
}

/** Longest script that is read. */
const SCRIPT_MAX = 2_000;
const WORDS_MAX = 200;

/**
 * The simple commands of a script, each as its words: split at `&&`, `||`, `;`, `|` and `&` outside of quotes. Null for
 * what needs a shell to be understood: substitutions, variables, redirections.
 */
export function splitScript(script: string): readonly (readonly string[])[] | null {
  if (script.length > SCRIPT_MAX || /[`$<>()\n]/.test(script)) return null;
  const commands: string[][] = [[]];
  let count = 0;
  for (const match of script.matchAll(/&&|\|\||[;|&]|(?:[^\s'"\\;|&]|\\.|'[^']*'|"(?:[^"\\]|\\.)*")+/g)) {
    const [word] = match;
    if (/^(?:&&|\|\||[;|&])$/.test(word)) commands.push([]);
    else commands.at(-1)?.push(unquote(word));
    if (++count > WORDS_MAX) return null;
  }
  return commands.filter((words) => words.length > 0);
}

function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/g, (_, single, double, escaped) =>
    String(single ?? (double === undefined ? escaped : String(double).replace(/\\(["\\])/g, '$1'))),
  );
}
