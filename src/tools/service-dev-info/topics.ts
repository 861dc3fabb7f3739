import { PLAN_NAMES } from '../../domain/plans/index.ts';
import { cutText } from '../shared/answer.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { safeText } from '../shared/safe-text.ts';
import type { ToolContext } from '../tool.ts';
import { CLIENT_NAMES, type ClientName, clientConfiguration, proofLine } from './clients.ts';
import type { ServiceInfoDeps } from './deps.ts';
import { explainError } from './explain-error.ts';
import { projectsOf, usageLine, usageOf } from './facts.ts';

/** What can be asked. Source: docs/tools.md, "service_dev_info". */
export const TOPICS = [
  'overview',
  'usage',
  'limits',
  'clients',
  'auth',
  'tools',
  'projects',
  'backends',
  'status',
  'errors',
  'changelog',
] as const;

/** One of the topics. */
export type Topic = (typeof TOPICS)[number];

/** The arguments that a topic may look at. */
interface Asked {
  readonly client?: ClientName | undefined;
  readonly tool?: string | undefined;
  readonly error?: string | undefined;
}

/** A topic's answer: lines for people, facts for programs. */
interface TopicAnswer {
  readonly lines: readonly string[];
  readonly facts: Readonly<Record<string, unknown>>;
}

type TopicReader = (deps: ServiceInfoDeps, asked: Asked, context: ToolContext) => Promise<TopicAnswer> | TopicAnswer;

/**
 * How each topic is answered. Topics of what does not exist yet answer that it does not: who is told so stops looking,
 * who is refused tries again.
 */
export const TOPIC_READERS: Readonly<Record<Topic, TopicReader>> = {
  overview: readOverview,
  usage: readUsage,
  limits: readLimits,
  clients: readClients,
  auth: readAuth,
  tools: readTools,
  projects: readProjects,
  backends: () => ({
    lines: ['Backends (other MCP servers behind this one) do not exist in this version. Nothing is connected.'],
    facts: { backends: [] },
  }),
  status: readStatus,
  errors: readErrors,
  changelog: (deps) => ({
    lines: [
      `This is version ${deps.service.version}. The service serves no changelog; CHANGELOG.md comes with its source.`,
    ],
    facts: {},
  }),
};

/**
 * All that a first call wants: where, how much is left, as whom, on what, with which tools. The projects are only
 * named, since to look at them takes the engine.
 */
async function readOverview(deps: ServiceInfoDeps, _asked: Asked, context: ToolContext): Promise<TopicAnswer> {
  const usage = await usageOf(deps, context.caller);
  const projects = await deps.projects.list(context.caller.accountId);
  const tools = deps.registry().list(context.caller.toolScope);
  const names = projects.slice(0, 20).map(({ name }) => name);
  const more = projects.length > names.length ? `, and ${projects.length - names.length} more` : '';
  return {
    lines: [
      `endpoint: ${deps.service.baseUrl}/mcp (MCP ${deps.service.revisions.join(', ')}, and plain JSON-RPC)`,
      usageLine(usage),
      keyLine(context),
      `projects: ${projects.length}${names.length === 0 ? '' : ` (${names.join(', ')}${more})`}`,
      `tools: ${tools.map(({ tool }) => tool.name).join(', ')}`,
      `topics: ${TOPICS.join(', ')}`,
    ],
    facts: { usage, key: keyFacts(context) },
  };
}

/** The numbers of the account, and the key's own cap, which can end earlier. */
async function readUsage(deps: ServiceInfoDeps, _asked: Asked, context: ToolContext): Promise<TopicAnswer> {
  const usage = await usageOf(deps, context.caller);
  const cap = context.caller.keyMonthlyCap;
  const counted =
    deps.service.quotaCounts === 'all_requests'
      ? 'every request counts, this one too'
      : 'executed tool calls count; tools/list and service_dev_info do not';
  return {
    lines: [
      usageLine(usage),
      `counted: ${counted}`,
      cap === null ? 'this key has no monthly cap of its own' : `this key has a monthly cap of its own: ${cap}`,
    ],
    facts: { usage, key: keyFacts(context) },
  };
}

