import { z } from 'zod';
import { defineTool } from '../../src/tools/tool.ts';
import { openService } from '../../test/support/service.ts';
import { report } from './serve.ts';

/**
 * Portico with all that stands before a tool: Host and Origin, address limit, key, minute cap, quota, headers, metrics
 * and SQLite. The tool is the echo of the other servers, and it is charged. Nothing is logged.
 */
const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Gives the text back.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  isChargeable: true,
  input: z.object({ text: z.string() }),
  run: async ({ text }) => ({ text }),
});
const counted = { requestsPerMonth: 1_000_000_000, requestsPerMinute: 10_000_000 };
const service = await openService({ tools: [echo], plans: { pro: counted }, trustedProxies: ['127.0.0.1'] });
report({ url: service.origin, token: await service.issueKey('pro') });
