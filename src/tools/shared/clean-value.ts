import { redactSecrets, safeText } from './safe-text.ts';

/**
 * Every text in an engine's answer made safe, on one line and without credentials: all texts in it come from the
 * repository or may hold its words. Done once and before anything is measured, since an escaped text is longer than it
 * was. For values of bounded depth, since it walks them by recursion.
 */
export function cleanValue<Value>(value: Value): Value {
  // The shape is kept, only the texts in it change, which the compiler cannot see.
  const cleaned: unknown =
    typeof value === 'string'
      ? // Credentials are looked for while the lines are lines: some are known by where they begin and end.
        redactSecrets(safeText(value)).text.replaceAll('\n', '\\n').replaceAll('\t', ' ')
      : Array.isArray(value)
        ? value.map((item: unknown) => cleanValue(item))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item)]))
          : value;
  // As above: same keys, same lengths of lists.
  return cleaned as Value;
}