/** All plans with their limits, so that a caller at a limit sees what a larger one would give. */
async function readLimits(deps: ServiceInfoDeps, _asked: Asked, context: ToolContext): Promise<TopicAnswer> {
  const usage = await usageOf(deps, context.caller);
  const plans = PLAN_NAMES.map((name) => {
    const { requestsPerMonth, requestsPerMinute } = deps.plans[name];
    const own = name === context.caller.plan ? ' (yours)' : '';
    return `plan ${name}${own}: ${requestsPerMonth ?? 'unlimited'} calls a month, ${requestsPerMinute ?? 'unlimited'} requests a minute`;
  });
  return {
    lines: [
      usageLine(usage),
      ...plans,
      'the month ends on the first, 00:00 UTC; a minute is any 60 seconds',
      'per address: 1,000 key validations a minute',
      'a request body has at most 1 MiB, an answer at most 40,000 characters',
      `a limit that is reached answers 429 with reset_at and Retry-After; larger plans: ${deps.service.upgradeUrl}`,
    ],
    facts: { usage },
  };
}

/** The configuration of one client, or which there are: all of them would fill an answer that needs one. */
function readClients(deps: ServiceInfoDeps, asked: Asked): TopicAnswer {
  if (asked.client === undefined) {
    return {
      lines: [
        `endpoint: ${deps.service.baseUrl}/mcp with the header Authorization: Bearer <API key>`,
        `ready configuration: call again with client set to one of ${CLIENT_NAMES.join(', ')}`,
      ],
      facts: { clients: CLIENT_NAMES },
    };
  }
  const configuration = clientConfiguration(asked.client, deps.service.baseUrl);
  return {
    lines: [
      configuration.title,
      ...configuration.steps.map((step, i) => `${i + 1}. ${step}`),
      ...(configuration.snippet === null ? [] : [configuration.snippet]),
      ...(configuration.note === '' ? [] : [`note: ${configuration.note}`]),
      proofLine(configuration),
    ],
    facts: { client: { name: asked.client, ...configuration } },
  };
}

/** How keys work here, with the one that was used, by its prefix only. */
function readAuth(deps: ServiceInfoDeps, _asked: Asked, context: ToolContext): TopicAnswer {
  return {
    lines: [
      'Every request to /mcp needs the header "Authorization: Bearer <API key>". Keys look like mcp_<environment>_<id>.<secret>; only the part before the dot is ever shown again.',
      keyLine(context),
      "A revoked, expired or wrong key answers 401; a tool outside the key's scope 403.",
      'OAuth and sign-in pages do not exist in this version: the operator makes, rotates and revokes keys with `portico key …`.',
      `A lost key cannot be read again; let the operator rotate it. Configuration for clients: topic="clients" (${CLIENT_NAMES.length} of them).`,
    ],
    facts: { key: keyFacts(context), endpoint: `${deps.service.baseUrl}/mcp` },
  };
}

/** Characters of a tool's schema in the text. */
const SCHEMA_CHARACTERS_MAX = 6_000;

/** The tools that this key may call; those outside its scope are unknown here as they are in `tools/list`. */
function readTools(deps: ServiceInfoDeps, asked: Asked, context: ToolContext): TopicAnswer {
  const tools = deps.registry().list(context.caller.toolScope);
  const names = tools.map(({ tool }) => tool.name);
  const lines = tools.map(({ tool }) => `${tool.name}: ${firstSentence(tool.description)}`);
  if (asked.tool === undefined) return { lines, facts: { tools: names } };
  const found = tools.find(({ tool }) => tool.name === asked.tool);
  if (found === undefined) {
    const near = nearestName(asked.tool, names);
    const hint = near === null ? '' : ` Did you mean ${near}?`;
    return {
      lines: [`not_found: this key may call no tool of that name.${hint}`, ...lines],
      facts: { status: 'not_found', tools: names },
    };
  }
  const { tool, definition } = found;
  const schema = cutText(JSON.stringify(definition.inputSchema), SCHEMA_CHARACTERS_MAX);
  const cost = tool.isChargeable ? 'one unit of the monthly quota a call' : 'nothing of the monthly quota';
  return {
    lines: [`${tool.name} (${tool.title})`, tool.description, `costs: ${cost}`, `arguments: ${schema}`],
    facts: { tool: { name: tool.name, title: tool.title, chargeable: tool.isChargeable } },
  };
}

