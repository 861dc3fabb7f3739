import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { UnavailableError } from '../base/unavailable.ts';
import { PRICING_STYLE, pricingPage } from '../pages/pricing.ts';
import { isLoopback } from './client-address.ts';
import { describeRoutes } from './openapi.ts';
import { PROBLEMS, type ProblemCode, UNAVAILABLE_HEADERS } from './problems.ts';
import type { RouteContext, RouteDeps } from './route.ts';

/** `GET /healthz`: the process runs and reads requests. */
export function health(deps: RouteDeps, context: Context): Response {
  return context.json({ status: 'ok', version: deps.version });
}

/** `GET /readyz`: 503 while the service is about to stop or lacks something it needs. */
export async function readiness(deps: RouteDeps, context: Context, route: RouteContext): Promise<Response> {
  const found = await findInTime(deps, route);
  const obstacles = [...(route.isDraining ? ['the service is stopping'] : []), ...found];
  if (obstacles.length === 0) return context.json({ status: 'ready' });
  return context.json({ status: 'unavailable', obstacles }, 503, UNAVAILABLE_HEADERS);
}

/** Whoever asks whether the service is ready cannot wait for what hangs: that is an answer, too. */
async function findInTime(deps: RouteDeps, { patience }: RouteContext): Promise<readonly string[]> {
  try {
    return await patience.wait(deps.findObstacles());
  } catch (failure) {
    if (failure instanceof UnavailableError) return ['storage does not answer in time'];
    throw failure;
  }
}

/** `GET /metrics`: callers on this machine, or the holder of the metrics token. */
export async function metricsPage(deps: RouteDeps, context: Context, route: RouteContext): Promise<Response> {
  const isLocal = isLoopback(route.address) && !route.isForwarded;
  if (!isLocal && !holdsToken(deps, context)) {
    const text =
      'Metrics are for callers on the same machine, or with the metrics token as bearer (PORTICO_METRICS_TOKEN).';
    return problem(context, route, 'missing_token', {
      text,
      headers: { 'WWW-Authenticate': 'Bearer realm="metrics"' },
    });
  }
  const { contentType, text } = await deps.metrics.render();
  return context.body(text, 200, { 'Content-Type': contentType });
}

/** `GET /pricing`: no scripts, and only the page's own style. */
export async function pricing(deps: RouteDeps, context: Context): Promise<Response> {
  const style = createHash('sha256').update(PRICING_STYLE).digest('base64');
  return context.html(await pricingPage(deps.plans), 200, {
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'public, max-age=300',
  });
}

/** `GET /openapi.json`. */
export function openApi(deps: RouteDeps, context: Context, { routes }: RouteContext): Response {
  return context.json(describeRoutes(routes, { baseUrl: deps.site.baseUrl, version: deps.version }));
}

/** Protected resource metadata at both places where clients look. RFC 9728 §2 and §3.1. */
export function protectedResource(deps: RouteDeps, context: Context): Response {
  const { baseUrl } = deps.site;
  return context.json({
    resource: `${baseUrl}/mcp`,
    bearer_methods_supported: ['header'],
    resource_name: 'Portico',
    resource_documentation: `${baseUrl}/openapi.json`,
  });
}

/** A refusal of any route but `/mcp`. docs/reference/routes.md. */
export function problem(
  context: Context,
  { requestId }: Pick<RouteContext, 'requestId'>,
  code: ProblemCode,
  { text, headers }: { readonly text?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  const { status, title } = PROBLEMS[code];
  const body = JSON.stringify({ error: code, message: text ?? title, requestId });
  return context.body(body, status, { 'Content-Type': 'application/json', ...headers });
}

/** Compared as digests, so that neither time nor length tells anything of the token. */
function holdsToken({ metricsToken }: RouteDeps, context: Context): boolean {
  if (metricsToken === null) return false;
  const given = /^bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
  return timingSafeEqual(digest(given), digest(metricsToken.reveal()));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
