import { lastNameOf, namesOf, withoutCount } from '../lex/symbol-path.ts';
import { CONTAINER_FITS, type ContainerFit, containerFit } from './symbol-container.ts';
import { readSymbolQuery, type SymbolQuery } from './symbol-fit.ts';

/** What of a symbol its name path is compared with. */
interface Named {
  readonly name: string;
  readonly path: string;
}

/** A name or name path as a caller wrote it, ready to be compared with many symbols. */
export interface WantedSymbol {
  /** Names by which a fitting symbol may be called: no other needs to be looked at. */
  readonly names: readonly string[];
  /**
   * How a symbol of a file fits, 0 best; null when it does not. As it is written goes before other ways to write a
   * path, and these before what lies in a folder or file of that name (`http.Server`).
   */
  levelOf(symbol: Named, file: string): number | null;
  /** How near what fits so lies to the names before the name. */
  fitAt(level: number): ContainerFit;
  /** The name right before it, which may be a type's; null when there is none, or only that of a file. */
  readonly outer: string | null;
  /** The names that it was read as. */
  readonly query: SymbolQuery;
  /** The same where these names may be packages: see `withGoPackages`. */
  within(query: SymbolQuery): WantedSymbol;
  /** As it was written, with another last name. */
  renamed(name: string): string;
}

/**
 * Reads `add`, `Router/add`, `Router/add[1]`, `Router.add`, `Router#add`, `Router::add`; with a `/` before it the path
 * begins at the top of a file.
 */
export function readWanted(wanted: string): WantedSymbol {
  return wantedOf(wanted, readSymbolQuery(withoutCount(wanted)));
}

function wantedOf(wanted: string, query: SymbolQuery): WantedSymbol {
  const bare = withoutCount(wanted);
  const isNumbered = bare !== wanted;
  const spellings = [wanted, wanted.replaceAll('::', '/'), wanted.replace(/::|[.#]/g, '/')];
  return {
    names: [...new Set([query.name, bare, query.whole ?? bare, ...spellings.map(lastNameOf)])],
    levelOf(symbol, file) {
      const path = isNumbered ? symbol.path : withoutCount(symbol.path);
      const spelling = spellings.findIndex(
        (spelt) => path === spelt || `/${path}` === spelt || path.endsWith(`/${spelt}`),
      );
      if (spelling !== -1) return spelling;
      if (isNumbered || symbol.name !== query.name || query.containers.length === 0) return null;
      const fit = containerFit(query, symbol, file);
      return fit === null ? null : spellings.length + fit;
    },
    fitAt: (level) => CONTAINER_FITS.find((fit) => level === spellings.length + fit) ?? 0,
    outer: (query.file === null ? query.containers : query.inFile).at(-1) ?? null,
    query,
    within: (other) => wantedOf(wanted, other),
    renamed(name) {
      const at = wanted.lastIndexOf(query.name);
      return wanted.slice(0, at) + name + wanted.slice(at + query.name.length);
    },
  };
}

/** Symbols of a file that a name or name path means: those that fit best, none that fits worse. */
export function matchSymbols<Symbol extends Named>(
  symbols: readonly Symbol[],
  wanted: WantedSymbol,
  file: string,
): readonly Symbol[] {
  return bestOf(symbols.map((symbol) => ({ symbol, level: wanted.levelOf(symbol, file) })));
}

/** Those of the best level; levels of null do not fit. */
export function bestOf<Symbol>(
  found: readonly { readonly symbol: Symbol; readonly level: number | null }[],
): readonly Symbol[] {
  // A reduction and no `Math.min(...)`: there may be more than a call takes arguments.
  const best = found.reduce((least, { level }) => Math.min(least, level ?? least), Number.POSITIVE_INFINITY);
  return found.filter(({ level }) => level === best).map(({ symbol }) => symbol);
}

/** Whether a symbol of this path was asked for in another case. */
export function isInOtherCase(wanted: string, path: string): boolean {
  const query = readSymbolQuery(withoutCount(wanted));
  const asked = [...query.inFile, query.name];
  const own = namesOf(path).slice(-asked.length);
  const isSame = (one: string, other: string | undefined): boolean => one === other;
  const isAlike = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase();
  return (
    own.length === asked.length &&
    asked.every((one, at) => isAlike(one, own[at])) &&
    !asked.every((one, at) => isSame(one, own[at]))
  );
}
