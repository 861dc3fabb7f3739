import { redactSecrets, safeText } from './safe-text.ts';

/**
 * Every text in an engine's answer made safe, on one line and without credentials: all texts in it come from the
 * repository or may hold its words. For values of bounded depth, since it walks them by recursion.
 */
export function cleanValue<Value>(value: Value): Value {
  // The shape is kept, only the texts in it change, which the compiler cannot see.
  const cleaned: unknown =
    typeof value === 'string'
      ? redactSecrets(safeText(value).replaceAll('\n', '\\n')).text
      : Array.isArray(value)
        ? value.map((item: unknown) => cleanValue(item))
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, cleanValue(item)]))
          : value;
  return cleaned as Value;
}
