import { type Evidence, type PastedHeaders, readPastedHeaders, valuesOf } from '../../domain/headers/index.ts';
import type { Reached } from './audit.ts';

/** Stands for the address of headers that came without one. */
const UNNAMED_URL = 'https://pasted.invalid/';

/** What pasted headers prove; null when there is no header in them. `url` says where they came from. */
export function readPasted(given: unknown, url: string | null): { evidence: Evidence; reached: Reached } | null {
  const pasted = readPastedHeaders(given);
  if (pasted.fields.length === 0) return null;
  const { fields, requestOrigin } = pasted;
  const at = url ?? UNNAMED_URL;
  const evidence: Evidence = {
    fields,
    html: null,
    url: at,
    cookies: valuesOf(fields, 'set-cookie').map((value) => ({ value, url: url ?? UNNAMED_URL })),
    https: /^https:/i.test(at)
      ? { kind: 'verified', fields }
      : { kind: 'not_tested', why: 'the headers came over http; HSTS counts over https only' },
    http: { kind: 'not_tested', why: 'pasted headers do not show what http does' },
    cors: requestOrigin === null ? null : { fields, origin: requestOrigin },
  };
  const reached: Reached = {
    from: 'pasted',
    finalUrl: url,
    status: pasted.status,
    ip: null,
    tls: null,
    hops: [],
    notes: notesOf(pasted, url),
  };
  return { evidence, reached };
}

function notesOf({ blocks, problems }: PastedHeaders, url: string | null): readonly string[] {
  return [
    ...(url === null ? ['taken for an answer over https with a valid certificate'] : []),
    ...(blocks > 1 ? [`${blocks} answers were pasted; the last one is graded`] : []),
    ...problems.map((problem) => `not read: ${problem}`),
  ];
}
