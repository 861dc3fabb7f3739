import { LEX_RULES } from '../../lex/lex-rules.ts';
import { structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { TypeFacts, TypeImport, TypeName } from '../typed/facts.ts';
import { boundFacts, findNames } from '../typed/names.ts';

const IMPORT =
  /^[ \t]*(?:@\w{1,80}(?:\([^()\n]{0,80}\))?[ \t]+)*(?:(?:public|internal|private|package|fileprivate)[ \t]+)?import[ \t]+(?:(?:class|struct|enum|protocol|func|var|let|typealias)[ \t]+)?([A-Za-z_][\w.]{0,200})/gm;
const TYPE =
  /(?<![\w.@]|\bimport[ \t]{1,8})(?:class|struct|enum|protocol|actor|typealias)\s+(?!func\b|var\b|let\b|subscript\b)([A-Za-z_]\w{0,200})/g;
const ASSOCIATED = /(?<![\w.])associatedtype\s+(\w{1,200})/g;
/** Generic parameters, behind the name of what is declared. */
const PARAMETERS =
  /(?<![\w.])(?:(?:class|struct|enum|actor|func|typealias|protocol|macro)[^\S\n]+[^\s<>(){}:]{1,200}|init[?!]?|subscript)[^\S\n]*<([^<>{}]{1,400})>/g;
/** The same where a bound tells them apart from a list of types. */
const BOUND = /<\s*([A-Z]\w{0,80}(?:\s*[:,][\w.&\s]{1,80}(?<!\s)){0,8}\s*)>/g;
const NAME = /(?<![\w.$`])[A-Z]\w{0,200}/g;

/** Imported modules, declared and used types of a Swift file. */
export function swiftMentions(text: string, mask: string): TypeFacts {
  const { all, top } = findDeclared(mask);
  const imports = findImports(mask);
  const isUse = (from: number): boolean =>
    !/(?:^|\n)[^\n]{0,80}\bimport[ \t]+[\w. ]{0,120}$/.test(mask.slice(Math.max(0, from - 200), from));
  const bare = namedHere(mask);
  return boundFacts({
    packages: [''],
    imports,
    declared: top,
    used: findNames(mask, NAME, 0, isUse).filter(({ name }) => !all.has(name) && !bare.has(name)),
    qualified: macroTypes(text, mask),
    bound: [],
  });
}

const MACRO = /#externalMacro\s*\(/g;
const MACRO_TYPE = /\s*module\s*:\s*"([A-Za-z_]\w{0,200})"\s*,\s*type\s*:\s*"([A-Za-z_][\w.]{0,200})"/y;

/**
 * The types that a compiler's plugin makes macros by, each with the module that is named before it.
 * Source: Swift, SE-0389 "Attached Macros"; SE-0382 "Expression Macros", `externalMacro`.
 */
function macroTypes(text: string, mask: string): readonly TypeName[] {
  const lines = makeLineIndex(mask);
  const found = new Map<string, TypeName>();
  for (const { 0: head, index } of mask.matchAll(MACRO)) {
    MACRO_TYPE.lastIndex = index + head.length;
    const [, module, type] = MACRO_TYPE.exec(text) ?? [];
    const name = `${module}.${type}`;
    if (module === undefined || found.has(name)) continue;
    found.set(name, { name, line: lines.lineAt(index) });
  }
  return [...found.values()];
}

/** Names that stand for types which are only known where the file is used. */
function namedHere(mask: string): ReadonlySet<string> {
  const names = new Set([...mask.matchAll(ASSOCIATED)].map(([, name = '']) => name));
  for (const [, list = ''] of mask.matchAll(PARAMETERS))
    for (const part of list.split(','))
      names.add(
        part
          .replace(/^\s*(?:each|let)\s+/, '')
          .split(':')[0]
          ?.trim() ?? '',
      );
  for (const [, list = ''] of mask.matchAll(BOUND)) for (const name of namesOf(list)) names.add(name);
  return names;
}

/** Generic parameters: `T`, `Key: Hashable`. A list of types alone, as in `Array<Item>`, declares none. */
function namesOf(list: string): readonly string[] {
  return list.split(',').flatMap((part) => {
    const [name = '', bound] = part.split(':').map((word) => word.trim());
    return bound !== undefined || /^[A-Z]\d?$/.test(name) ? [name] : [];
  });
}

function findImports(mask: string): readonly TypeImport[] {
  const lines = makeLineIndex(mask);
  return [...mask.matchAll(IMPORT)].map((match) => {
    const [whole, path = ''] = match;
    const line = lines.lineAt(match.index + whole.length - 1);
    return { path: path.replace(/\..*$/s, ''), isStatic: false, isStar: true, isLocal: false, line };
  });
}

/** Modifiers before a declaration: a longer line is no code that somebody wrote. */
const LOOK_BACK = 400;

/** All names of types in the file, and those at its top that other files can see. */
function findDeclared(mask: string): { readonly all: ReadonlySet<string>; readonly top: readonly string[] } {
  const all = new Set<string>();
  const top: string[] = [];
  const structure = structureOf(mask, LEX_RULES.swift);
  for (const match of mask.matchAll(TYPE)) {
    const name = match[1] ?? '';
    all.add(name);
    const line = structure.lineAt(match.index);
    const before = mask.slice(Math.max(structure.lineStarts[line] ?? 0, match.index - LOOK_BACK), match.index);
    const isHidden = /\b(?:private|fileprivate)\b(?!\()/.test(before);
    if (structure.around(match.index) === -1 && !isHidden) top.push(name);
  }
  return { all, top };
}
