import { usage } from '../src/control/commands.ts';
import { PROBLEMS, type ProblemKind } from '../src/http/problems.ts';
import { ROUTES } from '../src/http/routes.ts';
import { SETTINGS } from '../src/settings.ts';
import { makeTools, type ToolPorts } from '../src/tools/index.ts';
import { toolDefinition } from '../src/tools/shared/definition.ts';
import { clientGuidePage } from './client-guide.ts';

const GENERATED = '<!-- Made by `npm run docs`; change the table in the source instead. -->';

/** Every generated page by its path. */
export const REFERENCE_PAGES: Readonly<Record<string, () => string>> = {
  'docs/reference/settings.md': settingsPage,
  'docs/reference/command.md': commandPage,
  'docs/reference/problems.md': problemsPage,
  'docs/reference/routes.md': routesPage,
  'docs/reference/tools.md': toolsPage,
  'docs/guides/clients.md': clientGuidePage,
};

function settingsPage(): string {
  const rows = Object.entries(SETTINGS).map(([name, { byDefault, meaning, example }]) => [
    `\`${name}\``,
    meaning,
    byDefault,
    `\`${example.replace(/`/g, "'")}\``,
  ]);
  return page('Settings', [
    'All are optional environment variables, read once at the start; a bad value stops the start and names the variable.',
    table(['name', 'meaning', 'default', 'example'], rows),
  ]);
}

function commandPage(): string {
  return page('The command', ['`npx portico …` in the checkout.', `\`\`\`text\n${usage()}\n\`\`\``]);
}

function problemsPage(): string {
  const rows = Object.entries<ProblemKind>(PROBLEMS).map(([code, kind]) => [
    `\`${code}\``,
    statusText(kind),
    String(kind.rpcCode),
    kind.title,
  ]);
  return page('Refusals', [
    'At `/mcp` a refusal is a JSON-RPC error whose `error.data.reason` is the code below and whose `error.data.requestId` names the request in the log; elsewhere it is `{ "error": code, "message": text, "requestId": id }`. A 429 has the body of [plans and limits](../guides/plans.md).',
    table(['code', 'status', 'JSON-RPC code', 'meaning'], rows),
  ]);
}

function statusText({ status, legacyStatus, modernStatus }: ProblemKind): string {
  const others = [
    ...(legacyStatus === undefined ? [] : [`MCP 2025: ${legacyStatus}`]),
    ...(modernStatus === undefined ? [] : [`MCP 2026: ${modernStatus}`]),
  ];
  return others.length === 0 ? String(status) : `${status} (${others.join(', ')})`;
}

function routesPage(): string {
  const rows = ROUTES.map((route) => [
    `\`${route.method.toUpperCase()} ${route.path}\``,
    route.summary,
    route.isPublic ? 'anybody' : 'see summary',
    Object.entries(route.responses)
      .map(([status, { description }]) => `${status} ${description}`)
      .join('; '),
  ]);
  return page('Routes', [
    '`POST /mcp` is described in the README; `GET /openapi.json` has all others for programs.',
    table(['route', 'summary', 'for', 'answers'], rows),
  ]);
}

function toolsPage(): string {
  // Definitions do not touch the ports, which only `run` uses.
  const definitions = makeTools({} as ToolPorts).map(toolDefinition);
  return page('Tools', [
    'What `tools/list` shows. Every code tool starts its answer with where it comes from, keeps to `budget` (tokens), and says what was left out and how to get it.',
    ...definitions.map((definition) => {
      const properties = Object.entries(
        (definition.inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>,
      );
      const required = (definition.inputSchema.required ?? []) as readonly string[];
      const rows = properties.map(([name, schema]) => [
        `\`${name}\`${required.includes(name) ? ' (required)' : ''}`,
        typeText(schema),
        'description' in schema ? String(schema.description) : '',
      ]);
      return `## \`${definition.name}\`\n\n${definition.description}\n\n${table(['argument', 'type', 'meaning'], rows)}`;
    }),
  ]);
}

function typeText(schema: Readonly<Record<string, unknown>>): string {
  const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'default'].flatMap((name) =>
    name in schema ? [`${name} ${JSON.stringify(schema[name])}`] : [],
  );
  const type = Array.isArray(schema.enum)
    ? schema.enum.map((value) => `\`${value}\``).join(' ')
    : String(schema.type ?? 'any');
  return [type, ...bounds].join(', ');
}

function page(title: string, parts: readonly string[]): string {
  return `# ${title}\n\n${GENERATED}\n\n${parts.join('\n\n')}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\|/g, '\\|').replace(/\n/g, ' ')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
