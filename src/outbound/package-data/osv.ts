import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { MIB, MINUTE_MS } from '../../base/units.ts';
import type { AdvisoryFacts, AdvisoryQuery, AdvisorySource, Asked, RawAdvisory } from '../../domain/packages/index.ts';
import { bareAdvisory } from './advisory.ts';
import type { AskFailure, AskJson } from './ask-json.ts';
import { makeCache } from './cache.ts';
import { isWithdrawn, OSV_ECOSYSTEMS, type OsvAffected, packageKey, readOsvRecord } from './osv-record.ts';
import { fieldOf, recordOf, textIn } from './read.ts';
import { untilAborted } from './until-aborted.ts';

/** OSV takes 1,000; two are asked for each package. */
const BATCH_MAX = 500;
const PAGES_MAX = 10;
/** Advisories of one package that are read; what is beyond is told. */
const IDS_MAX = 400;
/** On one page; OSV itself gives at most 3,000. */
const LISTED_MAX = 10_000;
const BATCH_BYTES_MAX = 8 * MIB;
const RECORD_BYTES_MAX = 4 * MIB;
const KEEP_MS = 15 * MINUTE_MS;
const RECORDS_MAX = 2_000;
const LISTS_MAX = 2_000;

/** What the client needs. `baseUrl` ends with a slash. */
export interface OsvDeps {
  readonly ask: AskJson;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** Which advisories OSV lists for a package, and which of them for the version. */
interface Listing {
  readonly ids: ReadonlySet<string>;
  readonly onVersion: ReadonlySet<string>;
}

type AskedListing = Asked<Listing>;
type AskedRecord = Asked<readonly OsvAffected[] | 'withdrawn'>;

/**
 * OSV. A package is asked about twice, with its version and without: the first is OSV's own word on the version, the
 * second gives what a safe version is found from. Source: OSV API, "POST /v1/querybatch", "GET /v1/vulns/{id}".
 */
export function makeOsv({ ask, clock, baseUrl }: OsvDeps): AdvisorySource {
  const keepMs = (answer: Asked<unknown>): number => (answer.ok ? KEEP_MS : 0);
  const records = makeCache<AskedRecord>(clock, { entriesMax: RECORDS_MAX, keepMs });
  const listings = makeCache<AskedListing>(clock, { entriesMax: LISTS_MAX, keepMs });

  async function fetchRecord(id: string): Promise<AskedRecord> {
    const url = `${baseUrl}v1/vulns/${encodeURIComponent(id)}`;
    const answer = await ask({ url, bytesMax: RECORD_BYTES_MAX });
    if (!answer.ok) return err({ text: answer.error.text });
    const read = isWithdrawn(answer.value.value) ? 'withdrawn' : readOsvRecord(answer.value.value);
    return read === null ? err({ text: `${id} could not be read` }) : ok({ value: read, asOf: answer.value.asOf });
  }

  async function readAll(query: AdvisoryQuery, listed: AskedListing): Promise<Asked<AdvisoryFacts>> {
    if (!listed.ok) return listed;
    const { ids, onVersion } = listed.value.value;
    // Those on the version first, since the rest may be beyond the bound.
    const wanted = [...new Set([...onVersion, ...ids])];
    const read = wanted.slice(0, IDS_MAX);
    const told = await Promise.all(read.map((id) => records.get(id, () => fetchRecord(id))));
    return ok({
      value: putTogether(query, { read, told, onVersion, isCut: wanted.length > IDS_MAX }),
      asOf: listed.value.asOf,
    });
  }

  return {
    name: 'osv',
    knowsMalware: true,
    async covers() {
      return true;
    },
    async findAdvisories(queries, signal) {
      const missing: AdvisoryQuery[] = [];
      // Every query that nobody asked lately joins one batch; the cache shares what is already under way.
      const batch = Promise.withResolvers<readonly AskedListing[]>();
      const listed = queries.map((query) =>
        listings.get(keyOf(query), async () => {
          const place = missing.push(query) - 1;
          return (await batch.promise)[place] ?? err({ text: 'it gave no answer' });
        }),
      );
      batch.resolve(missing.length === 0 ? [] : listAll({ ask, clock, baseUrl }, missing));
      return Promise.all(
        queries.map(async (query, index) => {
          const whole = async (): Promise<Asked<AdvisoryFacts>> =>
            readAll(query, (await listed[index]) ?? err({ text: 'it gave no answer' }));
          return untilAborted(whole(), signal);
        }),
      );
    },
  };
}

function keyOf({ ecosystem, name, version }: AdvisoryQuery): string {
  return `${ecosystem}\0${name}\0${version ?? ''}`;
}

interface Reading {
  readonly read: readonly string[];
  readonly told: readonly AskedRecord[];
  readonly onVersion: ReadonlySet<string>;
  readonly isCut: boolean;
}

/** A record that could not be read still counts when it is on the version: its id alone says that much. */
function putTogether(query: AdvisoryQuery, { read, told, onVersion, isCut }: Reading): AdvisoryFacts {
  const key = packageKey(OSV_ECOSYSTEMS[query.ecosystem], query.name);
  const advisories: RawAdvisory[] = [];
  const live = new Set<string>();
  let missing = isCut ? `it lists more than ${IDS_MAX} advisories` : null;
  for (const [index, id] of read.entries()) {
    const about = whatItSays(told[index], key);
    if (about === 'withdrawn') continue;
    if (typeof about !== 'string') {
      advisories.push(about);
      if (onVersion.has(id)) live.add(about.id);
      continue;
    }
    missing ??= `${id} could not be read: ${about}`;
    if (!onVersion.has(id)) continue;
    advisories.push(bareAdvisory(id));
    live.add(id);
  }
  return { advisories, onVersion: live, missing: missing === null ? null : { text: missing } };
}

/** Of the package; a text says why that is not known. */
function whatItSays(answer: AskedRecord | undefined, key: string): RawAdvisory | string {
  if (answer?.ok !== true) return answer?.error.text ?? 'no answer';
  const read = answer.value.value;
  if (read === 'withdrawn') return read;
  // Listed for the package and not about it: what it says of it is not known, which is not nothing.
  return read.find((entry) => entry.key === key)?.advisory ?? 'it does not say what of the package it affects';
}

/** One listing a query, in their order. */
async function listAll(deps: OsvDeps, queries: readonly AdvisoryQuery[]): Promise<readonly AskedListing[]> {
  const chunks = Array.from({ length: Math.ceil(queries.length / BATCH_MAX) }, (_, index) =>
    queries.slice(index * BATCH_MAX, (index + 1) * BATCH_MAX),
  );
  return (await Promise.all(chunks.map((chunk) => listChunk(deps, chunk)))).flat();
}

/** A question of the batch: for which query, with or without the version, and from which page on. */
interface Item {
  readonly place: number;
  readonly query: AdvisoryQuery;
  readonly isOnVersion: boolean;
  readonly page: string | null;
}

async function listChunk(deps: OsvDeps, queries: readonly AdvisoryQuery[]): Promise<readonly AskedListing[]> {
  const found = queries.map(() => ({ ids: new Set<string>(), onVersion: new Set<string>() }));
  let open: readonly Item[] = queries.flatMap((query, place) => itemsOf(query, place));
  for (let page = 0; open.length > 0; page++) {
    if (page === PAGES_MAX) return failAll(queries, `it gave more than ${PAGES_MAX} pages`);
    const results = await askBatch(deps, open);
    if (!results.ok) return failAll(queries, results.error.text);
    for (const [index, item] of open.entries()) collect(found[item.place], item, results.value[index]);
    open = open.flatMap((item, index) => nextPage(item, results.value[index]));
  }
  const asOf = deps.clock.now();
  return found.map((value) => ok({ value, asOf }));
}

function collect(into: { ids: Set<string>; onVersion: Set<string> } | undefined, item: Item, page?: ListedPage): void {
  for (const id of page?.ids ?? []) {
    into?.ids.add(id);
    if (item.isOnVersion) into?.onVersion.add(id);
  }
}

/** The same question again for what did not fit; nothing when all was told. */
function nextPage(item: Item, page?: ListedPage): Item[] {
  return page === undefined || page.next === '' ? [] : [{ ...item, page: page.next }];
}

/** What a batch answers to one question; `next` is empty on the last page. */
interface ListedPage {
  readonly ids: readonly string[];
  readonly next: string;
}

/** Null for anything else than OSV writes: an answer that is not understood must not pass for one that lists nothing. */
function readPage(result: unknown): ListedPage | null {
  const listed = fieldOf(result, 'vulns') ?? [];
  const next = fieldOf(result, 'next_page_token') ?? '';
  if (recordOf(result) === null || !Array.isArray(listed) || listed.length > LISTED_MAX) return null;
  const ids = listed.flatMap((vulnerability) => textIn(vulnerability, 'id') || []);
  return typeof next === 'string' && ids.length === listed.length ? { ids, next } : null;
}

/** A batch that failed in part tells nothing of any package: pages may be missing anywhere. */
function failAll(queries: readonly AdvisoryQuery[], text: string): AskedListing[] {
  return queries.map(() => err({ text }));
}

function itemsOf(query: AdvisoryQuery, place: number): Item[] {
  const whole: Item = { place, query, isOnVersion: false, page: null };
  return query.version === null ? [whole] : [whole, { ...whole, isOnVersion: true }];
}

/** One request; its answers are in the order of the questions. */
async function askBatch(
  { ask, baseUrl }: OsvDeps,
  items: readonly Item[],
): Promise<Result<readonly ListedPage[], Pick<AskFailure, 'text'>>> {
  const body = { queries: items.map(presentItem) };
  const answer = await ask({ url: `${baseUrl}v1/querybatch`, body, bytesMax: BATCH_BYTES_MAX });
  if (!answer.ok) return answer;
  const results = fieldOf(answer.value.value, 'results');
  // Answers belong to questions by their place alone, so a list of another length means nothing.
  const isWhole = Array.isArray(results) && results.length === items.length;
  const pages = isWhole ? results.map(readPage).filter((page) => page !== null) : [];
  return pages.length === items.length ? ok(pages) : err({ text: 'its answer could not be read' });
}

function presentItem({ query, isOnVersion, page }: Item): unknown {
  const { ecosystem, name, version } = query;
  // OSV writes Go's versions without their `v`.
  const written = ecosystem === 'go' ? version?.replace(/^v/, '') : version;
  return {
    package: { ecosystem: OSV_ECOSYSTEMS[ecosystem], name },
    ...(isOnVersion ? { version: written } : {}),
    ...(page === null ? {} : { page_token: page }),
  };
}
