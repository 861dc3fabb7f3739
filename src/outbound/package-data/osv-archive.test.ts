import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makeZip, type ZipFixture } from '../../../test/support/zip.ts';
import { silentLog } from '../../base/log.ts';
import { makeOsvArchive } from './osv-archive.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const signal = new AbortController().signal;
const MONDAY = new Date('2026-02-23T08:00:00Z');

const record = (id: string, name: string, changes: object = {}): ZipFixture => ({
  name: `${id}.json`,
  text: JSON.stringify({ id, affected: [{ package: { ecosystem: 'npm', name }, versions: ['1.0.0'] }], ...changes }),
});

function archive(content: Buffer | string, path = 'npm.zip') {
  const folder = mkdtempSync(join(tmpdir(), 'portico-osv-'));
  folders.push(folder);
  put(folder, content, path);
  return { folder, source: makeOsvArchive({ folder, log: silentLog }) };
}

function put(folder: string, content: Buffer | string, path = 'npm.zip', at = MONDAY): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  utimesSync(file, at, at);
}

async function ask(source: ReturnType<typeof makeOsvArchive>, name: string) {
  const [answer] = await source.findAdvisories([{ ecosystem: 'npm', name, version: '1.0.0' }], signal);
  if (answer === undefined) throw new Error('one answer for one query');
  return answer.ok
    ? {
        ids: answer.value.value.advisories.map(({ id }) => id),
        missing: answer.value.value.missing,
        asOf: answer.value.asOf,
      }
    : answer.error.text;
}

describe('an archive of advisories', () => {
  test.each(['npm.zip', 'npm/all.zip'])('at %s answers for its ecosystem, as old as its file', async (path) => {
    const { source } = archive(makeZip([record('MAL-1', 'thing'), record('GHSA-1', 'other')]), path);
    expect(await source.covers('npm')).toBe(true);
    expect(await source.covers('pypi')).toBe(false);
    expect(await ask(source, 'thing')).toEqual({ ids: ['MAL-1'], missing: null, asOf: MONDAY });
    expect(await ask(source, 'clean')).toEqual({ ids: [], missing: null, asOf: MONDAY });
  });

  test('leaves out what was taken back', async () => {
    const { source } = archive(makeZip([record('GHSA-1', 'thing', { withdrawn: '2021-01-01T00:00:00Z' })]));
    expect(await ask(source, 'thing')).toMatchObject({ ids: [] });
  });

  test('is read anew when it is replaced', async () => {
    const { folder, source } = archive(makeZip([record('GHSA-1', 'thing')]));
    await ask(source, 'thing');
    put(
      folder,
      makeZip([record('GHSA-2', 'thing'), record('GHSA-3', 'thing')]),
      'npm.zip',
      new Date('2026-02-24T08:00:00Z'),
    );
    expect(await ask(source, 'thing')).toMatchObject({ ids: ['GHSA-2', 'GHSA-3'] });
  });

  test.each<[string, Buffer | string]>([
    ['no zip', 'this is text'],
    ['nothing', ''],
    ['a zip that was cut short', makeZip([record('GHSA-1', 'thing')]).subarray(0, 60)],
  ])('that is %s is told as unreadable, never as empty', async (_, content) => {
    const { source } = archive(content);
    expect(await ask(source, 'thing')).toBe('the archive could not be read');
  });

  test('a record that is damaged, no JSON, or larger than it claims is counted, and the answer is not whole', async () => {
    const files = [
      record('GHSA-1', 'thing'),
      { name: 'GHSA-2.json', text: '{"id":' },
      { name: 'GHSA-3.json', text: 'x'.repeat(10_000), claimedBytes: 10 },
    ];
    const { source } = archive(makeZip(files));
    expect(await ask(source, 'thing')).toMatchObject({
      ids: ['GHSA-1'],
      missing: { text: '2 records of the archive could not be read' },
    });
  });

  test('a bomb is not unpacked: a record that claims gigabytes is skipped unread', async () => {
    const { source } = archive(
      makeZip([record('GHSA-1', 'thing'), { name: 'bomb.json', text: '0', claimedBytes: 3_000_000_000 }]),
    );
    expect(await ask(source, 'thing')).toMatchObject({
      ids: ['GHSA-1'],
      missing: { text: '1 record of the archive could not be read' },
    });
  });

  test('many bombs together are refused with the whole archive', async () => {
    const bombs = Array.from({ length: 6 }, (_, index) => ({
      name: `${index}.json`,
      text: '0',
      claimedBytes: 3_000_000_000,
    }));
    const { source } = archive(makeZip(bombs));
    expect(await ask(source, 'thing')).toBe('the archive could not be read');
  });
});
