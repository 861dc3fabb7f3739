/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a parsed JSON value is an object. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `params._meta` of a message; undefined when there is none that is an object. */
export function metaOf(params: unknown): JsonObject | undefined {
  if (!isJsonObject(params) || !Object.hasOwn(params, '_meta')) return undefined;
  return isJsonObject(params._meta) ? params._meta : undefined;
}

/** Longest progress token that is a text, in UTF-16 units: it is repeated with every report. */
const TOKEN_LENGTH_MAX = 256;

/**
 * The token by which a caller asks for progress; undefined when it does not ask, or by a token that could not be given
 * back as it was.
 */
export function progressTokenOf(params: unknown): string | number | undefined {
  const token = metaOf(params)?.progressToken;
  if (typeof token === 'string') return token.length <= TOKEN_LENGTH_MAX ? token : undefined;
  return Number.isSafeInteger(token) ? Number(token) : undefined;
}
