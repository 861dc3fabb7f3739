import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from '../../support/install-packages.ts';
import { type HeaderSet, HOST, ORIGIN } from './generate.ts';

/** What a judge says of a set: the result of each test, and the score. */
export interface Verdict {
  readonly tests: Readonly<Record<string, { readonly result: string; readonly modifier: number }>>;
  readonly score: number;
  readonly grade: string;
}

/** The Observatory's analyzers. */
export interface Oracle {
  judge(set: HeaderSet): Verdict;
}

/**
 * Loads the package as it was installed: without its scripts, which would fetch the preload list. An empty one stands
 * in, since the list is no part of what is compared. Nothing of it is used by the service: it is MPL-2.0 and brings 230
 * packages.
 */
export async function loadOracle(): Promise<Oracle> {
  const folder = await installPackages('test/prove/observatory');
  const root = join(folder, 'node_modules', '@mdn/mdn-http-observatory');
  mkdirSync(join(root, 'conf'), { recursive: true });
  writeFileSync(join(root, 'conf', 'hsts-preload.json'), '{}');
  const parts = await load(root, folder);
  return { judge: (set) => judgeBy(parts, set) };
}

/** The package has no types: what is used of it, as its source has it. */
// biome-ignore lint/suspicious/noExplicitAny: a foreign package without types, in a development script.
type Untyped = any;

async function load(root: string, folder: string): Promise<Untyped> {
  const own = async (path: string): Promise<Untyped> => await import(pathToFileURL(join(root, 'src', path)).href);
  const other = async (path: string): Promise<Untyped> =>
    await import(pathToFileURL(join(folder, 'node_modules', path)).href);
  return {
    ...(await own('constants.js')),
    ...(await own('types.js')),
    ...(await own('grader/grader.js')),
    ...(await own('grader/charts.js')),
    ...(await own('retriever/utils.js')),
    AxiosHeaders: (await other('axios/index.js')).AxiosHeaders,
    CookieJar: (await other('tough-cookie/dist/cookie/index.js')).default.CookieJar,
  };
}

function judgeBy(parts: Untyped, set: HeaderSet): Verdict {
  const requests = requestsOf(parts, set);
  const tests: Record<string, { result: string; modifier: number }> = {};
  let withBonuses = 100;
  let plain = 100;
  for (const test of parts.ALL_TESTS) {
    const output = test(requests);
    const modifier = parts.getScoreModifier(output.result);
    tests[output.constructor.name] = { result: output.result, modifier };
    withBonuses += modifier;
    plain += Math.min(modifier, 0);
  }
  const score = plain >= parts.MINIMUM_SCORE_FOR_EXTRA_CREDIT ? withBonuses : plain;
  const graded = parts.getGradeForScore(score);
  return { tests, score: graded.score, grade: graded.grade };
}

/** What the package's own retriever would have put together. */
function requestsOf(parts: Untyped, set: HeaderSet): Untyped {
  const requests = new parts.Requests(HOST);
  const url = new URL(`${set.scheme}://${HOST}/`);
  const headers = new parts.AxiosHeaders();
  for (const [name, values] of set.headers) {
    const isList = values.length > 1 || name.toLowerCase() === 'set-cookie';
    headers.set(name, isList ? [...values] : (values[0] ?? '').trim());
  }
  const jar = new parts.CookieJar();
  for (const value of headers.get('set-cookie') ?? []) jar.setCookieSync(value, url.href, { ignoreError: true });
  const verified = set.isCertificateValid;
  const answer = { headers, status: 200, verified, request: {} };
  const type = set.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1][0]?.trim();
  const isPage = ['text/html', 'application/xhtml+xml'].includes(type?.split(';')[0] ?? '') && set.html !== '';
  const httpEquiv = isPage ? parts.parseHttpEquivHeaders(set.html, url.href) : new Map();
  requests.responses.auto = { ...answer, httpEquiv };
  requests.responses.https = set.scheme === 'https' ? answer : null;
  requests.responses.http = set.route === null ? null : answer;
  requests.responses.httpRedirects = (set.route ?? []).map((href) => ({ url: new URL(href), status: 301 }));
  requests.session = { url, jar };
  requests.resources.path = set.html;
  requests.responses.cors =
    set.cors === null
      ? null
      : { headers: new parts.AxiosHeaders(Object.fromEntries(set.cors)), request: { headers: { origin: ORIGIN } } };
  return requests;
}
