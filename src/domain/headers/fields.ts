/** One header line: the name in lower case, the value without the white space around it. */
export type HeaderField = readonly [name: string, value: string];

/** Every value of a header, in the order of arrival. Names are compared in lower case. */
export function valuesOf(fields: readonly HeaderField[], name: string): readonly string[] {
  return fields.filter(([own]) => own === name).map(([, value]) => value);
}

/** The first value of a header; null when it was not sent. */
export function firstOf(fields: readonly HeaderField[], name: string): string | null {
  return fields.find(([own]) => own === name)?.[1] ?? null;
}

/** The media type of the answer without its parameters, lower-cased; empty when none was sent. */
export function mediaTypeOf(fields: readonly HeaderField[]): string {
  return (firstOf(fields, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** Whether the answer is a page for a browser. */
export function isHtml(fields: readonly HeaderField[]): boolean {
  const type = mediaTypeOf(fields);
  return type === 'text/html' || type === 'application/xhtml+xml';
}
