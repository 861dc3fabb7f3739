import type { Context } from 'hono';
import type { Secret } from '../base/secret.ts';
import type { IpLimitName } from '../domain/limits/index.ts';
import type { PlanCatalogue } from '../domain/plans/index.ts';
import type { Metrics } from './metrics.ts';
import type { Patience } from './patience.ts';
import type { Site } from './site.ts';

/** What the routes beside `/mcp` answer from. */
export interface RouteDeps {
  readonly site: Site;
  readonly metrics: Metrics;
  readonly plans: PlanCatalogue;
  readonly version: string;
  /** With it as bearer token `/metrics` answers anybody; null leaves it to callers on this machine. */
  readonly metricsToken: Secret | null;
  /** What keeps the service from answering: empty when nothing does. One short text each, without paths or addresses. */
  findObstacles(): Promise<readonly string[]>;
}

/** What a route's handler may see of the request beside Hono's context. */
export interface RouteContext {
  readonly address: string;
  /** Whether a proxy stands between, so that a loopback address proves nothing. */
  readonly isForwarded: boolean;
  readonly requestId: string;
  readonly isDraining: boolean;
  /** How long the request may wait for storage. */
  readonly patience: Patience;
  /** All routes, for their description. */
  readonly routes: readonly Route[];
}

/** One route beside `/mcp`. The Hono app and `/openapi.json` are both made from this table. */
export interface Route {
  readonly method: 'get';
  /** As OpenAPI writes paths. */
  readonly path: string;
  /** Whether it answers callers without credentials. */
  readonly isPublic: boolean;
  readonly limit: IpLimitName;
  readonly summary: string;
  /** Status to what it means, and the media type of its body. */
  readonly responses: Readonly<Record<number, { readonly description: string; readonly type: string }>>;
  handle(deps: RouteDeps, context: Context, route: RouteContext): Response | Promise<Response>;
}
