import { structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../search/lines.ts';
import type { TypeFacts, TypeImport } from '../typed/facts.ts';
import { boundFacts, findNames, inPackage, openBracketAt } from '../typed/names.ts';

const PACKAGE = /^[ \t]*package[^\S\n]+([\w.`]{1,300})/m;
const IMPORT = /^[ \t]*import[^\S\n]+([\w`]+(?:\.[\w`]+){0,40})(\.\*)?(?:[^\S\n]+as[^\S\n]+(`?\w{1,200}))?/gm;
const TYPE = /(?<![\w.@])(?:class|interface|object|typealias)\s+`?([A-Za-z_]\w{0,200})/g;
// What may stand before a declaration is any word; what it extends goes before its name.
const MEMBER =
  /^[ \t]*(?:(?:@[\w.:]{1,80}|[a-z]{2,12})[^\S\n]+){0,8}(?:fun|val|var)[^\S\n]+(?:<[^>\n]{0,200}>\s*)?(?:[\w.<>?, *]{0,120}\.)?`?([A-Za-z_]\w{0,200})/gm;
const NAME = /(?<![\w.@$`])[A-Z]\w{0,200}/g;
const ANNOTATION = /(?<![\w.])@(?:[a-z]+:)?[A-Z]\w{0,200}/g;
const QUALIFIED = /(?<![\w.])[a-z]\w{0,80}(?:\.[a-z]\w{0,80}){1,20}\.[A-Z]\w{0,200}/g;

/** Package, imports, declared and used names of a Kotlin file, of which the mask says all. */
export function kotlinMentions(mask: string): TypeFacts {
  const packageName = (PACKAGE.exec(mask)?.[1] ?? '').replaceAll('`', '');
  const { all, top } = findDeclared(mask);
  const { imports, bound, end } = findImports(mask);
  const marks = findNames(mask, ANNOTATION, end).map(({ name, line }) => ({ name: name.replace(/^.*[@:]/, ''), line }));
  const used = [...findNames(mask, NAME, end), ...marks].filter(({ name }) => !all.has(name));
  return boundFacts({
    packages: [packageName],
    imports,
    declared: top.map((name) => inPackage(name, packageName)),
    used,
    qualified: findNames(mask, QUALIFIED, end),
    bound,
  });
}

function findImports(mask: string): {
  readonly imports: readonly TypeImport[];
  readonly bound: readonly string[];
  readonly end: number;
} {
  const imports: TypeImport[] = [];
  const bound: string[] = [];
  const lines = makeLineIndex(mask);
  let end = 0;
  for (const match of mask.matchAll(IMPORT)) {
    const [, path = '', star, alias] = match;
    const line = lines.lineAt(match.index);
    imports.push({ path: path.replaceAll('`', ''), isStatic: false, isStar: star !== undefined, isLocal: false, line });
    if (alias !== undefined) bound.push(alias.replace('`', ''));
    end = match.index + match[0].length;
  }
  return { imports, bound, end };
}

/** All names of types in the file, and what it declares at its top: types, functions, properties. */
function findDeclared(mask: string): { readonly all: ReadonlySet<string>; readonly top: readonly string[] } {
  const all = new Set<string>();
  const top: string[] = [];
  const structure = structureOf(mask);
  for (const pattern of [TYPE, MEMBER]) {
    for (const match of mask.matchAll(pattern)) {
      const [text, name = ''] = match;
      if (pattern === TYPE) all.add(name);
      if (openBracketAt(structure, match.index + text.length - name.length) === -1) top.push(name);
    }
  }
  return { all, top };
}
