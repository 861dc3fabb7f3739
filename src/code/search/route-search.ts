import { findRoutes } from '../structure/routes.ts';
import { clipName } from './lines.ts';
import { makeRowSink } from './row-sink.ts';
import { decodeText, scanTexts } from './scan.ts';
import { scannedBefore } from './scope.ts';
import { type LightRow, ROLE_RANK, roleWord, type Search, type SearchResult } from './search.ts';
import { hasSymbols } from './symbols-of.ts';

/**
 * Routes that the code surely declares, whose method and path hold every word of the query: `users`, `POST /users`; `*`
 * and `/` ask for all; the very path stands first. Only literal paths of known frameworks count; what is mounted before
 * them is not added.
 */
export async function searchRoutes(search: Search, query: string): Promise<SearchResult> {
  const words = query === '*' ? [] : query.toLowerCase().split(/\s+/);
  const sink = makeRowSink<LightRow>();
  const files = new Set<string>();
  // What an index left out was told with the scope, and would be told again.
  const scope = search.scope.indexed === null ? search.scope : scannedBefore(search.scope);
  const end = await scanTexts(scope, (file, bytes) => {
    if (!hasSymbols(file.path)) return;
    for (const { method, path, framework, line } of findRoutes(file.path, decodeText(bytes))) {
      const name = `${method} ${path}`;
      if (!words.every((word) => name.toLowerCase().includes(word))) continue;
      files.add(file.path);
      const isWhole = words.includes(path.toLowerCase());
      sink.add(2 * ROLE_RANK[file.role] + (isWhole ? 0 : 1), {
        file: file.path,
        line,
        column: 0,
        role: file.role === 'test' ? roleWord(file.role) : 'definition',
        symbol: { kind: 'route', name: clipName(name), container: framework },
        fit: 'exact',
        hits: 1,
      });
    }
  });
  return {
    mode: 'symbol',
    reading: `routes (${words.length === 0 ? 'all' : `with ${words.join(' and ')}`})`,
    rows: sink.page(search.input.offset, search.input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: files.size },
    ...end,
    near: [],
    insensitiveHits: null,
  };
}
