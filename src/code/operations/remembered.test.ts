import { expect, test } from 'vitest';
import { makeMemory } from './remembered.ts';

const NO_DEADLINE = Number.POSITIVE_INFINITY;

test('what was asked before is not computed again, and of many the latest are kept', async () => {
  const remember = makeMemory<string>(2);
  const computed: string[] = [];
  const ask = (key: string): Promise<string> =>
    remember({ key, deadlineAtMs: NO_DEADLINE }, async () => {
      computed.push(key);
      return `answer ${key}`;
    });
  for (const key of ['a', 'a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(`answer ${key}`);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('what the deadline may have cut is not remembered, nor is a failure', async () => {
  const remember = makeMemory<number>(2);
  let asked = 0;
  const count = async (): Promise<number> => {
    asked += 1;
    return asked;
  };
  expect(await remember({ key: 'a', deadlineAtMs: 0 }, count)).toBe(1);
  expect(await remember({ key: 'a', deadlineAtMs: NO_DEADLINE }, count)).toBe(2);
  expect(await remember({ key: 'a', deadlineAtMs: NO_DEADLINE }, count)).toBe(2);
  const failing = remember({ key: 'b', deadlineAtMs: NO_DEADLINE }, () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(await remember({ key: 'b', deadlineAtMs: NO_DEADLINE }, count)).toBe(3);
});
