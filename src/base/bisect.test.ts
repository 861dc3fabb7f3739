import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bisect } from './bisect.ts';

test('the border among things in order is where a look at each one finds it, in few looks', () => {
  fc.assert(
    fc.property(fc.nat(1_000), fc.nat(1_000), (count, given) => {
      const border = Math.min(given, count);
      let looks = 0;
      const found = bisect(count, (index) => {
        looks += 1;
        expect(index).toBeLessThan(count);
        return index < border;
      });
      expect(found).toBe(border);
      expect(looks).toBeLessThanOrEqual(Math.ceil(Math.log2(count + 1)) + 1);
    }),
  );
});
