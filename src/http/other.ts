import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Clock } from '../base/clock.ts';
import { describeFailure, type Log } from '../base/log.ts';
import { type Limits, type LimitView, limitBody, retryAfterSeconds } from '../domain/limits/index.ts';
import { admit } from './admit.ts';
import { commonHeaders } from './answer.ts';
import type { Exchange } from './exchange.ts';
import { PROBLEMS, type Problem } from './problems.ts';
import type { Route, RouteContext, RouteDeps } from './route.ts';
import { problem } from './route-handlers.ts';
import { ROUTES } from './routes.ts';
import type { OtherHandler } from './server.ts';

/** What everything beside `/mcp` is made of. */
export interface OtherDeps extends RouteDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Limits;
  /** Named in the body of a 429. */
  readonly upgradeUrl: string;
}

/** What the pipeline hands to the Hono app beside the request. */
interface Bindings {
  readonly exchange: Exchange;
  readonly route: RouteContext;
  /** Set when the pipeline refused the request: the app then only writes the refusal. */
  readonly refused: { readonly problem: Problem; readonly view: LimitView } | null;
}

/** The hono environment: everything that a handler needs comes by its bindings. */
interface Environment {
  Bindings: Bindings;
}

/** Makes the handler of all paths but `/mcp`: the same pipeline, then a Hono app made from the route table. */
export function makeOtherHandler(deps: OtherDeps): OtherHandler {
  const app = makeApp(deps);
  return async (exchange, response, phase) => {
    const route = ROUTES.find(({ path }) => path === exchange.path);
    const admitted = await admit(deps, exchange, route?.limit ?? 'other');
    const view = admitted.ok ? admitted.value : admitted.error.view;
    const { requestId, request, address, patience } = exchange;
    const headers = commonHeaders(view, { requestId, now: deps.clock.now(), isClosing: phase === 'closing' });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const isForwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
    const bindings: Bindings = {
      exchange,
      route: { address, isForwarded, requestId, isDraining: phase !== 'serving', patience, routes: ROUTES },
      // What the table does not know is not served, however the app would read it: the limit and the metrics are the table's.
      refused: refusedEntry(admitted, route, exchange.path),
    };
    // One listener a request, so that the app gets this request's facts without a place shared by all.
    const listen = getRequestListener((webRequest) => app.fetch(webRequest, bindings), {
      overrideGlobalObjects: false,
      // A Host or target that is no URL, which the app never sees.
      errorHandler: () => refuseUnread(bindings),
    });
    await listen(request, response);
    return route?.path ?? 'none';
  };
}

/** Headers by which proxies tell of themselves. */
const FORWARDING = /^(?:x-forwarded-.+|forwarded|via|x-real-ip)$/;

function refusedEntry(
  admitted: Awaited<ReturnType<typeof admit>>,
  route: Route | undefined,
  path: string,
): Bindings['refused'] {
  if (!admitted.ok) return admitted.error;
  if (route !== undefined) return null;
  const text = OAUTH_PATH.test(path) ? { text: NO_OAUTH_TEXT } : {};
  return { problem: { code: 'not_found', ...text }, view: admitted.value };
}

/** Where clients look for an authorization server. Source: RFC 8414, OpenID Connect Discovery, MCP's fallbacks. */
const OAUTH_PATH =
  /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)|^\/(?:oauth\/)?(?:register|authorize|token)$/;

/** Some clients show this in place of the 401 that sent them here. */
const NO_OAUTH_TEXT =
  'OAuth does not exist here yet. Clients look for it when their API key is missing or refused: send the header "Authorization: Bearer <API key>" with a key that is valid.';

function refuseUnread({ refused, exchange }: Bindings): Response {
  const code = refused === null || refused.problem.code === 'not_found' ? 'malformed_http' : refused.problem.code;
  exchange.notes.reason = code;
  const { status, title } = PROBLEMS[code];
  return Response.json({ error: code, message: title, requestId: exchange.requestId }, { status });
}

function makeApp(deps: OtherDeps): Hono<Environment> {
  const app = new Hono<Environment>({ strict: true });
  app.use(async (context, next) => {
    const { refused, exchange, route } = context.env;
    context.header('Cache-Control', 'no-store');
    context.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    if (refused === null) return next();
    exchange.notes.reason = refused.problem.code;
    const { code, text } = refused.problem;
    return code === 'rate_limit_exceeded'
      ? refuseLimit(deps, refused.view)
      : problem(context, route, code, text === undefined ? {} : { text });
  });
  for (const route of ROUTES) mount(app, deps, route);
  app.onError((failure, context) => {
    const { exchange, route } = context.env;
    exchange.notes.reason = 'internal_error';
    deps.log.event('http.failed', { requestId: route.requestId, failure: describeFailure(failure) }, 'error');
    return problem(context, route, 'internal_error');
  });
  return app;
}

function mount(app: Hono<Environment>, deps: OtherDeps, route: Route): void {
  app.on(route.method.toUpperCase(), route.path, (context) => route.handle(deps, context, context.env.route));
  // HEAD is served by Hono from the same route.
  app.all(route.path, (context) => {
    context.env.exchange.notes.reason = 'method_not_allowed';
    return problem(context, context.env.route, 'method_not_allowed', {
      headers: { Allow: `${route.method.toUpperCase()}, HEAD` },
    });
  });
}

function refuseLimit(deps: OtherDeps, view: LimitView): Response {
  const body = limitBody({ view, plan: null, upgradeUrl: deps.upgradeUrl });
  const retryAfter = String(retryAfterSeconds(view, deps.clock.now()));
  return Response.json(body, { status: 429, headers: { 'Retry-After': retryAfter, 'Cache-Control': 'no-store' } });
}
