import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test.each(['a.h', 'a.cc'])('a function whose head is given to a macro is a declaration, in %s', (file) => {
  const text = `UV_UNUSED(static void update_time(loop_t* loop)) {
  loop->time = now();
}
HEAP_EXPORT(struct node* heap_min(const struct heap* heap));
HEAP_EXPORT(struct node *heap_min(const struct heap* heap)) {
  return heap->min;
}
TEST_P(Suite, works(1)) {
}
INSTANTIATE(works(1)) {
}
CALL(int MACRO(1)) {
}
`;
  expect(scan(file, text)).toEqual(['1-3 function update_time', '5-7 function heap_min', '8-9 test Suite.works(1)']);
});
