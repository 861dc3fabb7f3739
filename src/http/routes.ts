import type { Route } from './route.ts';
import { health, metricsPage, openApi, pricing, protectedResource, readiness } from './route-handlers.ts';

const JSON_TYPE = 'application/json';

/** Every route but `/mcp`. Source: docs/reference/routes.md. */
export const ROUTES: readonly Route[] = [
  {
    method: 'get',
    path: '/healthz',
    isPublic: true,
    limit: 'other',
    summary: 'Whether the process answers at all',
    responses: { 200: { description: 'It does', type: JSON_TYPE } },
    handle: health,
  },
  {
    method: 'get',
    path: '/readyz',
    isPublic: true,
    limit: 'other',
    summary: 'Whether the service can do its work now',
    responses: {
      200: { description: 'It can', type: JSON_TYPE },
      503: { description: 'It cannot; `obstacles` says why', type: JSON_TYPE },
    },
    handle: readiness,
  },
  {
    method: 'get',
    path: '/metrics',
    isPublic: false,
    limit: 'other',
    summary: 'Counters for Prometheus; for callers on the same machine, or with the metrics token',
    responses: {
      200: { description: 'The metrics', type: 'text/plain' },
      401: { description: 'Not from this machine, and no or a wrong token', type: JSON_TYPE },
    },
    handle: metricsPage,
  },
  {
    method: 'get',
    path: '/pricing',
    isPublic: true,
    limit: 'other',
    summary: 'The plans, for people',
    responses: { 200: { description: 'The page', type: 'text/html' } },
    handle: pricing,
  },
  {
    method: 'get',
    path: '/openapi.json',
    isPublic: true,
    limit: 'other',
    summary: 'This description',
    responses: { 200: { description: 'OpenAPI 3.1', type: JSON_TYPE } },
    handle: openApi,
  },
  ...['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'].map(
    (path): Route => ({
      method: 'get',
      path,
      isPublic: true,
      limit: 'other',
      summary: 'Protected resource metadata of /mcp (RFC 9728)',
      responses: { 200: { description: 'The metadata', type: JSON_TYPE } },
      handle: protectedResource,
    }),
  ),
];
