import { LEX_RULES } from '../lex/lex-rules.ts';
import { maskCode } from '../lex/mask.ts';
import { type Code, codeMatches, lineOf, namesBy, type Route } from './route-code.ts';
import { readSpring } from './spring-routes.ts';

/** Frameworks whose routes are read. */
export const ROUTE_FRAMEWORKS = ['Express', 'Fastify', 'Flask', 'Gin', 'Spring MVC'] as const;

/** Routes of one file; a file with more is a table that somebody generated. */
const ROUTES_MAX = 500;

/** How the routes of a framework are found. */
interface Reader {
  readonly file: RegExp;
  /** Only a file that imports the framework is read: elsewhere the same words may mean anything. */
  readonly needs: RegExp;
  readonly rules: keyof typeof LEX_RULES;
  readonly read: (code: Code) => readonly Route[];
}

const READERS: readonly Reader[] = [
  {
    file: /\.[cm]?[jt]sx?$/,
    needs: /(?:from|require\()\s*['"]express['"]/,
    rules: 'script',
    read: (code) => readCalls(code, 'Express', expressNames(code.text)),
  },
  {
    file: /\.[cm]?[jt]sx?$/,
    needs: /(?:from|require\()\s*['"]fastify['"]/,
    rules: 'script',
    read: (code) => readCalls(code, 'Fastify', fastifyNames(code.text)),
  },
  {
    file: /\.py$/,
    needs: /^[ \t]*(?:from[ \t]+flask[ \t]+import|import[ \t]+flask\b)/m,
    rules: 'python',
    read: readFlask,
  },
  { file: /\.go$/, needs: /"github\.com\/gin-gonic\/gin"/, rules: 'go', read: readGin },
  { file: /\.java$/, needs: /^import org\.springframework\.web\.bind\.annotation\./m, rules: 'java', read: readSpring },
];

/** The routes that a file surely declares: literal paths on what the file itself makes by the framework. */
export function findRoutes(file: string, text: string): readonly Route[] {
  const readers = READERS.filter((reader) => reader.file.test(file) && reader.needs.test(text));
  return readers
    .flatMap(({ rules, read }) => read({ file, text, mask: maskCode(text, LEX_RULES[rules]) }))
    .slice(0, ROUTES_MAX);
}

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
      line: lineOf(code.text, match),
    });
  }
  return routes;
}

/** `@app.route('/path', methods=['POST'])` on what `Flask(…)` or `Blueprint(…)` was assigned to. */
function readFlask(code: Code): readonly Route[] {
  const names = namesBy(code.text, /^[ \t]*(\w+)\s*=\s*(?:flask\.)?(?:Flask|Blueprint)\(/gm);
  if (names.length === 0) return [];
  const decorator = new RegExp(
    `^[ \\t]*@(?:${[...new Set(names)].join('|')})\\.(route|get|post|put|patch|delete)\\(\\s*(["'])([^"'\\n]{0,300})\\2((?:[^()]|\\([^()]{0,200}\\)){0,300})\\)`,
    'gm',
  );
  const routes: Route[] = [];
  for (const match of codeMatches(code, decorator)) {
    const [, word = '', , path = '', rest = ''] = match;
    for (const method of word === 'route' ? flaskMethods(rest) : [word.toUpperCase()]) {
      routes.push({ method, path, framework: 'Flask', file: code.file, line: lineOf(code.text, match) });
    }
  }
  return routes;
}

/** Without `methods` a route answers GET; methods that are no literals are not known, and then no route is claimed. */
function flaskMethods(rest: string): readonly string[] {
  if (!/\bmethods\s*=/.test(rest)) return ['GET'];
  const list = /\bmethods\s*=\s*[[({]([^\])}]*)[\])}]?/.exec(rest)?.[1] ?? '';
  return namesBy(list, /["']([A-Za-z]{1,10})["']/g).map((name) => name.toUpperCase());
}

/** `r.GET("/path", …)` on an engine, a group, or a parameter of such a type. */
function readGin(code: Code): readonly Route[] {
  const made = namesBy(code.text, /(\w+)\s*:?=\s*gin\.(?:Default|New)\(/g);
  const given = namesBy(code.text, /(\w+)\s+(?:\*gin\.(?:Engine|RouterGroup)|gin\.(?:IRouter|IRoutes))\b/g);
  const known = [...made, ...given];
  if (known.length === 0) return [];
  const groups = namesBy(
    code.text,
    new RegExp(`(\\w+)\\s*:?=\\s*(?:${[...new Set(known)].join('|')})\\.Group\\(`, 'g'),
  );
  const names = [...new Set([...known, ...groups])].join('|');
  const call = new RegExp(
    `(?<![\\w.])(?:${names})\\.(GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD|Any)\\(\\s*"([^"\\n]{0,300})"\\s*,`,
    'g',
  );
  const routes: Route[] = [];
  for (const match of codeMatches(code, call)) {
    const [, method = '', path = ''] = match;
    routes.push({
      method: method.toUpperCase(),
      path,
      framework: 'Gin',
      file: code.file,
      line: lineOf(code.text, match),
    });
  }
  return routes;
}
