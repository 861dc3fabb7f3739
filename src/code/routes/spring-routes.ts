import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

const LITERALS = '"[^"\\n]{0,300}"(?:\\s*,\\s*"[^"\\n]{0,300}"){0,20}';
/** An annotation with its arguments; quoted texts may hold brackets, and in Kotlin arguments are `arrayOf(…)`. */
const MAPPING =
  /@(Get|Post|Put|Delete|Patch|Request)Mapping\b(?:\s*\(((?:[^()"]|"[^"\n]{0,300}"|\((?:[^()"]|"[^"\n]{0,300}"){0,600}\)){0,600})\))?/g;

/** Methods of a class marked as a controller; the class's own `@RequestMapping` is put before when it is one literal. */
export function readSpring(code: Code): readonly Route[] {
  const typeAt = controllerAt(code);
  if (typeAt === null) return [];
  const mappings = [...codeMatches(code, MAPPING)];
  const prefix = prefixOf(
    code,
    mappings.filter(({ index }) => index < typeAt),
  );
  if (prefix === null) return [];
  return mappings.filter(({ index }) => index > typeAt).flatMap((match) => routesOf(code, match, prefix));
}

/** Where the controller of a file begins; with other types before it nobody can tell whose a method is. */
function controllerAt(code: Code): number | null {
  const marks = [...codeMatches(code, /@(?:Rest)?Controller\b/g)];
  const [type] = codeMatches(code, /\b(?:class|interface|record|enum)\s+[A-Z]\w*/g);
  const isController = type?.[0].startsWith('class') && marks.some(({ index }) => index < type.index);
  return type !== undefined && isController ? type.index : null;
}

/** What the class puts before every path; null when it is not one literal. */
function prefixOf(code: Code, mappings: readonly RegExpExecArray[]): string | null {
  const [mapping] = mappings;
  const paths = mapping === undefined ? [] : springPaths(givenTo(code, mapping));
  return paths === null || paths.length > 1 ? null : (paths[0] ?? '');
}

function routesOf(code: Code, match: RegExpExecArray, prefix: string): readonly Route[] {
  const [, word = ''] = match;
  const given = givenTo(code, match);
  const paths = springPaths(given);
  if (given === null || paths === null) return [];
  const methods = word === 'Request' ? springMethods(given) : [word.toUpperCase()];
  const place = { framework: 'Spring MVC', file: code.file, line: lineOf(code, match) };
  const own = paths.length === 0 ? [''] : paths;
  return own.flatMap((path) => methods.map((method) => ({ method, path: joinPaths(prefix, path), ...place })));
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

function springMethods(given: string): readonly string[] {
  const methods = namesBy(given, /RequestMethod\.([A-Z]+)/g);
  return methods.length === 0 ? ['ANY'] : methods;
}
