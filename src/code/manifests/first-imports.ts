import { normalName } from '../formats/pep508.ts';
import { languageOf } from '../lex/languages.ts';
import { LEX_RULES, type ScannedLanguage } from '../lex/lex-rules.ts';
import { maskCode } from '../lex/mask.ts';
import type { ManifestEcosystem, ProjectPackage } from '../questions/manifests.types.ts';
import { scanTexts } from '../search/scan.ts';
import { makeGaps, type ScannedFile } from '../search/scope.ts';
import { isBorrowed } from '../source/borrowed.ts';
import { roleOfPath } from '../source/path-role.ts';
import type { Source, SourceEntry } from '../source/source.ts';
import { lineAt } from '../text/lines.ts';
import { MANIFEST_LIMITS } from './limits.ts';

/** What is looked for and where. */
export interface FirstImportsInput {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly packages: readonly Pick<ProjectPackage, 'ecosystem' | 'name' | 'aliases'>[];
  readonly signal: AbortSignal;
  readonly deadlineAtMs: number;
}

/** Places by the package's index, and what was not looked at. */
export interface FirstImports {
  readonly places: ReadonlyMap<number, readonly string[]>;
  readonly gaps: readonly string[];
}

/**
 * The first lines that import each package, sources before tests, found by the text of imports alone. Only where the
 * name of a package is also that of its imports: npm, Go, Cargo, and Python packages that are called like their module.
 */
export async function findFirstImports(input: FirstImportsInput): Promise<FirstImports> {
  const names = indexNames(input.packages);
  const files = chooseFiles(input.entries, names);
  const places = new Map<number, string[]>();
  const gaps: string[] = [];
  const shown = files.slice(0, MANIFEST_LIMITS.importFilesMax);
  if (shown.length < files.length)
    gaps.push(`imports were looked for in the first ${shown.length} of ${files.length} source files`);
  const { signal, deadlineAtMs } = input;
  const scope = { source: input.source, context: { signal, deadlineAtMs }, files: shown, gaps: makeGaps() };
  const end = await scanTexts(scope, ({ path }, bytes) => {
    const language = languageOf(path)?.scanner;
    const finder = language == null ? undefined : FINDERS[language];
    if (language == null || finder === undefined) return;
    addImports({ names, places, path, text: bytes.toString('utf8'), language, finder });
  });
  if (!end.isComplete) gaps.push(`imports were not looked for in ${end.unread} files: the time did not suffice`);
  return { places, gaps };
}

/** Index of the package by ecosystem and name as imports write it. */
type Names = ReadonlyMap<string, number>;

function indexNames(packages: FirstImportsInput['packages']): Names {
  const names = new Map<string, number>();
  for (const [at, { ecosystem, name, aliases }] of packages.entries()) {
    for (const one of aliases.length > 0 ? aliases : [name]) {
      const key = `${ecosystem}\0${importName(ecosystem, one)}`;
      if (!names.has(key)) names.set(key, at);
    }
  }
  return names;
}

function importName(ecosystem: ManifestEcosystem, name: string): string {
  if (ecosystem === 'cargo') return name.replaceAll('-', '_');
  return ecosystem === 'pypi' ? normalName(name) : name;
}

const ECOSYSTEM_OF: Readonly<Partial<Record<ScannedLanguage, ManifestEcosystem>>> = {
  script: 'npm',
  python: 'pypi',
  go: 'go',
  rust: 'cargo',
};

