import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const TEXT = `object Flow:
  def spread(a: Int): Int =
    val end = a
    end
  end spread

  def twice(a: Int): Int =
    spread(a) +
      spread(a)
  end twice
end Flow
`;

const ask = (mode: FindInput['mode'], query: string): Promise<FoundOutput> =>
  askCode({ 'src/main/scala/Flow.scala': TEXT }, { mode, query });

test('the `end` that names what it ends uses nothing', async () => {
  const uses = await ask('references', 'spread');
  expect(uses.rows.map(({ line }) => line).sort()).toEqual([8, 9]);
  const none = await ask('references', 'Flow');
  expect(none.rows).toEqual([]);
  const called = await ask('callees', 'twice');
  expect(called.rows.map(({ symbol }) => symbol?.name)).toEqual(['spread']);
  const callers = await ask('callers', 'twice');
  expect(callers.rows).toEqual([]);
});
