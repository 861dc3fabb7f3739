import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

const NAME = '[A-Za-z_$][\\w$]*';
/** A name from its beginning: who tries each of its ends as well goes through a long one again and again. */
const WHOLE = `(?<![\\w$])(${NAME})`;
/** Named imports behind a default one. */
const NAMED = '(?:\\s*,\\s*\\{[^}\\n]{0,200}\\})?';

/** Names that hold an application or a router. */
function expressNames(text: string): readonly string[] {
  const imported = namesBy(text, EXPRESS);
  const hasRouter = /\{[^}\n]{0,200}\bRouter\b[^}\n]{0,200}\}\s*(?:from|=\s*require\()\s*['"]express['"]/.test(text);
  const makers = [...imported.flatMap((name) => [name, `${name}.Router`]), ...(hasRouter ? ['Router'] : [])];
  return [...assignedFrom(text, makers), ...namesBy(text, EXPRESS_MADE)];
}

const EXPRESS = new RegExp(
  `(?:import\\s+(?:\\*\\s+as\\s+)?|(?:const|let|var)\\s+)(${NAME})${NAMED}\\s*(?:from|=\\s*require\\()\\s*['"]express['"]`,
  'g',
);
const EXPRESS_MADE = new RegExp(`${WHOLE}\\s*=\\s*require\\(['"]express['"]\\)\\s*\\(`, 'g');

function fastifyNames(text: string): readonly string[] {
  const imported = namesBy(text, FASTIFY);
  const named = namesBy(
    text,
    /\{[^}\n]{0,200}\b(fastify|Fastify)\b[^}\n]{0,200}\}\s*(?:from|=\s*require\()\s*['"]fastify['"]/g,
  );
  return [...assignedFrom(text, [...imported, ...named]), ...namesBy(text, FASTIFY_MADE)];
}

const FASTIFY = new RegExp(
  `(?:import\\s+|(?:const|let|var)\\s+)(${NAME})${NAMED}\\s*(?:from|=\\s*require\\()\\s*['"]fastify['"]\\)?\\s*[;\\n]`,
  'g',
);
const FASTIFY_MADE = new RegExp(`${WHOLE}\\s*=\\s*require\\(['"]fastify['"]\\)\\s*\\(`, 'g');

/** Names to which a call of one of the makers is assigned, one behind `new` where that makes. */
function assignedFrom(text: string, makers: readonly string[], pattern = CALLED): readonly string[] {
  const known = new Set(makers);
  if (known.size === 0) return [];
  return [...text.matchAll(pattern)].flatMap(([, name = '', maker = '']) => (known.has(maker) ? [name] : []));
}

const CALLED = new RegExp(
  `${WHOLE}(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*(${NAME}(?:\\.${NAME})?)\\s*(?:<[^>\\n]{0,80}>)?\\(`,
  'g',
);
const MADE_NEW = new RegExp(`${WHOLE}(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*new\\s+(${NAME})\\s*(?:<[^>\\n]{0,80}>)?\\(`, 'g');

const CALL = new RegExp(
  `(?<![\\w$.])(${NAME})\\s*\\.\\s*(get|post|put|patch|delete|options|head|all)\\s*\\(\\s*(['"\`])([^'"\`\\n]{0,300})\\3\\s*,`,
  'g',
);

/** `app.get('/path', …)`: a call with a path alone reads a setting in Express and is no route. */
function readCalls(code: Code, framework: string, receivers: readonly string[]): readonly Route[] {
  const known = new Set(receivers);
  const routes: Route[] = [];
  for (const match of known.size === 0 ? [] : codeMatches(code, CALL)) {
    const [, receiver = '', method = '', , path = ''] = match;
    if (!known.has(receiver) || path.includes('${')) continue;
    routes.push({
      method: method === 'all' ? 'ANY' : method.toUpperCase(),
      path,
      framework,
      file: code.file,
      line: lineOf(code, match),
    });
  }
  return routes;
}

/** `app.get('/path', …)` on what a file makes by Express. */
export function readExpress(code: Code): readonly Route[] {
  return readCalls(code, 'Express', expressNames(code.text));
}

/** The same by Fastify. */
export function readFastify(code: Code): readonly Route[] {
  return readCalls(code, 'Fastify', fastifyNames(code.text));
}

/** The same by Hono and by the router of Koa, which are made with `new`. */
export function readNewRouters(framework: 'Hono' | 'Koa'): (code: Code) => readonly Route[] {
  const from = framework === 'Hono' ? HONO : KOA_ROUTER;
  return (code) => {
    const makers = [...codeMatches(code, from)].flatMap(({ index }) => importedBefore(code.text, index));
    return readCalls(code, framework, assignedFrom(code.text, makers, MADE_NEW));
  };
}

const HONO = /(?<![\w$])from\s*['"]hono['"]/g;
const KOA_ROUTER = /(?:(?<![\w$])from|=\s*require\()\s*['"](?:@koa\/router|koa-router)['"]/g;
/** Characters that the names of an import take at the most. */
const IMPORT_MAX = 400;

/** Names that the import takes whose `from` stands at an offset, by what they are called in the file. */
function importedBefore(text: string, at: number): readonly string[] {
  const before = text.slice(Math.max(0, at - IMPORT_MAX), at);
  const head = Math.max(...['import ', 'import{', 'const ', 'let ', 'var '].map((word) => before.lastIndexOf(word)));
  if (head === -1) return [];
  const taken = before.slice(head).replace(/^[a-z]+/, '');
  if (/['";]/.test(taken)) return [];
  return taken.split(/[{},]/).flatMap((one) => {
    // `Hono as App`, `Router: App`; types make nothing.
    const words = /^\s*([\w$]+)(?![\w$])(?:\s+as\s|\s*:)?\s*([\w$]*)\s*$/.exec(one);
    return words?.[1] === undefined || words[1] === 'type' ? [] : [words[2] || words[1]];
  });
}

const NEST =
  /@(Controller|Get|Post|Put|Patch|Delete|Options|Head|All)\(\s*(?:(['"`])([^'"`\n]{0,300})\2\s*)?(\)|[^)])/g;

/** `@Get('path')` in a class with `@Controller('prefix')`, the prefix put before when it is one literal. */
export function readNest(code: Code): readonly Route[] {
  const routes: Route[] = [];
  let prefix: string | null = null;
  for (const match of codeMatches(code, NEST)) {
    const [, word = '', , path = '', end] = match;
    const isLiteral = end === ')' && !path.includes('${');
    if (word === 'Controller') prefix = isLiteral ? path : null;
    else if (prefix !== null && isLiteral) {
      const method = word === 'All' ? 'ANY' : word.toUpperCase();
      const full = joinPaths(`/${prefix.replace(/^\//, '')}`, path);
      routes.push({ method, path: full, framework: 'NestJS', file: code.file, line: lineOf(code, match) });
    }
  }
  return routes;
}
