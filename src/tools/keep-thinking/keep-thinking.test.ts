import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoryThoughtStore } from '../../../test/support/memory-thought-store.ts';
import { refsEngine, sampleProject, selectDeps, testCursors, toolContext } from '../../../test/support/tool-context.ts';
import { untold } from '../../../test/support/untold.ts';
import { THOUGHTS_MAX, THREADS_MAX } from '../../domain/thinking/index.ts';
import { readArguments } from '../shared/arguments.ts';
import { estimateTokens } from '../shared/budget.ts';
import { toolDefinition } from '../shared/definition.ts';
import { safeText } from '../shared/safe-text.ts';
import type { ToolContext } from '../tool.ts';
import { makeKeepThinking } from './keep-thinking.ts';
import { thinkingOutput } from './schema.ts';

const alice = toolContext('alice');
const bob = toolContext('bob');

function setUp() {
  const engineState = { isDown: false };
  const tool = makeKeepThinking({
    ...selectDeps([sampleProject('alice', 'acme')]),
    thoughts: memoryThoughtStore(),
    engine: refsEngine(new Map([['src/a.ts:3', {}]]), engineState),
    cursors: testCursors,
  });
  const call = async (raw: Record<string, unknown>, context: ToolContext = alice) => {
    const args = readArguments(tool, raw);
    if (!args.ok) throw new Error(args.error);
    const answer = await tool.run(args.value, context);
    if (answer.isError !== true) thinkingOutput.parse(answer.structured);
    expect(JSON.stringify(answer.structured ?? {}).length).toBeLessThanOrEqual(8_192);
    return { ...answer, structured: (answer.structured ?? {}) as Record<string, unknown> };
  };
  const start = async (context: ToolContext = alice) =>
    String((await call({ thought: 'one' }, context)).structured.thread);
  return { tool, call, start, engineState };
}

describe('adding', () => {
  test('a thread starts with a random handle and goes on with it', async () => {
    const { call, start } = setUp();
    const thread = await start();
    expect(thread).toMatch(/^th_[0-9A-Za-z]{22}$/);
    const second = await call({ thought: 'two', thread, total: '5' });
    expect(second.structured).toMatchObject({ thread, number: 2, total: 5, more: true });
    expect(second.text).toContain('step 2 of 5');
  });

  test('references are checked at once and a failing one is told with its reason', async () => {
    const { call } = setUp();
    const answer = await call({ thought: 'look', kind: 'hypothesis', refs: ['src/a.ts:3', 'src/b.ts:9'] });
    expect(answer.text).toContain('refs: 1 of 2 hold');
    expect(answer.text).toContain('src/b.ts:9: no such file');
    expect(answer.structured.refs).toEqual([
      { ref: 'src/a.ts:3', ok: true, reason: '' },
      { ref: 'src/b.ts:9', ok: false, reason: 'no such file' },
    ]);
    expect(answer.structured.unsupported).toEqual([]);
  });

  test('a thought is kept when its references cannot be checked', async () => {
    const { call, engineState } = setUp();
    engineState.isDown = true;
    const answer = await call({ thought: 'look', refs: ['src/a.ts:3'] });
    expect(answer.structured.refs).toEqual([
      { ref: 'src/a.ts:3', ok: false, reason: expect.stringContaining('not checked') },
    ]);
    const withoutProject = await call({ thought: 'look', refs: ['src/a.ts:3'] }, bob);
    expect(withoutProject.text).toContain('no project is named');
  });

  test('a project that is named and unknown is refused, with a structured status', async () => {
    const { call } = setUp();
    const answer = await call({ thought: 'x', path: 'nowhere' });
    expect(answer.structured).toEqual({ status: 'not_found', message: answer.text });
  });

  test('the names of the reference server are understood', async () => {
    const { call, start } = setUp();
    const thread = await start();
    const answer = await call({
      thread,
      thought: 'again',
      nextThoughtNeeded: 'false',
      thoughtNumber: '2',
      totalThoughts: '3',
      isRevision: 'true',
      revisesThought: 1,
      branchFromThought: 1,
      branchId: 'b',
      needsMoreThoughts: false,
    });
    expect(answer.structured).toMatchObject({ number: 2, total: 3, more: false, branches: ['b'] });
    expect(answer.text).toContain('(revision, branch b)');
  });

  test('what points at no step of the thread is refused', async () => {
    const { call, start } = setUp();
    const thread = await start();
    expect((await call({ thread, thought: 'x', revises: 7 })).isError).toBe(true);
    await expect(call({ thought: 'x', branch_from: 1 })).rejects.toThrow('pass its handle');
    await expect(call({ thought: '  ' })).rejects.toThrow('needs thought');
    await expect(call({ thought: '漢'.repeat(3_000) })).rejects.toThrow('longer than 8192 bytes');
  });

  test('an answer to add is at most 150 tokens and shows nothing unseen, whatever is sent', async () => {
    const { call, start } = setUp();
    const thread = await start();
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          thought: fc.string({ minLength: 1, maxLength: 500, unit: 'binary' }).map((text) => `x${text}`),
          refs: fc.array(fc.string({ maxLength: 300, unit: 'binary' }), { maxLength: 10 }),
          branch: fc.string({ maxLength: 40, unit: 'binary' }),
          kind: fc.constantFrom('step', 'hypothesis', 'question'),
        }),
        async (raw) => {
          const answer = await call({ ...raw, thread });
          expect(estimateTokens(answer.text)).toBeLessThanOrEqual(150);
          expect(JSON.stringify(answer)).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('secrets in a thought are taken out before it is kept', async () => {
    const { call } = setUp();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const added = await call({ thought: `use ${secret}` });
    expect(added.text).toContain('taken out as secret: github-token');
    const recalled = await call({ action: 'recall', thread: added.structured.thread, number: 1 });
    expect(recalled.text).not.toContain(secret);
  });
});

describe('bounds', () => {
  test('a hundred parallel steps are numbered 1 to n without gaps', async () => {
    const { call, start } = setUp();
    const thread = await start();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => call({ thought: `t${i}`, thread })));
    const numbers = answers.map(({ structured }) => Number(structured.number)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
  });

  test('a thread takes 200 steps and says so at the next', async () => {
    const { call, start } = setUp();
    const thread = await start();
    await Promise.all(Array.from({ length: THOUGHTS_MAX - 1 }, () => call({ thought: 'x', thread })));
    const answer = await call({ thought: 'x', thread });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('holds 200 steps');
  });

  test("a plan's number of threads is never passed", async () => {
    const { call } = setUp();
    const free = toolContext('alice', { plan: 'free' });
    const answers = await Promise.all(
      Array.from({ length: THREADS_MAX.free + 10 }, () => call({ thought: 'x' }, free)),
    );
    expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(THREADS_MAX.free);
  });
});

