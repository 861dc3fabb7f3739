import { escapeRegex } from '../search/matcher.ts';
import type { CodeFile } from './code-file.ts';
import { startOfLine } from './code-file.ts';
import { goTypeKey, nameOfKey, type OwnMethods, typesWithAll } from './embedded-methods.ts';
import type { Implementation } from './find-implementations.ts';
import { gatherDeclared } from './gather.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import type { Definition } from './reference.ts';
import type { ReferenceQuestion } from './reference-search.ts';
import { TYPE_KINDS } from './type-heads.ts';

/** Methods of one interface that are compared. */
const METHODS_MAX = 40;

/**
 * Go's types that have all methods of an interface, which the language asks for nowhere in writing: `exact` when the
 * types of their parameters and results are the same too, else nothing.
 */
export async function findMethodSets(
  question: ReferenceQuestion,
  targets: readonly Definition[],
): Promise<readonly Implementation[]> {
  const interfaces = targets.filter(({ family, symbol }) => family === 'go' && symbol.kind === 'interface');
  const found: Implementation[] = [];
  for (const target of interfaces.slice(0, REFERENCE_LIMITS.frontierMax)) {
    const wanted = await methodsOf(question, target);
    if (wanted !== null) found.push(...(await typesWith(question, wanted)));
  }
  return found;
}

/** The methods that an interface asks for, by name; null when it has none of its own, or embeds what is not read. */
async function methodsOf(question: ReferenceQuestion, { file: path, symbol }: Definition) {
  let wanted: Map<string, string> | null = null;
  await question.texts.at([path], (file) => {
    wanted = readMethods(file, symbol);
  });
  return wanted as ReadonlyMap<string, string> | null;
}

function readMethods(file: CodeFile, { line, endLine }: Definition['symbol']): Map<string, string> | null {
  const body = file.mask().slice(startOfLine(file, line + 1), startOfLine(file, endLine));
  const methods = new Map<string, string>();
  for (const row of body.split('\n')) {
    const head = /^\s*(\w+)(\(.*)$/.exec(row);
    if (head !== null) methods.set(head[1] ?? '', shapeOf(head[2] ?? ''));
    // What is embedded asks for methods that are not known here.
    else if (/\S/.test(row)) return null;
  }
  return methods.size === 0 || methods.size > METHODS_MAX ? null : methods;
}

async function typesWith(
  question: ReferenceQuestion,
  wanted: ReadonlyMap<string, string>,
): Promise<readonly Implementation[]> {
  const known = await gatherDeclared(question.texts, new Set(wanted.keys()));
  const methods = [...known.definitions.values()]
    .flat()
    .filter(({ family, container }) => family === 'go' && container !== null);
  const byType = new Map<string, OwnMethods>();
  for (const [type, own] of Map.groupBy(methods, ({ file, container }) => goTypeKey(file, container ?? ''))) {
    const fitting = own.filter(({ symbol }) => shapeOf(afterName(symbol)) === wanted.get(symbol.name));
    const namesOf = (list: readonly Definition[]) => new Set(list.map(({ symbol }) => symbol.name));
    byType.set(type, { names: namesOf(own), fitting: namesOf(fitting) });
  }
  const full = await typesWithAll(question, byType, wanted.size);
  const types = await gatherDeclared(question.texts, new Set([...full].map(nameOfKey)));
  return [...types.definitions.values()]
    .flat()
    .filter(({ file, symbol }) => TYPE_KINDS.has(symbol.kind) && full.has(goTypeKey(file, symbol.name)))
    .filter(({ file, role }) => question.accepts({ path: file, role }))
    .map((definition) => ({ definition, evidence: 'exact', depth: 1, of: null }) as const);
}

/** What follows a method's name in its head. */
function afterName({ signature, name }: Definition['symbol']): string {
  const at = signature.search(new RegExp(`\\)\\s*${escapeRegex(name)}\\(`));
  return at === -1 ? '' : signature.slice(signature.indexOf('(', at + 1));
}

/** Parameters and results by their types alone, without names and packages: two methods of one shape are the same. */
function shapeOf(head: string): string {
  const clean = head
    .replace(/\{\s*$/, '')
    .replace(/\b\w+\./g, '')
    .trim();
  const [parameters, rest] = splitList(clean);
  const results = rest.trim().startsWith('(') ? typesOf(splitList(rest.trim())[0]) : rest.trim();
  return `(${typesOf(parameters)}) ${results}`.replace(/\binterface\s*\{\s*\}/g, 'any').replace(/\s+/g, ' ');
}

/** The inside of the bracket that a text begins with, and what follows it. */
function splitList(text: string): readonly [string, string] {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    else if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return [text.slice(1, at), text.slice(at + 1)];
  }
  return [text.slice(1), ''];
}

/** `a, b int, c ...string` is `int,int,...string`; without names the words are the types. */
function typesOf(list: string): string {
  const parts = topLevelParts(list).map((part) => part.trim());
  if (parts.length === 1 && parts[0] === '') return '';
  const isNamed = parts.some((part) => /^\w+\s+\S/.test(part) && !/^(?:chan|map|func|struct|interface)\b/.test(part));
  if (!isNamed) return parts.join(',');
  const types: string[] = [];
  for (const part of parts.toReversed()) types.unshift(/^\w+\s+(\S[\s\S]*)$/.exec(part)?.[1] ?? types[0] ?? part);
  return types.join(',');
}

function topLevelParts(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length; at += 1) {
    if ('([{'.includes(list[at] ?? '')) depth += 1;
    else if (')]}'.includes(list[at] ?? '')) depth -= 1;
    else if (list[at] === ',' && depth === 0) {
      parts.push(list.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, list.slice(from)];
}
