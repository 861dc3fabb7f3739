import type { TestsFound } from '../../code/operations/tests.types.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';

/**
 * Every text of an answer without hidden characters and secrets, on one line: names, messages and paths are strangers'
 * words. Done once, before anything is counted, since an escaped text is longer than it was.
 */
export function cleanFound(found: TestsFound): TestsFound {
  return cleanValue(found);
}

function cleanValue<Value>(value: Value): Value {
  // The shape is kept, only the texts in it change, which the compiler cannot see.
  const cleaned: unknown =
    typeof value === 'string'
      ? redactSecrets(safeText(value)).text.replaceAll('\n', '\\n').replaceAll('\t', ' ')
      : Array.isArray(value)
        ? value.map((item: unknown) => cleanValue(item))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item)]))
          : value;
  return cleaned as Value;
}
