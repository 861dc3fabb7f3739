import type { FindDeclared } from '../questions/find.types.ts';
import { scannedBefore } from './scope.ts';
import type { Search, SearchResult } from './search.ts';
import { readSymbolQuery } from './symbol-fit.ts';
import { knowsAllSymbols } from './symbol-lookup.ts';
import { collectSymbols } from './symbol-search.ts';

/** `Engine.Run`, `app.router.use`, `(*Engine).Run`: code, and perhaps the name of a declaration. */
const DOTTED = /^(?:\(\*?[\w$]+\)|[A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*)+$/;

/** Declarations that are told beside the text hits. */
const SHOWN_MAX = 3;

/**
 * Declarations that a text of names and dots means: it is searched as the text that it is, but who asks for it mostly
 * wants the declaration. Undefined where there are none, or where contents would have to be read to know.
 */
export async function declaredByDots(search: Search, query: string): Promise<SearchResult['declared']> {
  const { indexed } = search.scope;
  if (!DOTTED.test(query) || indexed === null || !knowsAllSymbols(indexed.index)) return undefined;
  const input = { ...search.input, kind: null, word: true, case: 'sensitive', offset: 0, limit: SHOWN_MAX } as const;
  const asked = { ...search, input, scope: scannedBefore(search.scope) };
  const { rows, nearest } = await collectSymbols(asked, readSymbolQuery(query), { isFuzzy: false, matcher: null });
  // What lies in what is called so wherever it is, as a file of that name, is not what is meant beside its package.
  const shown = rows.slice(0, nearest).flatMap(({ file, line, symbol, fit }): FindDeclared[] => {
    if (symbol === null || line === null || fit !== 'exact') return [];
    const path = symbol.container === null ? symbol.name : `${symbol.container}/${symbol.name}`;
    return [{ file, line, kind: symbol.kind, path }];
  });
  return shown.length === 0 ? undefined : { shown, total: nearest };
}
