import { nameOf } from '../text/paths.ts';
import { joinedLines } from './lines.ts';
import { type Requirement, readRequirement } from './pep508.ts';

/** One line of a requirements file that says something; `line` is 1-based, of the first of joined ones. */
export type RequirementsRow =
  | { readonly kind: 'requirement'; readonly requirement: Requirement; readonly line: number }
  /** `-r other.txt`, `--index-url=…`, `-e ./here`; the value may be empty. */
  | { readonly kind: 'option'; readonly name: string; readonly value: string; readonly line: number }
  /** A bare address or path of a package. */
  | { readonly kind: 'address'; readonly address: string; readonly line: number }
  /** What was not understood. */
  | { readonly kind: 'odd'; readonly line: number };

/**
 * Whether a requirements file is for another packager by its name, `apt-requirements.txt`, `requirements/brew.txt`; what is
 * asked of pip beside Conda (`requirements-conda-pip.txt`) and for tests of a system (`system-tests-requirements.txt`) is not.
 */
export function isForOtherPackager(path: string): boolean {
  const words = nameOf(path)
    .toLowerCase()
    .split(/[-_.]/)
    .slice(0, -1)
    .filter((word) => word !== 'requirements');
  if (words.includes('pip')) return false;
  return words.some((word) => OTHER_PACKAGERS.has(word)) || (words.length === 1 && words[0] === 'system');
}

const OTHER_PACKAGERS: ReadonlySet<string> = new Set(['apt', 'brew', 'conda']);

/** A line that is one ends what is carried on, too. Source: pip, `join_lines` of its reader of requirements. */
const COMMENT = /^\s*#/;

/** The rows of a requirements file, without comments and options of one requirement. Source: pip, "Requirements File Format". */
export function* readRequirementsRows(text: string): Generator<RequirementsRow> {
  for (const [whole, line] of joinedLines(text, COMMENT)) {
    const row = whole.replace(/(?:^|\s)#.*$/, '').trim();
    const option = /^(-\S+?)(?:[\s=]+(.*))?$/.exec(row);
    if (option?.[1] !== undefined) yield { kind: 'option', name: option[1], value: (option[2] ?? '').trim(), line };
    else if (row !== '') yield readRow(row, line);
  }
}

function readRow(row: string, line: number): RequirementsRow {
  // Options of one requirement, such as --hash, follow it.
  const bare = row.replace(/\s--[a-z-]+[= ].*$/, '').trim();
  if (/^(?:git\+|hg\+|svn\+|bzr\+|https?:|file:|\.{0,2}\/)|^[^@]+\.(?:whl|zip|tar\.gz)$/.test(bare)) {
    return { kind: 'address', address: bare, line };
  }
  const requirement = readRequirement(bare);
  return requirement === null ? { kind: 'odd', line } : { kind: 'requirement', requirement, line };
}

/**
 * Lines of the requirements that nothing but others of the list asks for, as pip-compile and uv note behind each (`# via a`,
 * and `# via -r requirements.in` where it is asked for itself). Sources: pip-tools, "pip-compile", `--annotate`; uv, "uv pip compile".
 */
export function askedByOthers(text: string): ReadonlySet<number> {
  const askers = new Map<number, boolean>();
  for (const { line, asker } of askersIn(text)) {
    // Several may ask, and one that is no package of the list is the project.
    askers.set(line, (askers.get(line) ?? true) && /^\w[\w.-]*(?:\[[^\]]*\])?$/.test(asker));
  }
  return new Set([...askers].flatMap(([line, areOthers]) => (areOthers ? [line] : [])));
}

/** Who asks for the requirement of a line, as the notes behind it say. */
function* askersIn(text: string): Generator<{ readonly line: number; readonly asker: string }> {
  let [last, isNoted] = [0, false];
  for (const [row, line] of joinedLines(text)) {
    const at = row.search(/(?:^|\s)#/);
    const code = at === -1 ? row : row.slice(0, at);
    if (code.trim() !== '' || at === -1) [last, isNoted] = [line, false];
    const note = at === -1 ? '' : row.slice(at).replace(/^\s*#[ \t]*/, '');
    isNoted ||= /^via\b/.test(note);
    if (isNoted) for (const asker of namesIn(note)) yield { line: last, asker };
  }
}

/** What a note names, but for files that only bound versions. */
function namesIn(note: string): readonly string[] {
  const names = note.replace(/^via\b/, '').split(',');
  return names.map((name) => name.trim()).filter((name) => name !== '' && !/^-c\s/.test(name));
}

/** What a file asks for is needed for. */
export type RequirementsScope = 'runtime' | 'dev' | 'optional';

/** What is needed to run, by the words of a name. */
const RUNTIME =
  /^(?:requirements?|reqs?|default|base|common|core|main|install|prod|production|run|runtime|lock(?:ed)?|frozen|freeze|pinned|hashes)$/;
/** What the work on a project is done with. */
const DEV =
  /^(?:dev|devel|develop(?:ment)?|(?:unit|integration)?tests?|testing|e2e|tox|lint(?:ing|ers?)?|style|format(?:ting)?|typ(?:e|es|ing)|typecheck|mypy|qa|quality|cov|coverage|debug|docs?|documentation|ci|bench|benchmarks?|build|packaging|pkgutils|release|publish|tools?|tooling)$/;

/**
 * What a requirements file is for, by the custom of its name and folders: a word that is neither of running nor of the work
 * on the project, as in `requirements-cuda.txt`, is that of a part, a system or a version that not everybody needs. What lies
 * among the settings of CI or of a tool (`.codespell/`) is for that.
 */
export function scopeOfRequirements(path: string): RequirementsScope {
  const lower = path.toLowerCase();
  if (/(?:^|\/)(?:extras|optional)\//.test(lower)) return 'optional';
  const words = nameOf(lower)
    .replace(/\.(?:txt|in)$/, '')
    .split(/[-_.]/);
  if (/(?:^|\/)(?:docs?|\.[\w-]+)\//.test(lower) || words.some((word) => DEV.test(word))) return 'dev';
  return words.every((word) => RUNTIME.test(word)) ? 'runtime' : 'optional';
}

/** The name of a package that an address gives itself, as `#egg=name` or in the name of a wheel; null when it gives none. */
export function nameInAddress(address: string): string | null {
  const egg = /[#&]egg=([\w.-]{1,200})/.exec(address)?.[1];
  return egg ?? /(?:^|\/)([\w.]{1,200})-\d[^/]{0,200}\.whl(?:$|[?#])/.exec(address)?.[1] ?? null;
}
