/** Documents of other programs, read without trust in their shape. */
export type Document = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isRecord(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects in a list; empty when it is none. */
export function listOf(value: unknown): readonly Document[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** All text of a value that may be a string or a list of text blocks. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .map((block) => String(block.text ?? ''))
    .join('\n');
}

/** The JSON object that a text is; null when it is none. */
export function parseDocument(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
