import { TOOL_NAMES } from '../../src/tools/index.ts';
import type { InstalledClient, Shown, Site } from './client.ts';
import { installClients } from './install.ts';
import { CLIENT_MAKERS, openMeeting, openSpentMeeting } from './meeting.ts';
import { wireText } from './wire.ts';

/**
 * `npm run test:clients`: runs every client against the service, the coding agents with a model on loopback, and prints
 * what passed on the wire and what each client showed. Exits non-zero when one did not get what it came for.
 */
async function main(): Promise<void> {
  const folders = { clients: await installClients('clients'), agents: await installClients('agents') };
  const wanted = process.argv[2]?.toLowerCase() ?? '';
  const clients = (['clients', 'agents'] as const)
    .flatMap((set) => CLIENT_MAKERS[set].map((make) => make(folders[set])))
    .filter(({ name }) => name.toLowerCase().includes(wanted));
  const rows: string[] = [];
  for (const client of clients) rows.push(await meet(client));
  console.log(`\n${'client'.padEnd(28)}${'revision'.padEnd(14)}outcome\n${rows.join('\n')}`);
  process.exitCode = clients.length > 0 && rows.every((row) => row.endsWith(OK)) ? 0 : 1;
}

const OK = 'connected, listed, called';

/** One client from the first contact to the limits; the row that sums it up. */
async function meet(client: InstalledClient): Promise<string> {
  console.log(`\n=== ${client.name}`);
  const meeting = await openMeeting();
  const faults: string[] = [];
  const step = async (title: string, attempt: () => Promise<string | null>): Promise<void> => {
    console.log(`  ${title}`);
    const fault = await attempt().catch((failure: unknown) => String(failure));
    for (const line of meeting.wire.take()) console.log(`    ${wireText(line)}`);
    if (fault === null) return;
    console.log(`    FAULT ${fault}`);
    faults.push(`${title}: ${firstLine(fault)}`);
  };
  try {
    await step('tools/list', () => lists(client, meeting.site));
    for (const [tool, args, expected] of CALLS) {
      await step(tool, () => shows(client.call(meeting.site, tool, args), expected));
    }
    await step('a key that is not known', () => isRefused(client.listTools(meeting.strange)));
    await step('a spent quota', () => spends(client));
  } finally {
    await meeting.close();
  }
  return `${client.name.padEnd(28)}${client.revision.padEnd(14)}${faults.length === 0 ? OK : faults.join('; ')}`;
}

/** Calls that need no network, and words of their answers that must reach the model or the person. */
const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['get_project_context', { path: '.' }, 'TypeScript'],
  ['find_code', { query: 'greet' }, 'export function greet'],
  ['read_code', { file: 'greet.ts' }, "return 'hello';"],
  ['explain_architecture', { path: '.' }, 'greet.ts'],
  ['check_test', { file: 'greet.ts' }, 'greet'],
  ['audit_headers', { headers: 'X-Frame-Options: DENY' }, 'content-security-policy'],
  ['service_dev_info', { topic: 'auth' }, 'Authorization: Bearer'],
];

/** Agents sort the tools; that each is there is what counts. */
async function lists(client: InstalledClient, site: Site): Promise<string | null> {
  const names = await client.listTools(site);
  console.log(`    shows ${names.length} tools: ${names.join(', ')}`);
  const missing = TOOL_NAMES.filter((name) => !names.includes(name));
  return missing.length === 0 ? null : `does not show ${missing.join(', ')}`;
}

async function shows(call: Promise<Shown>, expected: string): Promise<string | null> {
  const { text, isError } = await call;
  printShown(text);
  if (isError) return `error: ${text}`;
  // What is shown as JSON has its quotes and line ends escaped.
  return text.replaceAll('\\"', '"').includes(expected) ? null : `"${expected}" is not in what was handed on`;
}

async function isRefused(attempt: Promise<unknown>): Promise<string | null> {
  try {
    await attempt;
    return 'was let in';
  } catch (refused) {
    printShown(refused);
    return null;
  }
}

async function spends(client: InstalledClient): Promise<string | null> {
  const spent = await openSpentMeeting();
  try {
    await client.call(spent.site, 'probe_echo', { text: 'one' });
    const second = await client.call(spent.site, 'probe_echo', { text: 'two' });
    printShown(second.text);
    return /limit/i.test(second.text) ? null : 'the limit is not named';
  } catch (refused) {
    printShown(refused);
    return null;
  } finally {
    await spent.close();
  }
}

/** What the client handed on, to a person or to a model: enough of it to judge. */
function printShown(shown: unknown): void {
  const text = String(shown).replaceAll(/\s+/g, ' ');
  console.log(`    shows: ${text.length > 480 ? `${text.slice(0, 240)} … ${text.slice(-240)}` : text}`);
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]?.slice(0, 120) ?? '';
}

await main();
