import type { McpDeps } from './deps.ts';
import type { ServeMcp } from './sdk-server.ts';

/** Serves MCP clients; what does so is loaded with the first of them, because the SDK would slow every start. */
export function makeServeMcp(deps: McpDeps): ServeMcp {
  let serve: ServeMcp | null = null;
  return async (turn) => {
    if (serve === null) {
      const { makeSdkServer } = await import('./sdk-server.ts');
      serve = makeSdkServer(deps);
    }
    return serve(turn);
  };
}
