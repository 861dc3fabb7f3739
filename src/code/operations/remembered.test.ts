import { expect, test } from 'vitest';
import { makeMemory } from './remembered.ts';

const NO_DEADLINE = Number.POSITIVE_INFINITY;

test('what was asked before is not computed again, and of many the latest are kept', async () => {
  const remember = makeMemory<string>(2);
  const computed: string[] = [];
  const ask = async (key: string): Promise<string> => {
    const compute = async (): Promise<string> => {
      computed.push(key);
      return `answer ${key}`;
    };
    return await remember({ key, deadlineAtMs: NO_DEADLINE, compute, isLasting: () => true });
  };
  for (const key of ['a', 'a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(`answer ${key}`);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('the room is shared by weight, and what takes more than all of it is not kept and drives out nothing', async () => {
  const remember = makeMemory<string>(5, ({ length }) => length);
  const computed: string[] = [];
  const ask = async (key: string): Promise<string> => {
    const compute = async (): Promise<string> => {
      computed.push(key);
      return key;
    };
    return await remember({ key, deadlineAtMs: NO_DEADLINE, compute, isLasting: () => true });
  };
  for (const key of ['aa', 'bb', 'aa', 'cc', 'aa', 'bb', 'dddddd', 'dddddd', 'bb']) expect(await ask(key)).toBe(key);
  expect(computed).toEqual(['aa', 'bb', 'cc', 'bb', 'dddddd', 'dddddd']);
});

test('what the deadline may have cut, what does not last and a failure are not remembered', async () => {
  const remember = makeMemory<number>(2);
  let asked = 0;
  const question = {
    key: 'a',
    deadlineAtMs: NO_DEADLINE,
    compute: async (): Promise<number> => {
      asked += 1;
      return asked;
    },
    isLasting: () => true,
  };
  expect(await remember({ ...question, deadlineAtMs: 0 })).toBe(1);
  expect(await remember({ ...question, isLasting: () => false })).toBe(2);
  expect(await remember({ ...question, boundMs: -1 })).toBe(3);
  await expect(remember({ ...question, compute: () => Promise.reject(new Error('gone')) })).rejects.toThrow('gone');
  expect(await remember(question)).toBe(4);
  expect(await remember(question)).toBe(4);
});
