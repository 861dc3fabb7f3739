import { MINUTE_MS } from '../../base/units.ts';

/** How long a client may keep the list of tools, and whom it may show it to: changes of scope and plan should show soon. */
export const LIST_HINT = { ttlMs: 5 * MINUTE_MS, cacheScope: 'private' } as const;

/** How the service names itself to MCP clients. */
export function serverInfoOf(version: string): { name: string; title: string; version: string } {
  return { name: 'portico', title: 'Portico', version };
}
