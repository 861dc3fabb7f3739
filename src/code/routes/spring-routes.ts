import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

const LITERALS = '"[^"\\n]{0,300}"(?:\\s*,\\s*"[^"\\n]{0,300}"){0,20}';
/** An annotation with its arguments; quoted texts may hold brackets. */
const MAPPING = /@(Get|Post|Put|Delete|Patch|Request)Mapping\b(?:\s*\(((?:[^()"]|"[^"\n]{0,300}"){0,600})\))?/g;

/** Methods of a class marked as a controller; the class's own `@RequestMapping` is put before when it is one literal. */
export function readSpring(code: Code): readonly Route[] {
  const typeAt = controllerAt(code);
  if (typeAt === null) return [];
  const mappings = [...codeMatches(code, MAPPING)];
  const prefix = prefixOf(mappings.filter(({ index }) => index < typeAt));
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
function prefixOf(mappings: readonly RegExpExecArray[]): string | null {
  const [mapping] = mappings;
  const paths = mapping === undefined ? [] : springPaths(mapping[2] ?? '');
  return paths === null || paths.length > 1 ? null : (paths[0] ?? '');
}

function routesOf(code: Code, match: RegExpExecArray, prefix: string): readonly Route[] {
  const [, word = '', given = ''] = match;
  const paths = springPaths(given) ?? null;
  if (paths === null) return [];
  const method = word === 'Request' ? springMethod(given) : word.toUpperCase();
  const line = lineOf(code, match);
  const own = paths.length === 0 ? [''] : paths;
  return own.map((path) => ({ method, path: joinPaths(prefix, path), framework: 'Spring MVC', file: code.file, line }));
}

/** Literal paths of an annotation, in braces or as Kotlin has them in brackets; none where it names none, null when they are no literals. */
function springPaths(given: string): readonly string[] | null {
  const bare = given.replace(/"[^"]*"/g, '""');
  const isNamed = bare.includes('=');
  if (isNamed && !/\b(?:value|path)\s*=/.test(bare)) return [];
  if (given.trim() === '') return [];
  const list = new RegExp(
    `${isNamed ? '\\b(?:value|path)\\s*=' : '^'}\\s*(?:[{[]\\s*)?(${LITERALS})\\s*(?:[}\\]]\\s*)?(?:,|$)`,
  ).exec(given)?.[1];
  return list === undefined ? null : namesBy(list, /"([^"]*)"/g);
}

function springMethod(given: string): string {
  const methods = namesBy(given, /RequestMethod\.([A-Z]+)/g);
  return methods.length === 0 ? 'ANY' : methods.join('|');
}
