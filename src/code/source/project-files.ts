import { MIB } from '../../base/units.ts';
import { byDepth, folderOf, nameOf } from '../text/paths.ts';
import { readUtf8 } from './decode.ts';
import type { LinkTexts } from './link-texts.ts';
import { isInSampleFolder, outsideOfPackages } from './path-role.ts';
import type { Source, SourceEntry } from './source.ts';

/** Bytes of one manifest or guide; larger ones are data rather than something that people keep. */
const TEXT_BYTES_MAX = MIB;
/** Characters of one line of evidence, such as a script. */
const LINE_CHARACTERS_MAX = 160;

/** The files that a question is about, and the one way to their texts. */
export interface ProjectFiles {
  /** Folder that it is about, `/`-terminated; empty for the whole project. */
  readonly base: string;
  /** Files below it in order, without symlinks and submodules. */
  readonly entries: readonly SourceEntry[];
  has(path: string): boolean;
  /** As `has`, and of a file in a folder above it, such as the lock file of a workspace. */
  hasAround(path: string): boolean;
  /** Paths of files with this name (lower-cased), nearest to the top first. */
  named(name: string): readonly string[];
  /** Text of a file of bounded size; null when it cannot be read, which is noted among the gaps. */
  text(path: string): Promise<string | null>;
  /** What its links say, for who leads to files through them; left out where nobody does. */
  readonly links?: LinkTexts;
  /** Notes what could not be found out, once. */
  gap(text: string): void;
  gaps(): readonly string[];
}

/** Wraps a source; texts are kept while the question is answered, since several parts read the same manifests. */
export function makeProjectFiles(
  source: Source,
  entries: readonly SourceEntry[],
  base: string,
  above: ReadonlySet<string> = new Set(),
): ProjectFiles {
  const gaps = new Set<string>();
  const paths = new Set(entries.map(({ path }) => path));
  const byName = groupByName(entries);
  const texts = new Map<string, Promise<string | null>>();

  async function read(path: string): Promise<string | null> {
    const content = await source.read(path, TEXT_BYTES_MAX);
    if (!content.ok) {
      gaps.add(`${path} was not read: ${content.reason.replaceAll('_', ' ')}`);
      return null;
    }
    const { text, problem } = readUtf8(content.bytes);
    if (problem !== null) gaps.add(`${path} was not read: ${problem}`);
    return text;
  }

  return {
    base,
    entries,
    has: (path) => paths.has(path),
    hasAround: (path) => paths.has(path) || above.has(path),
    named: (name) => byName.get(name) ?? [],
    text(path) {
      const known = texts.get(path) ?? read(path);
      texts.set(path, known);
      return known;
    },
    gap: (text) => gaps.add(text),
    gaps: () => [...gaps],
  };
}

function groupByName(entries: readonly SourceEntry[]): ReadonlyMap<string, readonly string[]> {
  const paths = entries.map(({ path }) => path);
  const groups = Map.groupBy(paths, (path) => nameOf(path).toLowerCase());
  for (const group of groups.values()) group.sort(byDepth);
  return groups;
}

/** All folders with a file somewhere below them. */
export function foldersOf(entries: readonly SourceEntry[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of entries) {
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

/** A name within a folder. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The file of a name that lies nearest to a folder: in it or above it, be it outside of what is asked about. */
export function nearestAround(
  { hasAround }: Pick<ProjectFiles, 'hasAround'>,
  folder: string,
  name: string,
): string | null {
  for (let at: string | null = folder; at !== null; at = at === '' ? null : folderOf(at)) {
    const path = inFolder(at, name);
    if (hasAround(path)) return path;
  }
  return null;
}

/** A target as manifests write it (`./lib/../src/a.js`), as a path of the project; null when it leaves it. */
export function resolveTarget(folder: string, target: string): string | null {
  const parts: string[] = folder === '' ? [] : folder.split('/');
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

// Sublime Text tests its definitions of syntaxes on files of that name, which may be called as manifests are.
const SAMPLES =
  /(?:^|\/)(?:tests?|__tests__|spec|specs|testing|testdata|test[_-]?data|sbt-test|fixtures?|__fixtures__|__testfixtures__|testsuite|test[_-](?:apps?|projects?|fixtures?|packages?|sites?|workspaces?)|examples?|samples?|benches|benchmarks?|templates?)\/|(?:^|\/)syntax_test_[^/]*$/i;

/** What those that make projects copy, beside what they are themselves. */
const TEMPLATES =
  /(?:^|\/)(?:app|site|theme|project|plugin|package|(?:android|ios)(?:-[a-z]{1,20})?)[_-]templates?\/|(?:^|\/)(?:create-[\w.-]+|starters?|generators?|cli)\/(?:[\w.-]+\/)?template(?:s|-[\w.-]+)?\//i;

/** An application of Rails made to try the project, by what lies in one: Django's, Phoenix' and .NET's may be the project. */
const TRYING =
  /(?:^|\/)my_?app\/(?:(?:app\/(?:controllers|helpers|jobs|models|views|workers)|config|db)\/|(?:config\.ru|Gemfile|Rakefile)$)/;

/**
 * Sources and builds that an archive of Java holds as they are, as archetypes of Maven do, builds in those of whichever
 * set of sources of a module (what lies in `src/` at the top may be modules): nothing builds them. Source: Maven,
 * "Standard Directory Layout", "Guide to Creating Archetypes".
 */
const RESOURCES =
  /(?:^|\/)src\/main\/resources\/(?:archetype-resources\/|(?:[^/]+\/)*(?:pom\.xml|build\.gradle(?:\.kts)?|[^/]+\.(?:java|kt|scala|c|cc|cpp|cs|go|swift))$)|\/src\/[\w.-]{1,60}\/resources\/(?:[^/]+\/)*(?:pom\.xml|build\.gradle(?:\.kts)?)$/;

/** Whether a file lies in what a program copies into the projects that it makes, which talks to nobody where it is. */
export function isTemplate(path: string): boolean {
  return TEMPLATES.test(path);
}

/** Whether a path lies among tests, examples or fixtures, whose manifests and mains do not speak for the project. */
export function isSample(path: string): boolean {
  const outside = outsideOfPackages(path);
  return (
    SAMPLES.test(outside) ||
    TEMPLATES.test(outside) ||
    TRYING.test(outside) ||
    RESOURCES.test(path) ||
    isInSampleFolder(path)
  );
}

/** The same of a path below a folder (`a/b/`) that is asked about by itself, be it among tests; it may hold templates. */
export function isSampleBelow(base: string, path: string): boolean {
  return isSample(path.slice(base.length)) || TEMPLATES.test(path.slice(base.lastIndexOf('/', base.length - 2) + 1));
}

/** A path with the names of such as only try a project (`myapp`) taken for an application's own; null for any other. */
export function asOwnApplication(path: string): string | null {
  return TRYING.test(path) ? path.replace(/(^|\/)my_?app(?=\/)/g, '$1app') : null;
}

/** A text on one line, of bounded length. */
export function shortLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const max = LINE_CHARACTERS_MAX;
  return line.length <= max ? line : `${line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
