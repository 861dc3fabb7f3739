import { type Needs, needsAll, needsAny } from '../index/needs.ts';
import { findDocuments } from '../index/trigram-reader.ts';
import { withoutInlineTests } from '../lex/inline-tests.ts';
import type { Route } from '../routes/route-code.ts';
import { findRoutes, mayHaveRoutes, ROUTE_FRAMEWORKS, ROUTE_SIGNS } from '../routes/routes.ts';
import { decodeText } from '../source/searched-text.ts';
import { clipName } from '../text/lines.ts';
import { regexMatcher } from './matcher.ts';
import { MANIFEST, ownFramework } from './own-framework.ts';
import { makeRowSink } from './row-sink.ts';
import { scanTexts } from './scan.ts';
import type { ScannedFile, Scope } from './scope.ts';
import { type LightRow, ROLE_RANK, type Search, type SearchResult } from './search.ts';
import { hasSymbols } from './symbols-of.ts';

const NOTE = 'literal paths as their files make them, without what other functions and files put before them';
const NONE_NOTE = `${NOTE}, of files that name ${ROUTE_FRAMEWORKS.join(', ')}; others are not known`;

const METHOD = /^(?:get|head|post|put|patch|delete|options|trace)$/;

/** A method and a path, as a request begins. */
const REQUEST = /^(?:get|head|post|put|patch|delete|options|trace)[ \t]+\/\S*$/i;

/** Whether a text can only be meant as a method and the path of a route. */
export function isRequest(text: string): boolean {
  return REQUEST.test(text);
}

/** A word for a method is one, where a route has not all of them; every other word stands anywhere in it. */
function holdsWord({ method, path }: Route, word: string): boolean {
  const own = method.toLowerCase();
  if (METHOD.test(word)) return own === 'any' || own.split('|').includes(word) || !isMethods(own);
  return `${own} ${path.toLowerCase()}`.includes(word);
}

/** `RESOURCES` and its like stand for several methods. */
function isMethods(own: string): boolean {
  return own.split('|').every((one) => METHOD.test(one));
}

/**
 * Routes that the code surely declares, whose method and path hold every word of the query: `users`, `POST /users`; `*`
 * and `/` ask for all; the very path stands first. Only literal paths of known frameworks count; what other files mount
 * before them is not added.
 */
export async function searchRoutes(search: Search, query: string): Promise<SearchResult> {
  const words = query === '*' ? [] : query.toLowerCase().split(/\s+/);
  const isMeant = (route: Route): boolean => words.every((word) => holdsWord(route, word));
  const sink = makeRowSink<LightRow>();
  const files = new Set<string>();
  const { source, context, gaps, cpu } = search.scope;
  // What is not there is not asked for.
  const own = search.scope.hasPath(MANIFEST) ? await ownFramework(source) : null;
  const chosen = routeFiles(search.scope, own);
  const scan = await scanTexts({ source, context, gaps, cpu, files: chosen }, (file, bytes) => {
    const text = decodeText(bytes);
    const routes = findRoutes(file.path, text, own).filter(isMeant);
    const isInTest = inlineTestLines(file.path, text, routes);
    for (const { method, path, framework, line } of routes) {
      const role = isInTest(line) ? 'test' : file.role;
      const name = `${method} ${path}`;
      files.add(file.path);
      const isWhole = words.includes(path.toLowerCase());
      sink.add(2 * ROLE_RANK[role] + (isWhole ? 0 : 1), {
        file: file.path,
        line,
        column: 0,
        role: role === 'test' ? 'test' : 'definition',
        symbol: { kind: 'route', name: clipName(name), container: framework },
        fit: 'exact',
        hits: 1,
      });
    }
  });
  return {
    mode: 'symbol',
    reading: `routes (${words.length === 0 ? 'all' : `with ${words.join(' and ')}`}); ${sink.total() === 0 ? NONE_NOTE : NOTE}`,
    rows: sink.page(search.input.offset, search.input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: files.size },
    ...scan,
    // Of the others it is known without a look that they declare none.
    searched: scan.searched + countTexts(search.scope) - chosen.length,
    near: [],
    insensitiveHits: null,
  };
}

function isRead(path: string): boolean {
  return hasSymbols(path) && mayHaveRoutes(path);
}

function countTexts({ indexed, fileCount }: Scope): number {
  return indexed === null ? fileCount : indexed.texts;
}

/** The files to read: those that may name a framework, by their paths and by what the index knows of their texts. */
function routeFiles(scope: Pick<Scope, 'indexed' | 'files'>, own: string | null): readonly ScannedFile[] {
  const { indexed } = scope;
  // With an index its own list is not asked for, which would make an object for each file; but what names a framework in
  // its own repository, no word of the text tells.
  if (indexed === null || own !== null) return scope.files.filter(({ path }) => isRead(path));
  const { index, accepts, pending } = indexed;
  const numbers = new Set<number>(pending);
  for (const view of index.segments) {
    const documents = findDocuments(view.segment, signNeeds());
    for (const document of documents ?? Array.from({ length: view.segment.documents }).keys())
      for (const file of view.files(document)) if (accepts(file)) numbers.add(file);
  }
  return [...numbers]
    .sort((a, b) => a - b)
    .filter((file) => isRead(index.files.path(file)))
    .map((file) => ({ path: index.files.path(file), role: index.files.role(file) }));
}

let knownNeeds: Needs | null = null;

/** What every text that names a framework holds one of. */
function signNeeds(): Needs {
  knownNeeds ??= needsAny(ROUTE_SIGNS.map(needsOfSign));
  return knownNeeds;
}

function needsOfSign({ source }: RegExp): Needs {
  const matcher = regexMatcher(source, { case: 'sensitive', word: false });
  // What cannot be read as a pattern of ours may stand anywhere.
  return matcher.ok ? matcher.value.needs : needsAll([]);
}

/** Whether a line of one of these routes stands in a test beside the code, as Rust has them. */
function inlineTestLines(path: string, text: string, routes: readonly Route[]): (line: number) => boolean {
  const code = routes.length === 0 ? text : withoutInlineTests(path, text);
  if (code === text) return () => false;
  const lines = code.split('\n');
  return (line) => (lines[line - 1] ?? '').trim() === '';
}
