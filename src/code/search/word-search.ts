import type { Matcher } from './matcher.ts';
import { scannedBefore } from './scope.ts';
import type { Search, SearchResult } from './search.ts';
import type { SymbolQuery } from './symbol-fit.ts';
import { collectFuzzy, collectSymbols } from './symbol-search.ts';
import { countText, hitsText, searchText } from './text-search.ts';

/**
 * A word on its own: its declarations, and how often it stands in the text. Where nothing is declared by that name the
 * text hits are the answer, and where there are none of those, names like it.
 */
export async function searchWord(
  search: Search,
  query: { readonly symbol: SymbolQuery; readonly matcher: Matcher; readonly name: string },
): Promise<SearchResult> {
  const declared = await collectSymbols(search, query.symbol, { isFuzzy: false, matcher: query.matcher });
  const counted =
    declared.text === null
      ? await countWord(search, query.matcher)
      : { ...declared.text, isWhole: declared.isComplete };
  const { hits, isWhole } = counted;
  if (declared.totals.rows > 0) {
    return { ...declared, reading: `${declared.reading}; ${textBeside(counted)}` };
  }
  // Only declarations can be narrowed to a kind.
  if (((hits === 0 && isWhole) || search.input.kind !== null) && declared.isComplete) {
    return told(await collectFuzzy(search, query.symbol, declared), counted);
  }
  const again = { ...search, scope: scannedBefore(search.scope) };
  const text = await searchText(again, { ...query, mode: 'text', guard: null });
  return { ...text, reading: `symbol (none), then ${text.reading}` };
}

/** What stands in the text beside declarations of the name. */
function textBeside(counted: TextCount): string {
  if (counted.hits > 0) return hitsText(counted, counted.isWhole);
  return counted.isWhole ? 'no text hits' : 'text not searched to the end';
}

/** Names like one that is not declared, or none, with what stands in the text. */
function told(fuzzy: SearchResult, counted: TextCount): SearchResult {
  const { hits, isWhole } = counted;
  if (fuzzy.totals.rows > 0) {
    return { ...fuzzy, reading: `${fuzzy.reading}${hits === 0 ? '' : `; ${hitsText(counted, isWhole)}`}` };
  }
  const none = isWhole ? 'none' : 'not searched to the end';
  const text = hits === 0 ? none : `${isWhole ? '' : 'at least '}${hits} hits -> mode=text`;
  return { ...fuzzy, reading: `symbol (none), then text (${text})` };
}

/**
 * Counts on its own when the declarations came out of the index, for a short while: the declarations are the answer.
 * The pass before has told of the same gaps.
 */
async function countWord(search: Search, matcher: Matcher): Promise<TextCount> {
  const { hits, files, end } = await countText(search, { matcher, guard: null }, true);
  return { hits, files, isWhole: end.isComplete };
}

/** Text hits; at least so many when they were not counted to the end. */
interface TextCount {
  readonly hits: number;
  readonly files: number;
  readonly isWhole: boolean;
}
