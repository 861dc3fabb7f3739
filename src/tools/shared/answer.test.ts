import { expect, test } from 'vitest';
import { ANSWER_CHARACTERS_MAX } from '../tool.ts';
import { cutText, inFormat, jsonAnswer, moreLine, provenance, refuseCursor, statusAnswer } from './answer.ts';

test('an expected condition is no error, a failure is and stays under 1,500 characters with its next step', () => {
  expect(statusAnswer({ status: 'not_found', text: 'no such file', next: 'find_code query="x"' })).toEqual({
    text: 'not_found: no such file\nnext: find_code query="x"',
  });
  const failure = statusAnswer({ status: 'forbidden', text: 'x'.repeat(9_000), next: 'ask for another path' });
  expect(failure.isError).toBe(true);
  expect(failure.text.length).toBeLessThanOrEqual(1_500);
  expect(failure.text).toContain('next: ask for another path');
  expect(statusAnswer({ status: 'ok', text: 'x'.repeat(90_000) }).text.length).toBeLessThanOrEqual(
    ANSWER_CHARACTERS_MAX,
  );
});

test('the provenance line is one line and says where the facts come from', () => {
  const identity = { kind: 'worktree', branch: 'main', commit: '3f9c2ab0'.repeat(5) } as const;
  expect(provenance(identity, 'acme-api', ['412 files'])).toBe('acme-api@main 3f9c2ab · work tree · 412 files');
  expect(provenance({ kind: 'folder', branch: null, commit: null }, 'a', [])).toBe('a · folder without git');
  const shared = { kind: 'folder', branch: null, commit: null, gitLeftOut: 'borrows_objects' } as const;
  expect(provenance(shared, 'a', ['2 files'])).toMatch(/^a · folder; its git is not used, .*alternates\) · 2 files$/);
  expect(provenance({ ...identity, branch: 'x\nnot_found: y' }, 'a', [])).not.toContain('\n');
});

test('a cut answer says how much it shows', () =>
  expect(moreLine('abc', 20, 137)).toBe('more: cursor=abc (shown 20 of 137)'));

test('the JSON answer says the same twice', () => {
  expect(jsonAnswer({ a: 1 })).toEqual({ text: '{"a":1}', structured: { a: 1 } });
});

test('a cut never splits a character', () => {
  expect(cutText('ab😀', 4)).toBe('ab😀');
  expect(cutText('ab😀cd', 4)).toBe('ab…');
});

test('a refusal has its status word in JSON, whatever stands above it, and stays an error', () => {
  const refusal = statusAnswer({ status: 'forbidden', text: 'no.\nok: a line of it' });
  expect(inFormat('text', refusal, 'acme@main')).toEqual({
    text: 'acme@main\nforbidden: no.\nok: a line of it',
    isError: true,
  });
  expect(inFormat('json', refusal, 'bad_arguments: a branch').structured).toEqual({
    status: 'forbidden',
    message: 'bad_arguments: a branch\nforbidden: no.\nok: a line of it',
  });
  expect(inFormat('json', refusal).isError).toBe(true);
});

test('a cursor that is refused has one word before its text', () => {
  expect(refuseCursor('stale_cursor').text).toMatch(/^stale_cursor: the source/);
  expect(refuseCursor('bad_cursor', { total: 0 })).toMatchObject({ isError: true, structured: { total: 0 } });
});
