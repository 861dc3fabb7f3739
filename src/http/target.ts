/** What a request line asks for. */
export interface Target {
  /** The authority of a target in absolute form, which outranks Host; null in the usual form. RFC 9112 §3.2.2. */
  readonly authority: string | null;
  /** As it was written, without query and fragment: nothing is decoded, so that a route has one spelling. */
  readonly path: string;
}

/** Reads a request target. */
export function readTarget(url: string): Target {
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [null, null, url];
  const path = rest.split(/[?#]/, 1)[0] ?? '';
  return { authority: authority ?? null, path: path === '' ? '/' : path };
}
