import { numberedLines } from './lines.ts';

/** One gem that a Gemfile or a gemspec asks for. */
export interface GemRequest {
  readonly name: string;
  /** Requirements of its version, all of which must hold. */
  readonly versions: readonly string[];
  readonly isDev: boolean;
  /** Where it is fetched from, its own word first, then those of the blocks around it from the inside out. */
  readonly places: readonly GemPlace[];
  /** 1-based. */
  readonly line: number;
}

/** A place that is named for gems; the address of a `source`. */
export type GemPlace = { readonly kind: 'git' | 'path' } | { readonly kind: 'source'; readonly address: string };

/** What a Gemfile says. */
export interface Gemfile {
  /** Addresses that any gem may come from. */
  readonly sources: readonly string[];
  readonly gems: readonly GemRequest[];
}

/** Reads the calls of `gem` that are written out; a Gemfile is a program and is not run. Source: Bundler, "gemfile". */
export function parseGemfile(text: string): Gemfile {
  const sources: string[] = [];
  const gems: GemRequest[] = [];
  const blocks = makeBlocks();
  for (const [row, line] of codeLines(text)) {
    const source = /^\s*source[\s(]*["']([^"']+)["']/.exec(row)?.[1];
    const isBlock = /\bdo\b\s*(?:\|[^|]*\|\s*)?$/.test(row);
    if (source !== undefined && !isBlock) sources.push(source);
    if (isBlock) blocks.open(blockOf(row, source));
    // They too close with `end`, which must not close the group around them.
    else if (opensOther(row)) blocks.open({ isDev: false, places: [] });
    else if (/^\s*end\b/.test(row)) blocks.close();
    const found = gemIn(row, blocks.around());
    if (found !== null) gems.push({ ...found, line });
  }
  return { sources, gems };
}

/** Whether a line begins what ends with `end` on another one. */
function opensOther(row: string): boolean {
  if (/\bend\s*$/.test(row) || ENDLESS.test(row)) return false;
  return OTHER.test(row);
}

const OTHER = /^\s*(?:[\w@$.]+\s*(?:\|\|)?=\s*)?(?:if|unless|case|begin|while|until|for|def|class|module)\b/;
/** A method of one expression: `def a(b) = c`. */
const ENDLESS = /^\s*def\s+[\w.?!]+(?:\([^()]*\))?\s+=\s/;

/** What a gemspec says. */
export interface Gemspec {
  readonly name: string | null;
  readonly gems: readonly GemRequest[];
}

/** Reads `add_dependency` and its kin of a gemspec, which is not run either. Source: RubyGems, "Specification Reference". */
export function parseGemspec(text: string): Gemspec {
  const gems: GemRequest[] = [];
  let name: string | null = null;
  for (const [row, line] of codeLines(text)) {
    name ??= /^\s*\w+\.name\s*=\s*["']([\w.-]+)["']/.exec(row)?.[1] ?? null;
    const found = /\.add_(?:(development)_|runtime_)?dependency[\s(]{0,20}["']([\w.-]{1,200})["'](.*)$/.exec(row);
    if (found?.[2] === undefined) continue;
    const isDev = found[1] !== undefined;
    gems.push({ name: found[2], versions: versionsIn(found[3] ?? ''), isDev, places: [], line });
  }
  return { name, gems };
}

function* codeLines(text: string): Generator<readonly [row: string, line: number]> {
  for (const [whole, line] of numberedLines(text)) yield [whole.replace(/(?:^|\s)#.*$/, ''), line];
}

/** What a block says of the gems in it. */
interface Block {
  readonly isDev: boolean;
  /** From the inside out. */
  readonly places: readonly GemPlace[];
}

/** Blocks in each other; what is deeper is looked through for its end alone. */
const BLOCKS_MAX = 40;

/** The blocks that are open: what is around a gem is known without a look at each. */
function makeBlocks() {
  const blocks: Block[] = [];
  let deeper = 0;
  const around = (): Block => blocks.at(-1) ?? { isDev: false, places: [] };
  return {
    around,
    open({ isDev, places }: Block): void {
      const outer = around();
      if (blocks.length >= BLOCKS_MAX) deeper += 1;
      else blocks.push({ isDev: isDev || outer.isDev, places: [...places, ...outer.places] });
    },
    close(): void {
      if (deeper > 0) deeper -= 1;
      else blocks.pop();
    },
  };
}

/** Groups whose gems a program does not run with: as a symbol, as a text or in a list of words (`%i[development test]`). */
const DEV = '(?:development|test|ci|lint|docs?)';
const DEV_GROUP = new RegExp(`:${DEV}\\b|["']${DEV}["']|%[iIwW][[({<]\\s*(?:[\\w-]+\\s+)*${DEV}(?=[\\s\\])}>])`);
const BLOCK_GROUPS = /^\s*group\b(.*)/;
/** One or a list, up to the next option. */
const OPTION_GROUPS = /\bgroups?(?::|["']?\s*=>)\s*(\[[^\]]*|%[iIwW][^\])}>]*[\])}>]?|[:"'][^,)\s]*)/;

function isDevIn(row: string, groups: RegExp): boolean {
  return DEV_GROUP.test(groups.exec(row)?.[1] ?? '');
}

function blockOf(row: string, source: string | undefined): Block {
  const isDev = isDevIn(row, BLOCK_GROUPS);
  if (/^\s*(?:git|github|path)\b/.test(row)) {
    return { isDev, places: [{ kind: /^\s*path\b/.test(row) ? 'path' : 'git' }] };
  }
  return { isDev, places: source === undefined ? [] : [{ kind: 'source', address: source }] };
}

function gemIn(row: string, around: Block): Omit<GemRequest, 'line'> | null {
  const found = /^\s*gem[\s(]*["']([\w.-]{1,200})["'](.*)$/.exec(row);
  if (found?.[1] === undefined) return null;
  const rest = found[2] ?? '';
  const isDev = isDevIn(rest, OPTION_GROUPS) || around.isDev;
  const own = placeIn(rest);
  const places = own === null ? around.places : [own, ...around.places];
  return { name: found[1], versions: versionsIn(rest), isDev, places };
}

function placeIn(rest: string): GemPlace | null {
  const option = /\b(git|github|gitlab|bitbucket|gist|path|source)(?::|["']?\s*=>)\s*["']([^"']*)/.exec(rest);
  if (option === null) return null;
  const [, word, address = ''] = option;
  if (word === 'source') return { kind: 'source', address };
  return { kind: word === 'path' ? 'path' : 'git' };
}

/** The leading texts after the name are version requirements; all must hold. */
function versionsIn(rest: string): readonly string[] {
  const list = /^\s*,[\s[]*((?:["'][^"']{1,60}["']\s*(?:,\s*)?){1,8})/.exec(rest)?.[1] ?? '';
  const versions = [...list.matchAll(/["']([^"']*)["']/g)].map(([, version = '']) => version);
  return versions.filter((version) => /^\s*(?:[<>=~!]+\s*)?\d/.test(version));
}
