import { languageOf } from '../../lex/languages.ts';
import { maskCode } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isAmongDocuments, isInSettings, roleOfPath } from '../../source/path-role.ts';
import { isSample } from '../../source/project-files.ts';
import { lineAt } from '../../text/lines.ts';
import { folderOf, nameOf } from '../../text/paths.ts';

/** How a source file shows that a program begins in it. */
interface Rule {
  readonly file: RegExp;
  /** Must be found for the file to count. */
  readonly needs: RegExp;
  /** The line that is named. */
  readonly at: RegExp;
  /** Whether what is looked for may stand in a literal; else it is looked for in code alone. */
  readonly isText?: true;
}

const SCALA_MAIN =
  /^ *object \w+ extends (?:App|IOApp|ZIOApp|ZIOAppDefault)\b|^ *def main\(\w+: Array\[String\]\)|^ *@main\b/m;
/** The program bears the method's name. Source: Scala 3, "Main methods". */
const SCALA_METHOD = /^[ \t]*@main[ \t]+(?:(?:final|inline|private)[ \t]+)*def[ \t]+(\w{1,100})/;
/** At the top, or in an object where it is static for Java. Source: Kotlin, "Program entry point", "Static methods". */
const KOTLIN_MAIN =
  /^(?:(?:public|internal|suspend) )*fun main\(|fun main\((?:\w{1,80}: *Array<String>|vararg \w{1,80}: *String)(?<=^[ \t]{1,40}@JvmStatic\s{1,80}(?:public )?fun main\([^()\n]{1,160})/m;
/** What an export of a library begins with may stand before it. */
const C_MAIN = /^(?:[A-Z][A-Z0-9_]* +)?(?:int|auto|void)\s+main\s*\(/m;

/** What a compiler or a package manager runs is no program. Source: Swift, CompilerPlugin; PackagePlugin. */
const SWIFT_MAIN =
  /^@main\b(?!\s+(?:(?:public|package|internal|final)\s+)*(?:struct|class|enum|actor)\s+\w+\s*:[^{]{0,300}\b(?:CompilerPlugin|CommandPlugin|BuildToolPlugin)\b)/m;

const RULES: readonly Rule[] = [
  { file: /(?<!_test)\.go$/, needs: /^package main\b/m, at: /^func main\(\)/m },
  { file: /\.java$/, needs: /public static void main\s*\(\s*(?:final\s+)?String/, at: /public static void main\s*\(/ },
  { file: /\.kt$/, needs: KOTLIN_MAIN, at: KOTLIN_MAIN },
  { file: /\.scala$/, needs: SCALA_MAIN, at: SCALA_MAIN },
  { file: /\.swift$/, needs: SWIFT_MAIN, at: SWIFT_MAIN },
  { file: /(?:^|\/)__main__\.py$/, needs: /[\s\S]/, at: /[\s\S]/, isText: true },
  // What a server for Rack is started with.
  { file: /(?:^|\/)config\.ru$/, needs: /^[ \t]*run\b/m, at: /^[ \t]*run\b/m },
  { file: /(?:^|\/)manage\.py$/, needs: /DJANGO_SETTINGS_MODULE/, at: /DJANGO_SETTINGS_MODULE/, isText: true },
  {
    file: /\.cs$/,
    needs: /\bstatic\s+(?:async\s+)?(?:void|int|Task|Task<int>)\s+Main\s*\(/,
    at: /\bstatic\s+(?:async\s+)?(?:void|int|Task|Task<int>)\s+Main\s*\(/,
  },
  { file: /\.(?:c|cc|cpp|cxx)$/, needs: C_MAIN, at: C_MAIN },
];

/** Programs that measure, show or try out something, by their names: below `src/main/` folders are parts of a package's name. */
const ASIDE = /(?:Benchmarks?|Examples?|Demo|Samples?|Tests?)\.(?:java|kt|cs)$/;

/** What CMake compiles to see what the machine has lies with its modules. Source: CMake, `try_compile`. */
const TRIED_BY_CMAKE = /(?:^|\/)cmake\/(?:[^/]+\/)*[^/]+\.(?:c|cc|cpp|cxx)$/i;

const CONDITION = /^[ \t]*#[ \t]*(ifdef|ifndef|if|elif|else|endif)\b([^\n]*)/gm;
/**
 * A condition under which a part of a library is tried by itself: `#ifdef CRC64_TEST_MAIN`, but not `GTEST_OS_MAC`, nor
 * `_DEBUG`, by which a program may have a console; or under which nothing is built.
 */
const TRIED =
  /^[ \t]*(?:defined\b)?[ \t(]*(?!_DEBUG\b)(?:(?:\w*_)?(?:TEST|MAIN|DEMO|EXAMPLE|BENCH|DEBUG)\w*|0)[ \t)]*(?:\/[*/].*)?$/;

const CONDITION_CHARACTERS_MAX = 200;

/** Whether what stands behind a text of C is only there to try it. */
function isTried(before: string): boolean {
  const open: boolean[] = [];
  for (const [, word = '', rest = ''] of before.matchAll(CONDITION)) {
    if (word !== 'ifdef' && word !== 'ifndef' && word !== 'if') open.pop();
    if (word !== 'endif')
      open.push(word !== 'ifndef' && word !== 'else' && TRIED.test(rest.slice(0, CONDITION_CHARACTERS_MAX)));
  }
  return open.includes(true);
}

/** A line of a Go file that says when it is built: before its package. Source: Go, "cmd/go", "Build constraints". */
const GO_CONSTRAINT = /^\/\/(?:go:build|[ \t]*\+build)[ \t](.*)$/gm;
const GO_PACKAGE = /^package\b/m;

/** Whether a file of Go is in no build but run by hand, as `ignore` says by custom: a tag that nobody sets. */
function isIgnoredGo(text: string, code: string): boolean {
  const parts = text.slice(0, GO_PACKAGE.exec(code)?.index ?? 0).split('*/');
  // Only line comments say it. What opens no block that is closed, such as `src/*.go`, stays.
  const lines = parts.map((part, at) => (at < parts.length - 1 ? part.slice(0, part.lastIndexOf('/*')) : part));
  return [...lines.join('').matchAll(GO_CONSTRAINT)].some(([, said = '']) =>
    /^ignore(?:$|[ \t]*(?:&&|,|$))/.test(said.trim()),
  );
}

const BOOT = ' (Spring Boot)';
const JAVA_SOURCES = '/src/main/java/';

/** Folders of Maven's and Gradle's sources in which a program of Spring Boot begins. */
export function bootSources(mains: readonly EntryPoint[]): ReadonlySet<string> {
  return new Set(
    mains.flatMap(({ name, file }) => {
      const at = `/${file}`.indexOf(JAVA_SOURCES);
      return name.endsWith(BOOT) && at !== -1 ? [file.slice(0, at + JAVA_SOURCES.length - 1)] : [];
    }),
  );
}

/** A main of a source file; null when the file has none, or is a test, an example, of the documents or somebody else's. */
export function findMain(path: string, text: string): EntryPoint | null {
  if (isSample(path) || isVendored(path) || isInSettings(path) || roleOfPath(path) === 'test') return null;
  if (ASIDE.test(path) || isAmongDocuments(path) || TRIED_BY_CMAKE.test(path)) return null;
  const rule = RULES.find(({ file }) => file.test(path));
  if (!rule?.needs.test(text)) return null;
  const code = rule.isText === true ? text : codeOf(path, text);
  const at = rule.needs.test(code) ? beginOf(rule, text, code) : -1;
  if (at === -1 || (path.endsWith('.go') && isIgnoredGo(text, code))) return null;
  const line = lineAt(text, at);
  const name = nameOfMain(path, code, at);
  return { kind: 'main', name, file: path, line, target: null, isThere: null, basis: 'defined' };
}

/** Mains of one file of C that are looked at: conditions choose one of a few. */
const MAINS_MAX = 8;

/** Where the program begins, in C the first that is not there only to try something; -1 when it does nowhere. */
function beginOf({ at }: Rule, text: string, code: string): number {
  if (at !== C_MAIN) return at.exec(code)?.index ?? -1;
  let looked = 0;
  for (const { index } of code.matchAll(new RegExp(at, 'gm'))) {
    if (!isTried(text.slice(0, index))) return index;
    looked += 1;
    if (looked === MAINS_MAX) break;
  }
  return -1;
}

/** A program of Go, Python or Rack is its folder; of other languages its file, whose folder may hold several. */
function nameOfMain(path: string, code: string, at: number): string {
  if (/\.(?:go|py|ru)$/.test(path)) return folderOf(path) || nameOf(path);
  const stem = nameOf(path).replace(/\.[a-z]+$/, '');
  if (path.endsWith('.java') && /^@SpringBootApplication\b/m.test(code)) return `${stem}${BOOT}`;
  const method = path.endsWith('.scala') ? SCALA_METHOD.exec(code.slice(at))?.[1] : undefined;
  return method ?? stem;
}

/** A program that a comment or a text shows is none of the file. */
function codeOf(path: string, text: string): string {
  const language = languageOf(path);
  return language === null ? text : maskCode(text, rulesOf(language));
}
