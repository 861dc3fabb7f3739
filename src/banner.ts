import type { Secret } from './base/secret.ts';
import { clientConfiguration } from './tools/service-dev-info/clients.ts';

/** What a service that has started says of itself. */
export interface Started {
  readonly baseUrl: string;
  /** The first start's key, to be shown this once; null at later starts. */
  readonly firstKey: Secret | null;
  /** Names of the projects that the owner sees. */
  readonly projects: readonly string[];
  readonly ownerEmail: string;
}

/** The text on standard output after a start: how to reach the service and, once, the key. */
export function banner(started: Started): string {
  const endpoint = `${started.baseUrl}/mcp`;
  const head = `Portico is ready.\n\n  endpoint  ${endpoint}\n  projects  ${projectsText(started.projects)}\n`;
  return `\n${head}${started.firstKey === null ? laterStart(started) : firstStart(started, started.firstKey)}\n`;
}

/** Most projects that the banner names. */
const PROJECTS_NAMED_MAX = 12;

function projectsText(projects: readonly string[]): string {
  if (projects.length === 0) return 'none yet: npx portico project add PATH';
  const more = projects.length - PROJECTS_NAMED_MAX;
  const named = projects.slice(0, PROJECTS_NAMED_MAX).join(', ');
  return more > 0 ? `${named} and ${more} more: npx portico project list` : named;
}

function laterStart(started: Started): string {
  return `  key       shown at the first start; make another with\n            npx portico key create --account ${started.ownerEmail} --name NAME\n\nStop with Ctrl-C.\n`;
}

function firstStart(started: Started, key: Secret): string {
  const [project] = started.projects;
  // Without a project only the tool about the service itself has something to say.
  const params =
    project === undefined
      ? { name: 'service_dev_info', arguments: {} }
      : { name: 'get_project_context', arguments: { path: project } };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const claude = clientConfiguration('claude-code', started.baseUrl);
  const file = clientConfiguration('cursor', started.baseUrl);
  return [
    `  key       ${key.reveal()}`,
    '            (shown this once: keep it, for example as export MCP_API_KEY=…)',
    '',
    'Try it:',
    '',
    `curl -s ${started.baseUrl}/mcp -H 'Authorization: Bearer ${key.reveal()}' -H 'Content-Type: application/json' -d '${JSON.stringify(call)}'`,
    '',
    `${claude.title}:`,
    '',
    ...claude.steps.map((step) => `  - ${step}`),
    '',
    claude.snippet ?? '',
    '',
    claude.note,
    '',
    `${file.title}:`,
    '',
    ...file.steps.map((step) => `  - ${step}`),
    '',
    file.snippet ?? '',
    '',
    'Other clients: docs/guides/clients.md, or ask the tool service_dev_info. Stop with Ctrl-C.',
    '',
  ].join('\n');
}
