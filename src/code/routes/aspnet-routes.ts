import { type Code, codeMatches, joinPaths, lineOf, type Route } from './route-code.ts';

/** A list of attributes, a class, what opens or ends its body, or the first word of a member, which attributes are of. */
const PARTS =
  /\[\s*([A-Z](?:[^\]["]|\[\]|"[^"\n]{0,300}"){0,600})\]|\bclass\s+([A-Z]\w*)|([{};])|\b(?:public|private|protected|internal)\b(?![^;{}()=[\]]{0,200}\b(?:class|record|struct|interface|enum)\b)/g;

/** One attribute of a list, with what is given to it. */
const ATTRIBUTE =
  /(?:^|,)\s*(Route|Http(?:Get|Post|Put|Patch|Delete|Head|Options))(?:\s*\(((?:[^()"]|"[^"\n]{0,300}"){0,600})\))?\s*(?=,|$)/g;

interface RouteAttribute {
  /** Null for one that names no method. */
  readonly method: string | null;
  /** Null where it names none; `unknown` for one that is no literal. */
  readonly template: string | null | 'unknown';
  readonly place: Pick<Route, 'framework' | 'file' | 'line'>;
}

/**
 * Actions of controllers with their routes by attributes: `[HttpGet("{id}")]`, or `[Route("…")]` beside it, behind the
 * class's own `[Route("api/[controller]")]`. What has no template has a route by convention, which is not told. Source:
 * ASP.NET Core documentation, "Routing to controller actions", "Attribute routing for REST APIs" and "Token replacement".
 */
export function readControllers(code: Code): readonly Route[] {
  const routes: Route[] = [];
  let waiting: RouteAttribute[] = [];
  const classes = makeClasses();
  for (const match of codeMatches(code, PARTS)) {
    const [, listed, name, sign] = match;
    if (sign !== undefined) classes.enter(sign);
    else if (listed !== undefined) waiting.push(...attributesIn(listed, placeOf(code, match)));
    else {
      const controller = classes.current();
      if (name !== undefined) classes.declare(controllerOf(name, waiting));
      else if (controller !== null && waiting.length > 0)
        routes.push(...actionRoutes(controller, waiting, actionName(code, match)));
      waiting = [];
    }
  }
  return routes;
}

/** The class in whose body one stands: behind the body of an inner one it is the outer again. */
function makeClasses() {
  const open: { readonly controller: Controller | null; readonly depth: number }[] = [];
  let depth = 0;
  let declared: Controller | null | undefined;
  return {
    current: (): Controller | null => open.at(-1)?.controller ?? null,
    declare(controller: Controller | null): void {
      declared = controller;
    },
    enter(sign: string): void {
      depth = Math.max(0, depth + (sign === '{' ? 1 : sign === '}' ? -1 : 0));
      if (sign === '{' && declared !== undefined) open.push({ controller: declared, depth });
      if ((open.at(-1)?.depth ?? 0) > depth) open.pop();
      declared = undefined;
    },
  };
}

function placeOf(code: Code, match: RegExpExecArray): RouteAttribute['place'] {
  return { framework: 'ASP.NET Core', file: code.file, line: lineOf(code, match) };
}

function attributesIn(listed: string, place: RouteAttribute['place']): readonly RouteAttribute[] {
  return [...listed.matchAll(ATTRIBUTE)].map(([, word = '', given = '']) => ({
    method: word === 'Route' ? null : word.slice('Http'.length).toUpperCase(),
    template: templateOf(given),
    place,
  }));
}

/** The first argument is the template, unless it is another one by its name. */
function templateOf(given: string): RouteAttribute['template'] {
  if (given.trim() === '' || /^\s*(?:Name|Order)\s*=/.test(given)) return null;
  return /^\s*(?:template\s*:\s*)?@?"([^"]*)"\s*(?:,|$)/.exec(given)?.[1] ?? 'unknown';
}

interface Controller {
  readonly name: string;
  /** What stands before the paths of its actions; null for one that says nothing, as its base may. */
  readonly prefixes: readonly (string | null)[];
}

/** Null for a class that is no controller by its name, or whose route is no literal. */
function controllerOf(className: string, attributes: readonly RouteAttribute[]): Controller | null {
  const said = attributes.flatMap(({ method, template }) => (method === null && template !== null ? [template] : []));
  if (!className.endsWith('Controller') || said.includes('unknown')) return null;
  return { name: className.slice(0, -'Controller'.length), prefixes: said.length === 0 ? [null] : said };
}

/** The first name before a parenthesis behind the first word of a member. */
function actionName({ mask }: Code, match: RegExpExecArray): string {
  const from = match.index + match[0].length;
  return /^[^;{}()=]{0,300}?(\w+)\s*(?:<[^<>()]{0,100}>)?\s*\(/.exec(mask.slice(from, from + 400))?.[1] ?? '';
}

/**
 * Each template of an action. Methods that are named without one are those of its `[Route("…")]`; beside one that names a
 * method itself they stand for the class's route alone.
 */
function actionRoutes(
  { name, prefixes }: Controller,
  attributes: readonly RouteAttribute[],
  action: string,
): readonly Route[] {
  const bare = attributes.filter(({ method, template }) => method !== null && template === null);
  const templated = attributes.filter(({ template }) => template !== null);
  const isBareAlone = templated.length === 0 || templated.some(({ method }) => method !== null);
  return [...templated, ...(isBareAlone ? bare : [])].flatMap((one) => {
    const methods = one.method === null && bare.length > 0 ? bare.map(({ method }) => method) : [one.method];
    const paths = prefixes.flatMap((prefix) => actionPath(prefix, one.template) ?? []);
    return [...new Set(paths)].flatMap((path) => {
      const own = path.replaceAll('[controller]', name).replaceAll('[action]', action.replace(/Async$/, ''));
      return methods.map((method) => ({ method: method ?? 'ANY', path: own, ...one.place }));
    });
  });
}

/** A path that begins with a slash stands for itself; null where it is not known, or neither class nor action has one. */
function actionPath(prefix: string | null, template: RouteAttribute['template']): string | null {
  if (template === 'unknown') return null;
  const own = template ?? '';
  if (/^~?\//.test(own)) return own.replace(/^~/, '');
  if (prefix === null) return own === '' ? null : own;
  return joinPaths(`/${prefix.replace(/^~?\//, '')}`, own);
}
