import { type Code, codeMatches, lineOf, type Route } from './route-code.ts';

const ATTRIBUTE = /#\[\s*(get|post|put|patch|delete|head|options)\s*\(\s*"([^"\n]{0,300})"/g;

/** `#[get("/path")]` on a function, as Actix Web and Rocket have it. */
export function readAttributes(framework: 'Actix Web' | 'Rocket'): (code: Code) => readonly Route[] {
  return (code) => {
    const routes = [...codeMatches(code, ATTRIBUTE)].map((match): Route => {
      const [, method = '', path = ''] = match;
      return { method: method.toUpperCase(), path, framework, file: code.file, line: lineOf(code, match) };
    });
    return framework === 'Rocket' ? routes : [...routes, ...readCalls(code, framework, ACTIX_CALL)];
  };
}

const ACTIX_CALL = /\.route\(\s*"([^"\n]{0,300})"\s*,\s*((?:actix_web::)?web::(?:get|post|put|patch|delete|head)\(\))/g;
/** Arguments of a call that hold no more than calls with plain ones. */
const ARGUMENTS = '\\((?:[^()]|\\([^()]{0,200}\\)){0,300}\\)';
const AXUM_CALL = new RegExp(
  `\\.route\\(\\s*"([^"\\n]{0,300})"\\s*,\\s*((?:(?:axum::)?routing::)?(?:get|post|put|patch|delete|head|options|any|trace)\\s*(?:::<[^>\\n]{0,80}>)?${ARGUMENTS}(?:\\s*\\.\\w{1,40}${ARGUMENTS}){0,8})`,
  'g',
);

/** `.route("/path", get(handler).post(other))`, with as many methods as are chained. */
export function readAxum(code: Code): readonly Route[] {
  return readCalls(code, 'Axum', AXUM_CALL);
}

const GIVEN = new RegExp(ARGUMENTS, 'g');
const VERB = /(?:^|[.:])\s*(get|post|put|patch|delete|head|options|any|trace)\s*(?:::<[^>]*>)?\(/g;

function readCalls(code: Code, framework: string, pattern: RegExp): readonly Route[] {
  return [...codeMatches(code, pattern)].flatMap((match) => {
    const [whole, path = '', written = ''] = match;
    const end = match.index + whole.length;
    // What the arguments call is no method of the route.
    const chain = code.mask.slice(end - written.length, end).replace(GIVEN, '()');
    const methods = [...chain.matchAll(VERB)].map(([, verb = '']) => (verb === 'any' ? 'ANY' : verb.toUpperCase()));
    const line = lineOf(code, match);
    return [...new Set(methods)].map((method) => ({ method, path, framework, file: code.file, line }));
  });
}
