import { z } from 'zod';
import { cutText } from '../shared/answer.ts';
import { ANSWER_CHARACTERS_MAX } from '../shared/budget.ts';
import { fitJson, roomBeside } from '../shared/structured.ts';
import { defineTool, type Tool } from '../tool.ts';
import { CLIENT_NAMES } from './clients.ts';
import type { ServiceInfoDeps } from './deps.ts';
import { PASTED_MAX } from './explain-error.ts';
import { TOPIC_READERS, TOPICS, type Topic } from './topics.ts';

const input = z.object({
  topic: z.enum(TOPICS).optional().describe('Default overview'),
  client: z.enum(CLIENT_NAMES).optional(),
  tool: z.string().max(128).optional(),
  error: z.string().max(PASTED_MAX).optional().describe('A pasted error'),
});

/** Loose: each topic adds facts of its own, and a schema of all of them would be paid for in every `tools/list`. */
const output = z.looseObject({
  status: z.string(),
  service: z.string(),
  version: z.string(),
  plan: z.string(),
});

/** What the service is, how to connect to it, and what is left of the caller's limits. Costs nothing. Source: docs/tools.md, "service_dev_info". */
export function makeServiceDevInfo(deps: ServiceInfoDeps): Tool<typeof input> {
  return defineTool({
    name: 'service_dev_info',
    title: 'Service information',
    description:
      'About this service itself: plan, usage and limits, ready client configuration, tools, projects, and the cause and fix of a pasted error. Takes no quota and answers when it is spent. Never shows a secret.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: false,
    input,
    output,
    async run(args, context) {
      const { status = 'ok', ...facts } = await readTopic(deps, args, context);
      const { lines, ...rest } = facts;
      const heading = `Portico ${deps.service.version} · plan ${context.caller.plan} · ${topicOf(args)}`;
      const structured = {
        status,
        service: 'Portico',
        version: deps.service.version,
        spec_revisions: deps.service.revisions,
        plan: context.caller.plan,
        ...rest,
      };
      return {
        text: cutText([heading, ...lines].join('\n'), ANSWER_CHARACTERS_MAX),
        // Agents show a model the structured answer only: what stood in the text alone would be lost to it.
        structured: { ...structured, text: fitJson(lines.join('\n'), roomBeside({ ...structured, text: '' })) },
      };
    },
  });
}

type Arguments = z.output<typeof input>;

/** A topic's facts and lines; among the facts may be a status other than `ok`. */
async function readTopic(
  deps: ServiceInfoDeps,
  args: Arguments,
  context: Parameters<(typeof TOPIC_READERS)['overview']>[2],
): Promise<{ readonly lines: readonly string[]; readonly status?: unknown } & Readonly<Record<string, unknown>>> {
  const { lines, facts } = await TOPIC_READERS[topicOf(args)](deps, args, context);
  return { ...facts, lines };
}

/** An argument that belongs to one topic names it, so that a pasted error needs no second argument. */
function topicOf(args: Arguments): Topic {
  if (args.topic !== undefined) return args.topic;
  if (args.error !== undefined) return 'errors';
  if (args.client !== undefined) return 'clients';
  return args.tool === undefined ? 'overview' : 'tools';
}
