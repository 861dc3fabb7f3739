import { structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../search/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';

/** An `import`, as it is written: `a.b.C`, or with a star for all of a package or class. */
export interface JavaImport {
  readonly path: string;
  readonly isStatic: boolean;
  readonly isStar: boolean;
  readonly line: number;
}

/** A name of a type with its first place. */
export interface JavaName {
  readonly name: string;
  readonly line: number;
}

/** What a Java file says. */
export interface JavaFacts {
  /** Empty for the unnamed package. */
  readonly package: string;
  readonly imports: readonly JavaImport[];
  /** Types that other files can name by the package. */
  readonly declared: readonly string[];
  /** Names of types that stand alone, and mean what is declared here, imported or in the same package. */
  readonly used: readonly JavaName[];
  /** Types with their package in front. */
  readonly qualified: readonly JavaName[];
  readonly isCut: boolean;
}

const PACKAGE = /^[ \t]*(?:@\w[\w.]{0,200}[^\S\n]+)?package\s+([\w.]{1,300})\s*;/m;
const IMPORT = /^[ \t]*import\s+(static\s+)?([\w$]+(?:\s*\.\s*[\w$]+){0,40})(\s*\.\s*\*)?\s*;/gm;
const TYPE = /(?<![\w$.])(?:class|interface|enum|record)\s+([A-Za-z_$][\w$]{0,200})/g;
const NAME = /(?<![\w$.])[A-Z][\w$]{0,200}/g;
const QUALIFIED = /(?<![\w$.])[a-z]\w{0,80}(?:\.[a-z]\w{0,80}){1,20}\.[A-Z]\w{0,200}/g;

/** Package, imports, declared and used types of a Java file, of which the mask says all. */
export function javaMentions(mask: string): JavaFacts {
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  const { all, declared } = findTypes(mask);
  const head = findImports(mask);
  const used = findNames(mask, NAME, head.end).filter(({ name }) => !all.has(name));
  const qualified = findNames(mask, QUALIFIED, head.end);
  return {
    package: PACKAGE.exec(mask)?.[1] ?? '',
    imports: head.imports.slice(0, max),
    declared: declared.slice(0, max),
    used: used.slice(0, max),
    qualified: qualified.slice(0, max),
    isCut: [head.imports, declared, used, qualified].some((list) => list.length > max),
  };
}

/** Imports, and where the last of them ends: before it no type is used but in annotations of the package. */
function findImports(mask: string): { readonly imports: readonly JavaImport[]; readonly end: number } {
  const imports: JavaImport[] = [];
  const lines = makeLineIndex(mask);
  let end = 0;
  for (const match of mask.matchAll(IMPORT)) {
    const path = (match[2] ?? '').replace(/\s+/g, '');
    const line = lines.lineAt(match.index + match[0].search(/import/));
    imports.push({ path, isStatic: match[1] !== undefined, isStar: match[3] !== undefined, line });
    end = match.index + match[0].length;
  }
  return { imports, end };
}

/** Names of all types that the file declares, and of those at its top. */
function findTypes(mask: string): { readonly all: ReadonlySet<string>; readonly declared: readonly string[] } {
  const all = new Set<string>();
  const declared: string[] = [];
  const structure = structureOf(mask);
  for (const match of mask.matchAll(TYPE)) {
    const name = match[1] ?? '';
    all.add(name);
    if (structure.openAtLine[structure.lineAt(match.index)] === -1) declared.push(name);
  }
  return { all, declared };
}

/** Each name once, at its first place. */
function findNames(mask: string, pattern: RegExp, from: number): readonly JavaName[] {
  const found = new Map<string, JavaName>();
  const lines = makeLineIndex(mask);
  const names = new RegExp(pattern);
  names.lastIndex = from;
  for (let match = names.exec(mask); match; match = names.exec(mask)) {
    const name = match[0];
    if (!found.has(name)) found.set(name, { name, line: lines.lineAt(match.index) });
    if (found.size > IMPORT_LIMITS.mentionsPerFileMax) break;
  }
  return [...found.values()];
}