/** The first few projects as they are at this moment, the rest by name: each look is a call to the engine. */
async function readProjects(deps: ServiceInfoDeps, _asked: Asked, context: ToolContext): Promise<TopicAnswer> {
  const { all, looked } = await projectsOf(deps, context);
  if (all.length === 0) {
    return {
      lines: ['This account has no project. The operator adds one: `portico project add PATH`.'],
      facts: { projects: [], projects_total: 0 },
    };
  }
  const lines = looked.map(({ name, ref, sha, files, indexed_percent: indexed, status }) => {
    const at = [ref, sha?.slice(0, 7)].filter((part) => part != null).join(' ');
    return `${name}${at === '' ? '' : `@${at}`} · ${files === null ? 'files not counted' : `${files} files`} · ${indexWords(indexed)}${status}`;
  });
  const others = all.slice(looked.length).map(({ name }) => name);
  return {
    lines: [
      `projects: ${all.length}`,
      ...lines,
      ...(others.length === 0 ? [] : [`not looked at now: ${cutText(others.join(', '), 2_000)}`]),
      'What is not indexed yet, or was changed a moment ago, is read at each call: answers are right, and later ones quicker.',
    ],
    facts: { projects: looked, projects_total: all.length },
  };
}

/** Nothing where there is no index. */
function indexWords(percent: number | null): string {
  if (percent === null) return '';
  return percent === 100 ? 'indexed · ' : `indexing, ${percent} % done · `;
}

/** That this is answered at all says that the service runs; the engine is another process and may not. */
function readStatus(deps: ServiceInfoDeps): TopicAnswer {
  const { running, restarts, queued, active } = deps.engine.status();
  return {
    lines: [
      'The service answers.',
      `code engine: ${running ? 'running' : 'not running (it starts with the next call that needs it)'}, restarts ${restarts}, active ${active}, queued ${queued}`,
      'No log of incidents is kept in this version.',
    ],
    facts: { engine: { running, restarts, queued, active }, incidents: [] },
  };
}

/**
 * The reading of a pasted error, or the list of refusals. Whoever pastes a spent limit also wants to know when it ends.
 */
async function readErrors(deps: ServiceInfoDeps, asked: Asked, context: ToolContext): Promise<TopicAnswer> {
  if (asked.error === undefined) {
    const rows = Object.entries(deps.problems).map(([code, { status, title }]) => `${status} ${code}: ${title}`);
    return { lines: ['Paste an error as the argument error. The refusals there are:', ...rows], facts: {} };
  }
  const found = explainError(asked.error, deps.problems);
  if (found.length === 0) {
    return {
      lines: [
        'not_found: the text is none of the refusals of this service; it may come from the client or a proxy.',
        'next: topic="errors" without error lists all refusals; topic="clients" shows the right configuration',
      ],
      facts: { status: 'not_found', explanations: [] },
    };
  }
  const isLimit = found.some(({ code }) => code === 'rate_limit_exceeded');
  const usage = isLimit ? await usageOf(deps, context.caller) : null;
  return {
    lines: [
      ...found.map(({ code, status, text }) => `${status === null ? '' : `${status} `}${code}: ${text}`),
      ...(usage === null ? [] : [`now: ${usageLine(usage)}; larger plans: ${deps.service.upgradeUrl}`]),
    ],
    facts: { explanations: found, ...(usage === null ? {} : { usage }) },
  };
}

/** The key by its prefix, when it ends and what it may call. There may be none: then the caller came without. */
function keyLine(context: ToolContext): string {
  const { keyPrefix, keyExpiresAt, toolScope } = context.caller;
  if (keyPrefix === null) return 'key: none (called without an API key)';
  const expiry = keyExpiresAt === null ? 'does not expire' : `expires ${keyExpiresAt.toISOString()}`;
  return safeText(
    `key: ${keyPrefix}, ${expiry}, tools ${toolScope === 'all' ? 'all' : toolScope.join(', ') || 'none'}`,
  );
}

/** The same as data; a scope of all tools is one word, an empty one an empty list. */
function keyFacts(context: ToolContext): Readonly<Record<string, unknown>> {
  const { keyPrefix, keyExpiresAt, toolScope } = context.caller;
  return {
    prefix: keyPrefix,
    expires_at: keyExpiresAt?.toISOString() ?? null,
    scopes: toolScope === 'all' ? ['all'] : toolScope,
  };
}

/** The first sentence, which says what a tool is for; a colon ends it, too. */
function firstSentence(description: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(description)?.[0].replace(/:$/, '.') ?? description;
}