/** Files of the languages in question, sources first, others' code left out. */
function chooseFiles(entries: readonly SourceEntry[], names: Names): readonly ScannedFile[] {
  const ecosystems = new Set([...names.keys()].map((key) => key.split('\0', 1)[0]));
  const files = entries.flatMap(({ path, kind }): readonly ScannedFile[] => {
    const language = kind === 'file' ? languageOf(path)?.scanner : null;
    const ecosystem = language == null ? undefined : ECOSYSTEM_OF[language];
    if (ecosystem === undefined || !ecosystems.has(ecosystem) || isBorrowed(path)) return [];
    return [{ path, role: roleOfPath(path) }];
  });
  const order = ['source', 'test', 'aside'];
  return files.sort((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
}

interface Visit {
  readonly names: Names;
  readonly places: Map<number, string[]>;
  readonly path: string;
  readonly text: string;
  readonly language: ScannedLanguage;
  readonly finder: Finder;
}

function addImports({ names, places, path, text, language, finder }: Visit): void {
  const ecosystem = ECOSYSTEM_OF[language];
  const found = new Map<number, number>();
  for (const { at, specifier } of finder(text)) {
    const index = candidates(language, specifier)
      .map((name) => names.get(`${ecosystem}\0${name}`))
      .find((one) => one !== undefined);
    if (
      index === undefined ||
      found.has(index) ||
      (places.get(index)?.length ?? 0) >= MANIFEST_LIMITS.importsPerPackageMax
    )
      continue;
    found.set(index, at);
  }
  if (found.size === 0) return;
  // The mask costs more than the search, and most files import nothing that is asked for.
  const mask = maskCode(text, LEX_RULES[language]);
  for (const [index, at] of found) {
    const place = mask[at] === text[at] ? at : secondTry({ names, mask, text, language, finder, index });
    if (place === null) continue;
    places.set(index, [...(places.get(index) ?? []), `${path}:${lineAt(text, place)}`]);
  }
}

/** The first mention was in a comment or text: the first in code, if there is one. */
function secondTry(
  given: Pick<Visit, 'names' | 'text' | 'language' | 'finder'> & { mask: string; index: number },
): number | null {
  const { names, mask, text, language, finder, index } = given;
  for (const { at, specifier } of finder(text)) {
    const isIt = candidates(language, specifier).some(
      (name) => names.get(`${ECOSYSTEM_OF[language]}\0${name}`) === index,
    );
    if (isIt && mask[at] === text[at]) return at;
  }
  return null;
}

interface Mention {
  /** Offset of a character that is code when the import is. */
  readonly at: number;
  readonly specifier: string;
}

type Finder = (text: string) => Iterable<Mention>;

const FINDERS: Readonly<Partial<Record<ScannedLanguage, Finder>>> = {
  script: (text) => mentions(text, /\b(?:from|import|require)\b\s*(?:\(\s*)?(["'])([^"'\n]{1,300})\1/g, 2),
  python: pythonImports,
  go: goImports,
  rust: (text) => mentions(text, /\b(?:use|extern\s+crate)\s+(?:::)?([A-Za-z_]\w{0,100})/g, 1),
};

function* mentions(text: string, pattern: RegExp, group: number): Generator<Mention> {
  for (const found of text.matchAll(pattern)) yield { at: found.index, specifier: found[group] ?? '' };
}

function* pythonImports(text: string): Generator<Mention> {
  for (const found of text.matchAll(
    /^[ \t]*(?:from[ \t]+([\w.]{1,200})[ \t]+import\b|import[ \t]+([\w.][\w., \t]{0,300}))/gm,
  )) {
    const at = found.index + found[0].search(/\S/);
    for (const part of (found[1] ?? found[2] ?? '').split(',')) {
      yield { at, specifier: part.trim().split(/[.\s]/, 1)[0] ?? '' };
    }
  }
}

/** Imports stand before all declarations. */
function* goImports(text: string): Generator<Mention> {
  const end = /^(?:func|type|var|const)\b/m.exec(text)?.index ?? text.length;
  for (const found of text.slice(0, end).matchAll(/^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"([^"\n]{1,300})"/gm)) {
    yield { at: found.index + found[0].indexOf('"'), specifier: found[1] ?? '' };
  }
}

/** Names of packages that an import may mean, the longest first. */
function candidates(language: ScannedLanguage, specifier: string): readonly string[] {
  if (language === 'python') return [normalName(specifier)];
  if (language === 'rust') return [specifier];
  if (language === 'go') {
    const parts = specifier.split('/');
    return parts.map((_, at) => parts.slice(0, parts.length - at).join('/'));
  }
  if (/^[./#]|^node:/.test(specifier)) return [];
  const parts = specifier.split('/');
  return [parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/')];
}
