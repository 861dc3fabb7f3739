import type { McpServer, ServerEventBus } from '@modelcontextprotocol/server';

/**
 * Another server's tools, prompts and resources, served in place of the product's tools behind the same edge: the same
 * order of refusals, limits and transport. Only tests mount one, so that the MCP conformance suite can ask for things
 * that the product does not have. Its `tools/call` are charged like others; whether a tool exists and its arguments
 * fit is left to the server. Bare callers are not served by it.
 */
export interface FixtureMount {
  /**
   * Methods that it serves beside the product's (`initialize`, `ping`, `server/discover`, `tools/list`, `tools/call`),
   * in both generations of MCP.
   */
  readonly methods: ReadonlySet<string>;
  /** A fresh server for one request. */
  makeServer(): McpServer;
  /** What the streams of `subscriptions/listen` hear. */
  readonly bus: ServerEventBus;
}
