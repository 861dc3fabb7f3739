import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

const LITERALS = '"[^"\\n]{0,300}"(?:\\s*,\\s*"[^"\\n]{0,300}"){0,20}';
/** An annotation with its arguments; quoted texts may hold brackets, and in Kotlin arguments are `arrayOf(…)`. */
const MAPPING =
  /@(Get|Post|Put|Delete|Patch|Request)Mapping\b(?:\s*\(((?:[^()"]|"[^"\n]{0,300}"|\((?:[^()"]|"[^"\n]{0,300}"){0,600}\)){0,600})\))?/g;

/**
 * Methods of classes marked as controllers; a class's own `@RequestMapping` is put before those of its own body when it is
 * written out, of several paths each. What stands in the body of another type is none of theirs.
 */
export function readSpring(code: Code): readonly Route[] {
  const found = [...codeMatches(code, MAPPING)];
  const mappings = new Map(found.map((match) => [match.index, match]));
  const walk = makeWalk(code);
  let behind = 0;
  for (const part of code.mask.matchAll(PARTS)) {
    // Brackets of a mapping's own arguments belong to it.
    if (part.index < behind) continue;
    const mapping = mappings.get(part.index);
    if (mapping !== undefined) behind = mapping.index + mapping[0].length;
    walk.enter(part[0], mapping);
  }
  return walk.routes;
}

/** What tells where a type begins and ends, and what is said of it. */
const PARTS = /[(){};]|@(?:Rest)?Controller\b|@\w{1,10}Mapping\b|\b(?:class|interface|record|enum)\s+[A-Z]\w*/g;

/** A type whose body is open. */
interface OpenType {
  /** What stands before its paths, of several each; null for one that is no controller, or whose path is no literal. */
  readonly prefixes: readonly string[] | null;
  /** Braces that are open within its body. */
  readonly depth: number;
}

/** Goes through a file, with the mapping and the mark that wait for what they stand before. */
function makeWalk(code: Code) {
  const routes: Route[] = [];
  const types: OpenType[] = [];
  let [depth, brackets, isMarked] = [0, 0, false];
  let waiting: RegExpExecArray | null = null;
  let declared: readonly string[] | null | undefined;
  /** Ends what annotations wait for: it is no type, so that a mapping is that of a method. */
  const settle = (): void => {
    const prefixes = types.at(-1)?.prefixes ?? null;
    if (waiting !== null && prefixes !== null) routes.push(...routesOf(code, waiting, prefixes));
    waiting = null;
  };
  const brace = (sign: string): void => {
    settle();
    isMarked = false;
    depth = Math.max(0, depth + (sign === '{' ? 1 : sign === '}' ? -1 : 0));
    if (sign === '{' && declared !== undefined) types.push({ prefixes: declared, depth });
    if ((types.at(-1)?.depth ?? 0) > depth) types.pop();
    declared = undefined;
  };
  const word = (part: string, mapping: RegExpExecArray | undefined): void => {
    if (mapping !== undefined) {
      settle();
      [waiting, declared] = [mapping, undefined];
    } else if (part.startsWith('@')) isMarked ||= part.endsWith('Controller');
    else {
      declared = isMarked && part.startsWith('class') ? prefixesOf(code, waiting) : null;
      [waiting, isMarked] = [null, false];
    }
  };
  const enter = (part: string, mapping: RegExpExecArray | undefined): void => {
    if (part === '(' || part === ')') brackets = Math.max(0, brackets + (part === '(' ? 1 : -1));
    // Braces in an argument are those of a list or of a function there.
    else if (brackets > 0) return;
    else if (part.length === 1) brace(part);
    else word(part, mapping);
  };
  return { routes, enter };
}

/** What the class puts before every path; null where that is no literal. */
function prefixesOf(code: Code, mapping: RegExpExecArray | null): readonly string[] | null {
  const paths = mapping === null ? [] : springPaths(givenTo(code, mapping));
  return paths?.length === 0 ? [''] : paths;
}

function routesOf(code: Code, match: RegExpExecArray, prefixes: readonly string[]): readonly Route[] {
  const [, word = ''] = match;
  const given = givenTo(code, match);
  const paths = springPaths(given);
  if (given === null || paths === null) return [];
  const methods = word === 'Request' ? springMethods(given) : [word.toUpperCase()];
  const place = { framework: 'Spring MVC', file: code.file, line: lineOf(code, match) };
  const own = paths.length === 0 ? [''] : paths;
  const full = prefixes.flatMap((prefix) => own.map((path) => joinPaths(prefix, path)));
  return full.flatMap((path) => methods.map((method) => ({ method, path, ...place })));
}

/** What is given to an annotation; null where that was not understood. */
function givenTo({ text }: Code, { index, 0: whole, 2: given }: RegExpExecArray): string | null {
  if (given !== undefined) return given;
  const behind = text.slice(index + whole.length, index + whole.length + BEHIND_MAX);
  return behind.trimStart().startsWith('(') ? null : '';
}

/** White space before a parenthesis. */
const BEHIND_MAX = 200;

/** Literal paths of an annotation, in braces or as Kotlin has them in brackets; none where it names none, null when they are no literals. */
function springPaths(given: string | null): readonly string[] | null {
  if (given === null) return null;
  const bare = given.replace(/"[^"]*"/g, '""');
  const isNamed = bare.includes('=');
  if (isNamed && !/\b(?:value|path)\s*=/.test(bare)) return [];
  if (given.trim() === '') return [];
  const list = new RegExp(
    `${isNamed ? '\\b(?:value|path)\\s*=' : '^'}\\s*(?:(?:[{[]|arrayOf\\()\\s*)?(${LITERALS})\\s*(?:[}\\])]\\s*)?(?:,|$)`,
  ).exec(given)?.[1];
  return list === undefined ? null : namesBy(list, /"([^"]*)"/g);
}

/** All where it names none; none where one of them is not written out. Constants may be imported by their own names. */
function springMethods(given: string): readonly string[] {
  const bare = given.replace(/"[^"]*"/g, '""');
  const at = bare.search(/\bmethod\s*=/);
  if (at === -1) return ['ANY'];
  const value = bare.slice(bare.indexOf('=', at) + 1).trimStart();
  const [, list, one = ''] = /^(?:(?:arrayOf\s*\(|[{[])([^)}\]]*)|([\w.]+))/.exec(value) ?? [];
  const named = (list ?? one).split(',').map((name) => name.trim());
  const methods = named.filter((name) => name !== '').map((name) => SPRING_METHOD.exec(name)?.[1]);
  return methods.every((method) => method !== undefined) ? methods : [];
}

const SPRING_METHOD = /^(?:[\w.]{0,100}\bRequestMethod\.)?(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)$/;
