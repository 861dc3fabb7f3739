import type { FileSymbol } from '../lex/symbol.ts';
import { makeCodeFile } from '../references/code-file.ts';
import { fieldOf } from '../references/names/struct-fields.ts';
import { findSymbol, type SymbolContext } from '../search/find-symbol.ts';
import { matchSymbols, readWanted } from '../search/match-symbols.ts';
import { scannedBefore } from '../search/scope.ts';
import { roleWord, type Search, type SearchResult } from '../search/search.ts';
import type { SymbolQuery } from '../search/symbol-fit.ts';
import { searchSymbols } from '../search/symbol-search.ts';
import { containerOf, isOfKind, isType, type NamedText } from '../search/symbols-of.ts';
import { type PathRole, roleOfPath } from '../source/path-role.ts';
import type { Source } from '../source/source.ts';
import { readTextFile, type TextFile } from './read/piece.ts';

// Fields of structs of Go, Rust and C are in no index. One that is asked for with its type is found in the type's text.

/** A field in its file. */
export interface Field extends FileSymbol {
  readonly file: string;
}

/** A field with its type, as `Context/Errors`; a name alone asks for none. */
type FieldQuery = Pick<SymbolQuery, 'name' | 'file' | 'containers' | 'inFile'>;

/** Types of one name in a file whose fields are looked at. */
const TYPES_MAX = 20;

/** The fields of that name of all types of a file that are called like the name before it. */
export function fieldsIn(text: NamedText, query: FieldQuery): readonly Field[] {
  const outer = outersOf(query).at(-1);
  const code = outer === undefined ? null : makeCodeFile(text.path, text.text, text.blobId);
  if (code === null) return [];
  const types = code.symbols().filter((symbol) => symbol.name === outer && isType(symbol));
  // In C a type may have its name twice: `typedef struct list { … } list;`.
  const byLine = new Map<number, Field>();
  for (const type of types.slice(0, TYPES_MAX)) {
    const symbol = fieldOf(code, type, query.name)?.symbol;
    if (symbol !== undefined && !byLine.has(symbol.line)) byLine.set(symbol.line, { ...symbol, file: text.path });
  }
  return [...byLine.values()];
}

/** What of a file a name or name path means: what is declared there, else the fields of its types. */
export function membersIn({ file: path, blobId, text, symbols }: TextFile, wanted: string): readonly FileSymbol[] {
  const query = readWanted(wanted);
  const listed = matchSymbols(symbols, query, path);
  return listed.length > 0 ? listed : fieldsIn({ path, blobId, text: text.text }, query.query);
}

/** The same in the files that declare such a type, of which the 20 most useful are looked at. */
export async function findFields(source: Source, query: FieldQuery, context: SymbolContext): Promise<readonly Field[]> {
  const outers = outersOf(query);
  if (outers.length === 0) return [];
  const type = outers.join('/');
  const { candidates } = await findSymbol(source, query.file === null ? type : `${query.file}#${type}`, context);
  const types = candidates.filter((candidate) => candidate.name === outers.at(-1) && isType(candidate));
  const found: Field[] = [];
  for (const path of new Set(types.map(({ file }) => file))) {
    const file = await readTextFile(source, path);
    if (!('state' in file)) found.push(...fieldsIn({ path, blobId: file.blobId, text: file.text.text }, query));
  }
  return found;
}

/** Names before the name, without those of a file. */
function outersOf({ file, containers, inFile }: FieldQuery): readonly string[] {
  return file === null ? containers : inFile;
}

/** What is found for a symbol, and which files may be shown. */
interface FoundSymbols {
  readonly query: SymbolQuery;
  readonly result: SearchResult;
  accepts(path: string, role: PathRole): boolean;
}

/** Fields as what was found, where no declaration has the name in what stands before it. */
export async function orFields(search: Search, { query, result, accepts }: FoundSymbols): Promise<SearchResult> {
  const { scope, input } = search;
  const isOther = result.mode !== 'symbol' && result.totals.rows > 0;
  if (isOther || outersOf(query).length === 0 || (await hasExact(search, query, result))) return result;
  const fields = (await findFields(scope.source, query, scope.context)).filter(
    (field) => accepts(field.file, roleOfPath(field.file)) && isOfKind(field, input.kind),
  );
  if (fields.length === 0) return result;
  return {
    ...result,
    mode: 'symbol',
    reading: `symbol (exact ${fields.length}), in the text of its type`,
    rows: fields.slice(input.offset, input.offset + input.limit).map(rowOf),
    totals: { rows: fields.length, hits: fields.length, files: new Set(fields.map(({ file }) => file)).size },
    near: [],
  };
}

/** A declaration of exactly the name is on the first page, whichever was asked for. */
async function hasExact(search: Search, query: SymbolQuery, result: SearchResult): Promise<boolean> {
  const { input, scope } = search;
  const isFirst = input.offset === 0;
  const first = { scope: scannedBefore(scope), input: { ...input, offset: 0, limit: 1 } };
  const { rows } = isFirst ? result : await searchSymbols(first, query);
  return rows.some(({ fit }) => fit === 'exact');
}

function rowOf(field: Field): SearchResult['rows'][number] {
  const { file, line, column, name, kind } = field;
  const role = roleOfPath(file) === 'test' ? roleWord('test') : 'definition';
  const symbol = { kind, name, container: containerOf(field) };
  return { file, line, column: column - 1, role, symbol, fit: 'exact', hits: 1 };
}
