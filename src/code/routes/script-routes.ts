import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

const NAME = '[A-Za-z_$][\\w$]*';
/** Named imports behind a default one. */
const NAMED = '(?:\\s*,\\s*\\{[^}\\n]{0,200}\\})?';

/** Names that hold an application or a router. */
function expressNames(text: string): readonly string[] {
  const imported = namesBy(
    text,
    new RegExp(
      `(?:import\\s+(?:\\*\\s+as\\s+)?|(?:const|let|var)\\s+)(${NAME})${NAMED}\\s*(?:from|=\\s*require\\()\\s*['"]express['"]`,
      'g',
    ),
  );
  const hasRouter = /\{[^}\n]{0,200}\bRouter\b[^}\n]{0,200}\}\s*(?:from|=\s*require\()\s*['"]express['"]/.test(text);
  const makers = [...imported.flatMap((name) => [name, `${name}.Router`]), ...(hasRouter ? ['Router'] : [])];
  return [
    ...assignedFrom(text, makers),
    ...namesBy(text, new RegExp(`(${NAME})\\s*=\\s*require\\(['"]express['"]\\)\\s*\\(`, 'g')),
  ];
}

function fastifyNames(text: string): readonly string[] {
  const imported = namesBy(
    text,
    new RegExp(
      `(?:import\\s+|(?:const|let|var)\\s+)(${NAME})${NAMED}\\s*(?:from|=\\s*require\\()\\s*['"]fastify['"]\\)?\\s*[;\\n]`,
      'g',
    ),
  );
  const named = namesBy(
    text,
    /\{[^}\n]{0,200}\b(fastify|Fastify)\b[^}\n]{0,200}\}\s*(?:from|=\s*require\()\s*['"]fastify['"]/g,
  );
  return [
    ...assignedFrom(text, [...imported, ...named]),
    ...namesBy(text, new RegExp(`(${NAME})\\s*=\\s*require\\(['"]fastify['"]\\)\\s*\\(`, 'g')),
  ];
}

/** Names to which a call of one of the makers is assigned. */
function assignedFrom(text: string, makers: readonly string[]): readonly string[] {
  if (makers.length === 0) return [];
  const calls = makers.map((name) => name.replace(/[$.]/g, '\\$&')).join('|');
  return namesBy(
    text,
    new RegExp(`(${NAME})(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*(?:${calls})\\s*(?:<[^>\\n]{0,80}>)?\\(`, 'g'),
  );
}

/** `app.get('/path', …)`: a call with a path alone reads a setting in Express and is no route. */
function readCalls(code: Code, framework: string, receivers: readonly string[]): readonly Route[] {
  if (receivers.length === 0) return [];
  const names = [...new Set(receivers)].map((name) => name.replaceAll('$', '\\$')).join('|');
  const call = new RegExp(
    `(?<![\\w$.])(?:${names})\\s*\\.\\s*(get|post|put|patch|delete|options|head|all)\\s*\\(\\s*(['"\`])([^'"\`\\n]{0,300})\\2\\s*,`,
    'g',
  );
  const routes: Route[] = [];
  for (const match of codeMatches(code, call)) {
    const [, method = '', , path = ''] = match;
    if (path.includes('${')) continue;
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
  const from = framework === 'Hono' ? 'hono' : '(?:@koa\\/router|koa-router)';
  const imported = new RegExp(
    `(?:import|const|let|var)\\s+(?:\\{[^}\\n]{0,200}?\\b)?(${NAME})[^'"\\n]{0,200}?(?:from|=\\s*require\\()\\s*['"]${from}['"]`,
    'g',
  );
  return (code) => {
    const makers = namesBy(code.text, imported).filter((name) => name !== 'type');
    const made = makers.flatMap((name) =>
      namesBy(
        code.text,
        new RegExp(
          `(${NAME})(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*new\\s+${name.replaceAll('$', '\\$')}\\s*(?:<[^>\\n]{0,80}>)?\\(`,
          'g',
        ),
      ),
    );
    return readCalls(code, framework, made);
  };
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
