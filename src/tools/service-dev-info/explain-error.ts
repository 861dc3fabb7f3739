/** How refusals look at the edge: the status and the sentence of each code. The edge owns the table. */
export type ProblemTable = Readonly<
  Record<string, { readonly status: number; readonly rpcCode: number; readonly title: string }>
>;

/** One reading of a pasted error. */
export interface Explanation {
  /** Stable code of the refusal, or the status word of an answer. */
  readonly code: string;
  /** HTTP status; null for words inside a successful answer. */
  readonly status: number | null;
  /** Cause and fix, for a person or a model. */
  readonly text: string;
}

/** Longest pasted text that is read. */
export const PASTED_MAX = 8_000;

/** Most readings of one text: a status alone can mean several things. */
const EXPLANATIONS_MAX = 4;

/** What tools say inside a successful answer, or as `isError`. */
const STATUS_WORDS: readonly Explanation[] = [
  word('ambiguous', 'Several projects or symbols fit. Call again with one of those listed, such as path="name".'),
  word('not_indexed', 'The answer is not ready yet. The text says what can already be asked; try again later.'),
  word('stale_cursor', 'The code, its index or the notes changed between two pages. Repeat the call without cursor.'),
  word('bad_cursor', 'The cursor belongs to other arguments or another tool. Repeat the call without cursor.'),
  word('bad_arguments', 'A value fits the schema but not the facts. The text says which; change it and call again.'),
  word('forbidden', 'The path or content is never served (outside the project, in .git, a secret). Ask for another.'),
  word('timeout', 'The call took longer than it may. Narrow it: a folder, a smaller depth or limit, a literal text.'),
  word(
    'upstream_failed',
    'Something that the tool asks did not answer. Nothing is wrong with the call; try again later.',
  ),
  word(
    'conflict',
    'The note changed since it was read. Merge both texts of the answer, then update with expect_version.',
  ),
  word('partial', 'Only a part is shown. Pass the cursor of its last line to go on.'),
  word('not_found', 'Nothing of that name. The text says what was searched and offers near names.'),
];

/** What clients say before they have reached the service, or of their own accord. */
const CLIENT_MESSAGES: readonly { readonly pattern: RegExp; readonly explanation: Explanation }[] = [
  client(
    /ECONNREFUSED|connection refused/i,
    'unreachable',
    'Nothing listens at that address. Check that the service runs and that host and port are the ones of its base URL.',
  ),
  client(
    /ENOTFOUND|getaddrinfo|could not resolve/i,
    'unreachable',
    'The host name is not known. Check the URL in the client configuration.',
  ),
  client(
    /self[- ]signed|unable to verify|CERT_|certificate/i,
    'certificate',
    'The client does not trust the TLS certificate. Let the operator use a trusted one, or add the authority to the client.',
  ),
  client(
    /does not implement OAuth|dynamic client registration|oauth/i,
    'oauth',
    'The client tries OAuth, which this version does not have. Configure the header "Authorization: Bearer <API key>" instead (topic=clients).',
  ),
  client(
    /not acceptable|\b406\b/i,
    'not_this_service',
    'This service never answers 406. Another program answers at that address, or a proxy in between.',
  ),
  client(
    /unexpected token '?<|<!doctype|<html/i,
    'not_this_service',
    'A web page came instead of JSON: the URL is not that of the MCP endpoint. It ends in /mcp.',
  ),
];

/**
 * Reads a pasted error: exact codes first, then sentences of refusals, status words, what clients say, codes of
 * JSON-RPC, and last a bare HTTP status. From sure to vague, and the first that finds anything ends it: a 401 in a log line
 * would else add every refusal of that status to the one that is named beside it. Empty when nothing is known; nothing
 * of the text is said back.
 */
export function explainError(pasted: string, problems: ProblemTable): readonly Explanation[] {
  const text = pasted.slice(0, PASTED_MAX);
  const rows = Object.entries(problems).map(([code, row]) => ({ code, ...row }));
  const words = new Set(text.match(/[a-z][a-z_]{3,40}/g) ?? []);
  const attempts: (() => readonly Explanation[])[] = [
    () =>
      rows
        .filter(({ code }) => words.has(code) && code.includes('_') && !isOauthSearch(code, text))
        .map(explainProblem),
    () => rows.filter(({ title }) => text.includes(firstSentence(title))).map(explainProblem),
    () =>
      MESSAGES.filter(({ pattern }) => pattern.test(text))
        .flatMap(({ code }) => rows.filter((row) => row.code === code))
        .map(explainProblem),
    () => STATUS_WORDS.filter(({ code }) => new RegExp(`\\b${code}\\b`).test(text) && !isOauthSearch(code, text)),
    () => CLIENT_MESSAGES.filter(({ pattern }) => pattern.test(text)).map(({ explanation }) => explanation),
    () =>
      rows
        .filter(({ rpcCode }) => new RegExp(`${rpcCode}(?!\\d)`).test(text) && rpcCode !== GENERAL_CODE)
        .map(explainProblem),
    () => rows.filter(({ status }) => new RegExp(`(?<![\\d.])${status}(?![\\d.])`).test(text)).map(explainProblem),
  ];
  for (const attempt of attempts) {
    const found = attempt();
    if (found.length > 0) return unique(found).slice(0, EXPLANATIONS_MAX);
  }
  return [];
}

/** A client in search of OAuth meets 404 by that code, which tells less than what it was in search of. */
function isOauthSearch(code: string, text: string): boolean {
  return code === 'not_found' && /client registration|OAuth does not exist/i.test(text);
}

/** JSON-RPC's "invalid request" stands for most refusals here and so tells nothing. */
const GENERAL_CODE = -32600;

/** Sentences that the service writes itself, and what they are. */
const MESSAGES: readonly { readonly pattern: RegExp; readonly code: string }[] = [
  { pattern: /The arguments do not fit \w+:|is not an argument of this tool/, code: 'invalid_arguments' },
  { pattern: /API key expired/i, code: 'key_expired' },
  { pattern: /API key (?:was )?revoked/i, code: 'key_revoked' },
  { pattern: /monthly cap reached/i, code: 'key_cap_reached' },
  { pattern: /rate limit|too many requests|quota/i, code: 'rate_limit_exceeded' },
];

function explainProblem(row: { readonly code: string; readonly status: number; readonly title: string }): Explanation {
  return { code: row.code, status: row.status, text: row.title };
}

/** Titles may go on with advice; callers' logs often have their beginning only. */
function firstSentence(title: string): string {
  return title.split('. ', 1)[0] ?? title;
}

function word(code: string, text: string): Explanation {
  return { code, status: null, text };
}

function client(
  pattern: RegExp,
  code: string,
  text: string,
): { readonly pattern: RegExp; readonly explanation: Explanation } {
  return { pattern, explanation: { code, status: null, text } };
}

/** Several patterns may lead to the same advice, which is given once. */
function unique(found: readonly Explanation[]): readonly Explanation[] {
  return [...new Map(found.map((explanation) => [explanation.text, explanation])).values()];
}
