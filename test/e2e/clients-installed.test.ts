import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/base/units.ts';
import { TOOL_NAMES } from '../../src/tools/index.ts';
import { ClientRefused, type InstalledClient } from '../clients/client.ts';
import { installClients } from '../clients/install.ts';
import { CLIENT_MAKERS, type Meeting, openMeeting, openSpentMeeting } from '../clients/meeting.ts';

let folder: string;
let meeting: Meeting;

// The first run on a machine fetches the clients.
beforeAll(async () => {
  folder = await installClients('clients');
  meeting = await openMeeting();
}, 10 * MINUTE_MS);

afterAll(() => meeting?.close());

/** What a client may meet that is no fault: there is no stream to GET, and nothing to log in with. */
const EXPECTED = new Set(['POST 200', 'POST 202', 'GET 200', 'GET 404', 'GET 405']);

describe.each(CLIENT_MAKERS.clients.map((make) => ({ name: make('').name, make })))('$name', ({ make }) => {
  const client: InstalledClient = {
    ...make(''),
    listTools: (site) => make(folder).listTools(site),
    call: (site, ...call) => make(folder).call(site, ...call),
  };

  test('lists the tools of the product in the order of the specification', async () => {
    expect(await client.listTools(meeting.site)).toEqual(TOOL_NAMES);
  });

  test('hands on what tools answer about a repository and about the service', async () => {
    const search = () => client.call(meeting.site, 'find_code', { query: 'greet' });
    let found = await search();
    // The engine starts with the first question: a busy machine may need longer than that has, and says to ask again.
    for (let left = 3; left > 0 && found.text.startsWith('timeout: '); left -= 1) found = await search();
    expect(found).toMatchObject({ isError: false, text: expect.stringContaining('greet.ts\n  1: export function') });
    const read = await client.call(meeting.site, 'read_code', { file: 'greet.ts' });
    expect(read).toMatchObject({ isError: false, text: expect.stringContaining("return 'hello';") });
    const about = await client.call(meeting.site, 'service_dev_info', {});
    expect(about).toMatchObject({ isError: false, text: expect.stringContaining('projects: 1 (') });
  });

  test('hands on which argument does not fit, as an answer and not as a broken connection', async () => {
    const answer = await client.call(meeting.site, 'find_code', { query: 'greet', mode: 'nonsense' });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('- mode: expected one of "auto"') });
  });

  test('speaks the revision that is known of it, and meets no refusal on its way', async () => {
    meeting.wire.take();
    await client.call(meeting.site, 'find_code', { query: 'greet' });
    const lines = meeting.wire.take();
    expect(lines.filter(({ http, status }) => !EXPECTED.has(`${http} ${status}`))).toEqual([]);
    expect(new Set(lines.filter(({ http }) => http === 'POST').map(({ revision }) => revision))).toEqual(
      new Set([client.revision]),
    );
    expect(lines.at(-1)).toMatchObject({ method: 'tools/call', tool: 'find_code', status: 200 });
  });

  test('says that it must authenticate when the key is not known', async () => {
    const refused = client.listTools(meeting.strange);
    await expect(refused).rejects.toThrow(ClientRefused);
    await expect(refused).rejects.toThrow(/401|auth/i);
  });

  test('shows what limit is reached and until when, and goes on listing', async () => {
    const spent = await openSpentMeeting();
    try {
      expect(await client.call(spent.site, 'probe_echo', { text: 'one' })).toMatchObject({ isError: false });
      await expect(client.call(spent.site, 'probe_echo', { text: 'two' })).rejects.toThrow(
        /rate_limit_exceeded.*Monthly limit of the Free plan reached.*reset_at/s,
      );
      expect(await client.listTools(spent.site)).toContain('probe_echo');
    } finally {
      await spent.close();
    }
  });
});
