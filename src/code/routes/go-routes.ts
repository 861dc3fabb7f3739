import { type Code, codeMatches, lineOf, namesBy, type Route } from './route-code.ts';

/** How a framework of Go makes routers, and what their parameters are. */
interface GoFramework {
  readonly framework: string;
  /** Calls that make one, as the source of a pattern. */
  readonly makers: string;
  /** Types of parameters that are one. */
  readonly types: string;
  /** Methods that make a group of another. */
  readonly groups: string;
  readonly verbs: string;
}

const UPPER = 'GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD|Any';
const TITLE = 'Get|Post|Put|Patch|Delete|Options|Head|Connect|Trace';

const GIN: GoFramework = {
  framework: 'Gin',
  makers: 'gin\\.(?:Default|New)',
  types: '\\*gin\\.(?:Engine|RouterGroup)|gin\\.(?:IRouter|IRoutes)',
  groups: 'Group',
  verbs: UPPER,
};
const ECHO: GoFramework = {
  framework: 'Echo',
  makers: 'echo\\.New',
  types: '\\*echo\\.(?:Echo|Group)',
  groups: 'Group',
  verbs: UPPER,
};
const CHI: GoFramework = {
  framework: 'chi',
  makers: 'chi\\.NewRouter|chi\\.NewMux',
  types: '\\*chi\\.Mux|chi\\.Router',
  groups: 'With|Group|Route',
  verbs: TITLE,
};
const FIBER: GoFramework = {
  framework: 'Fiber',
  makers: 'fiber\\.New',
  types: '\\*fiber\\.App|fiber\\.Router',
  groups: 'Group',
  verbs: `${TITLE}|All`,
};

/** Files of helpers for tests, which Go compiles as any other: only their name or what they import tells. */
const TEST_NAME = /(?:^|\/)(?:testing|mock_[^/]*|[^/]*_mock)\.go$/;
const TEST_IMPORT = /^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"(?:testing|net\/http\/httptest)"[ \t]*;?[ \t]*\r?$/gm;
/** The first declaration: imports stand before it. */
const FIRST_DECLARATION = /^(?:func|type|var|const)\b/m;

/** Whether a file serves nothing but tests: what it answers to is no route of the program. */
function isTestCode(code: Code): boolean {
  if (TEST_NAME.test(code.file)) return true;
  const end = FIRST_DECLARATION.exec(code.mask)?.index ?? code.text.length;
  const head = { ...code, text: code.text.slice(0, end) };
  return codeMatches(head, TEST_IMPORT).next().done === false;
}

/** `r.GET("/path", …)` on a router, a group of it, or a parameter of such a type. */
function readVerbs(one: GoFramework): (code: Code) => readonly Route[] {
  return (code) => {
    if (isTestCode(code)) return [];
    const made = namesBy(code.text, new RegExp(`(\\w+)\\s*:?=\\s*(?:${one.makers})\\(`, 'g'));
    const given = namesBy(code.text, new RegExp(`(\\w+)\\s+(?:${one.types})\\b`, 'g'));
    const known = [...new Set([...made, ...given])];
    if (known.length === 0) return [];
    const groups = namesBy(
      code.text,
      new RegExp(`(\\w+)\\s*:?=\\s*(?:${known.join('|')})\\.(?:${one.groups})\\(`, 'g'),
    );
    const names = [...new Set([...known, ...groups])].join('|');
    const call = new RegExp(`(?<![\\w.])(?:${names})\\.(${one.verbs})\\(\\s*"([^"\\n]{0,300})"\\s*,`, 'g');
    return [...codeMatches(code, call)].map((match) => {
      const [, word = '', path = ''] = match;
      const method = /^(?:Any|All)$/.test(word) ? 'ANY' : word.toUpperCase();
      return { method, path, framework: one.framework, file: code.file, line: lineOf(code.text, match) };
    });
  };
}

/** Gin. */
export const readGin = readVerbs(GIN);
/** Echo. */
export const readEcho = readVerbs(ECHO);
/** chi. */
export const readChi = readVerbs(CHI);
/** Fiber. */
export const readFiber = readVerbs(FIBER);

/** `http.HandleFunc("GET /path", …)` and the same on a mux; without a method it answers all. */
export function readNetHttp(code: Code): readonly Route[] {
  if (isTestCode(code)) return [];
  const made = namesBy(code.text, /\b(\w+)\s*:?=\s*http\.NewServeMux\(/g);
  const given = namesBy(code.text, /\b(\w+)\s+\*http\.ServeMux\b/g);
  const names = [...new Set(['http', ...made, ...given])].join('|');
  const call = new RegExp(`(?<![\\w.])(?:${names})\\.Handle(?:Func)?\\(\\s*"([^"\\n]{0,300})"\\s*,`, 'g');
  return [...codeMatches(code, call)].map((match) => {
    const [, verb, path = ''] = /^(?:([A-Z]+)[ \t]+)?(.*)$/.exec(match[1] ?? '') ?? [];
    return { method: verb ?? 'ANY', path, framework: 'net/http', file: code.file, line: lineOf(code.text, match) };
  });
}