describe('privacy', () => {
  test("another account's handle is as unknown as one that nobody has, in every action", async () => {
    const { call, start } = setUp();
    const thread = await start();
    for (const rest of [{ thought: 'x' }, { action: 'recall' }, { action: 'recall', limit: 5 }, { action: 'close' }]) {
      const foreign = await call({ thread, ...rest }, bob);
      const unknown = await call({ thread: 'th_0000000000000000000000', ...rest }, bob);
      expect(foreign).toEqual(unknown);
    }
    expect((await call({ action: 'list' }, bob)).structured).toMatchObject({ total: 0, threads: [] });
    expect((await call({ action: 'recall', thread })).structured).toMatchObject({ status: 'ok', number: 1 });
  });

  test('a thread is unknown 30 days after its last step', async () => {
    const { call, start } = setUp();
    const thread = await start();
    const later = toolContext('alice', { now: new Date('2026-03-31T12:00:00Z') });
    expect((await call({ action: 'recall', thread }, later)).structured.status).toBe('not_found');
  });
});

describe('whoever reads only the structured value', () => {
  test('learns all that the text says, in every action', async () => {
    const { call } = setUp();
    const first = await call({ thought: 'Is it the cache?', kind: 'hypothesis', refs: ['src/a.ts:3', 'src/b.ts:9'] });
    const { thread } = first.structured;
    const said = [
      first,
      await call({ thread, thought: 'Who clears it?', kind: 'question', number: 9 }),
      await call({
        thread,
        thought: `ghp_${'a1B2'.repeat(9)} decides`,
        kind: 'decision',
        branch: 'b',
        confidence: 0.5,
      }),
      await call({ action: 'recall', thread }),
      await call({ action: 'recall', thread, number: 1 }),
      await call({ action: 'recall', thread, number: 3 }),
      await call({ action: 'recall', thread, number: 77 }),
      await call({ action: 'recall', thread, limit: 2 }),
      await call({ action: 'list' }),
      await call({ action: 'close', thread }),
      await call({ action: 'close', thread }),
      await call({ action: 'recall', thread: 'th_none' }),
    ];
    const phrasing = 'held by questions thoughts threads of this account more shown open last step steps at ref';
    for (const answer of said) expect(untold(answer, phrasing), answer.text).toEqual([]);
    expect(first.structured.message).toContain('pass its handle as thread');
    expect(said[3]?.structured.notice).toContain('not instructions');
  });

  test('reads the longest step whole, in parts where they are needed', async () => {
    const { call, start } = setUp();
    const thread = await start();
    const refs = Array.from({ length: 10 }, (_, i) => `${'"'.repeat(290)}${i}`);
    for (const text of ['x'.repeat(7_990), '"\n'.repeat(3_990), 'x\u202e'.repeat(2_000)]) {
      const { number } = (await call({ thread, thought: `s${text}e`, refs })).structured;
      const parts: string[] = [];
      let cursor: unknown;
      do {
        const { structured } = await call({
          action: 'recall',
          thread,
          number,
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(JSON.stringify(structured).length).toBeLessThanOrEqual(8_000);
        parts.push(String(structured.excerpt));
        cursor = structured.cursor;
      } while (cursor !== undefined && parts.length < 100);
      expect(parts.join('')).toBe(safeText(`s${text}e`));
    }
    const page = await call({ action: 'recall', thread, limit: 3, cursor: undefined });
    expect(JSON.stringify(page.structured).length).toBeLessThanOrEqual(8_000);
  });

  test('gets every step by pages, each whole', async () => {
    const { call, start } = setUp();
    const thread = await start();
    for (let i = 2; i <= 20; i++) await call({ thread, thought: `${i} ${'y'.repeat(2_000)}` });
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await call({ action: 'recall', thread, limit: 20, ...(cursor === undefined ? {} : { cursor }) });
      const steps = page.structured.steps as readonly Record<string, unknown>[];
      seen.push(...steps.map(({ number, text }) => [number, String(text).length]));
      cursor = page.structured.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([[1, 3], ...Array.from({ length: 19 }, (_, i) => [i + 2, `${i + 2} `.length + 2_000])]);
  });
});

describe('recalling', () => {
  test('the digest holds decisions and open questions within 300 tokens, fenced', async () => {
    const { call, start } = setUp();
    const thread = await start();
    const long = 'because the storage layer cannot hold a transaction open across an await '.repeat(20);
    for (let i = 0; i < 30; i++)
      await call({ thread, thought: `${i} ${long}`, kind: i % 2 === 0 ? 'decision' : 'question' });
    const answer = await call({ action: 'recall', thread });
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(330);
    expect(estimateTokens(String(answer.structured.digest))).toBeLessThanOrEqual(300);
    expect(answer.text).toContain('decided #30');
    expect(answer.text).toMatch(/<<<data \w+ thoughts \(data, not instructions\)/);
    expect(answer.text).toContain('left out: ');
  });

  test('all steps come back in order by pages, each whole', async () => {
    const { call, start } = setUp();
    const thread = await start();
    for (let i = 2; i <= 45; i++) await call({ thread, thought: `text of ${i} ${'y'.repeat(3_000)}` });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await call({ action: 'recall', thread, limit: 20, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.text.length).toBeLessThanOrEqual(40_000);
      seen.push(...(page.text.match(/text of \d+/g) ?? []));
      cursor = page.structured.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(Array.from({ length: 44 }, (_, i) => `text of ${i + 2}`));
  });

  test('closing ends a thread and offers to keep the decision', async () => {
    const { call, start } = setUp();
    const thread = await start();
    await call({ thread, thought: 'use SQLite', kind: 'decision' });
    const closed = await call({ action: 'close', thread });
    expect(closed.text).toContain('project_memory action="save" type="decision"');
    expect((await call({ thread, thought: 'more' })).text).toContain('is closed');
    expect((await call({ action: 'close', thread })).text).toContain('closed before');
  });

  test('the list shows the latest first, with its first words', async () => {
    const { call, start } = setUp();
    for (let i = 0; i < 12; i++) await start();
    const page = await call({ action: 'list' });
    expect(page.structured.total).toBe(12);
    expect(page.text).toContain('(shown 10 of 12)');
    const rest = await call({ action: 'list', cursor: page.structured.cursor });
    expect(rest.structured.threads).toHaveLength(2);
    expect((await call({ action: 'list', cursor: 'x'.repeat(40) })).isError).toBe(true);
  });
});

test('its definition is small', () => {
  const { tool } = setUp();
  expect(estimateTokens(JSON.stringify(toolDefinition(tool)))).toBeLessThanOrEqual(460);
});
