import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { siblingModule } from '../process/sibling-module.ts';
import { startEngine } from './start-engine.ts';

vi.mock('../process/free-bytes.ts', () => ({ RESERVED_BYTES: 2, freeBytes: () => 1 }));

test('on a disk that is nearly full no compiled modules are kept, and questions are answered', async () => {
  const compileCache = mkdtempSync(join(tmpdir(), 'portico-compiled-'));
  const operationsUrl = siblingModule(import.meta.url, '../../../test/support/misbehaving-operations');
  const engine = startEngine({ log: silentLog, clock: systemClock, operationsUrl, compileCache });
  try {
    const options = { party: 'anybody', deadlineMs: 30_000, signal: new AbortController().signal };
    expect(await engine.call('echo' as never, 1 as never, options)).toBe(1);
  } finally {
    await engine.close();
  }
  expect(readdirSync(compileCache)).toEqual([]);
  rmSync(compileCache, { recursive: true });
});
