import { LEX_RULES } from '../../lex/lex-rules.ts';
import { structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { TypeFacts, TypeImport } from '../typed/facts.ts';
import { boundFacts, findNames, inPackage } from '../typed/names.ts';

const PACKAGE = /^[ \t]*(?:@\w[\w.]{0,200}[^\S\n]+)?package\s+([\w.]{1,300})\s*;/m;
const IMPORT = /^[ \t]*import\s+(static\s+)?([\w$]+(?:\s*\.\s*[\w$]+){0,40})(\s*\.\s*\*)?\s*;/gm;
const TYPE = /(?<![\w$.])(?:class|interface|enum|record)\s+([A-Za-z_$][\w$]{0,200})/g;
const NAME = /(?<![\w$.])[A-Z][\w$]{0,200}/g;
const QUALIFIED = /(?<![\w$.])[a-z]\w{0,80}(?:\.[a-z]\w{0,80}){1,20}\.[A-Z]\w{0,200}/g;

/** Package, imports, declared and used types of a Java file, of which the mask says all. */
export function javaMentions(mask: string): TypeFacts {
  const packageName = PACKAGE.exec(mask)?.[1] ?? '';
  const { all, declared } = findTypes(mask);
  const head = findImports(mask);
  return boundFacts({
    packages: [packageName],
    imports: head.imports,
    declared: declared.map((name) => inPackage(name, packageName)),
    used: findNames(mask, NAME, head.end).filter(({ name }) => !all.has(name)),
    qualified: findNames(mask, QUALIFIED, head.end),
    bound: [],
  });
}

/** Imports, and where the last of them ends: before it no type is used but in annotations of the package. */
function findImports(mask: string): { readonly imports: readonly TypeImport[]; readonly end: number } {
  const imports: TypeImport[] = [];
  const lines = makeLineIndex(mask);
  let end = 0;
  for (const match of mask.matchAll(IMPORT)) {
    const path = (match[2] ?? '').replace(/\s+/g, '');
    const line = lines.lineAt(match.index + match[0].search(/import/));
    imports.push({ path, isStatic: match[1] !== undefined, isStar: match[3] !== undefined, isLocal: false, line });
    end = match.index + match[0].length;
  }
  return { imports, end };
}

/** Names of all types that the file declares, and of those at its top. */
function findTypes(mask: string): { readonly all: ReadonlySet<string>; readonly declared: readonly string[] } {
  const all = new Set<string>();
  const declared: string[] = [];
  const structure = structureOf(mask, LEX_RULES.java);
  for (const match of mask.matchAll(TYPE)) {
    const name = match[1] ?? '';
    all.add(name);
    if (structure.around(match.index) === -1) declared.push(name);
  }
  return { all, declared };
}
