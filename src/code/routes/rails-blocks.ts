import { belowBlock } from './route-blocks.ts';
import { joinPaths } from './route-code.ts';

/** What stands before paths in a block of routes; each `''` where nothing does, or it is not known. */
export interface Frame {
  /** Before what stands right in it. */
  readonly prefix: string;
  /** Before what is for all, and for one, of its resources. */
  readonly collection: string;
  readonly member: string;
  /** Whether a block around it may put something before it that is not known. */
  readonly isLost: boolean;
  /** Whether an action that all resources have lies there at the prefix itself. Source: Rails, `Mapper::Resources`, `canonical_action?`. */
  readonly isOfResources: boolean;
}

/** Whether what stands before a path in a frame is not known: nothing in resources does not lie below these. */
export function isUnknown(prefix: string, { isLost, collection }: Frame): boolean {
  return isLost || (prefix === '' && collection !== '');
}

/** A frame from an offset on. */
export interface Stretch extends Frame {
  readonly from: number;
}

/** Where one block of routes stands. */
export interface Drawn {
  readonly from: number;
  readonly to: number;
}

interface Open extends Frame {
  readonly indent: number;
}

export const NOTHING: Frame = { prefix: '', collection: '', member: '', isLost: false, isOfResources: false };
const LOST: Frame = { ...NOTHING, isLost: true };
/** Lines that one statement goes over. */
const LINES_MAX = 20;
const OPENS = /(?:\bdo|\)[ \t]*\{|^[ \t]*(?:member|collection)[ \t]*\{)(?:[ \t]*\|[^|]{0,100}\|)?$/;
const BLOCK_WORD = /^[ \t]*(?:if|unless|case|begin|def|class|module|while|until)\b/;
const ENDS = /^[ \t]*(?:end\b|\}$)/;
const GOES_ON = /[,([]$/;

/** A line with the beginning of the statement that it ends. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly line: string;
}

/**
 * The frames of a block of routes, told by its lines: one begins behind its `do`, or the brace behind a bracket, and ends with the `end` of the same indent,
 * as everybody writes Ruby. Source: Rails Guides, "Routing from the Outside In".
 */
export function railsFrames(text: string, mask: string, block: Drawn): readonly Stretch[] {
  const open: Open[] = [];
  const stretches: Stretch[] = [];
  const top = (): Frame => open.at(-1) ?? NOTHING;
  for (const { start, end, line } of linesOf(mask, block)) {
    if (ENDS.test(line)) {
      while ((open.at(-1)?.indent ?? -1) >= indentOf(line)) open.pop();
      stretches.push({ ...top(), from: end });
    } else if (OPENS.test(line)) {
      open.push({ ...frameOf(text.slice(start, end), top()), indent: indentOf(mask.slice(start, end)) });
      stretches.push({ ...top(), from: end });
    } else if (BLOCK_WORD.test(line)) open.push({ ...top(), indent: indentOf(line) });
  }
  return stretches;
}

function* linesOf(mask: string, { from, to }: Drawn): Generator<Line> {
  let start = from;
  let lines = 0;
  for (let at = from; at < to; ) {
    const found = mask.indexOf('\n', at);
    const end = found === -1 ? to : Math.min(found, to);
    const line = mask.slice(at, end).trimEnd();
    yield { start, end, line };
    lines = GOES_ON.test(line) && lines < LINES_MAX ? lines + 1 : 0;
    at = end + 1;
    if (lines === 0) start = at;
  }
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Words whose blocks put nothing before paths; the first is that of all routes itself. */
const NEUTRAL =
  /^(?:do|constraints|authenticate|authenticated|unauthenticated|defaults|controller|devise_scope|with_options)$/;
const HEAD = /^\s*(\w+)([\s\S]*)$/;

/** The frame that a statement opens; of a word that is not known none, and what stands around it is forgotten. */
function frameOf(statement: string, around: Frame): Frame {
  const [, word = '', rest = ''] = HEAD.exec(statement) ?? [];
  if (NEUTRAL.test(word)) return around;
  const part = PARTS.find((one) => one === word);
  if (part !== undefined) return { ...plain(prefixOn(part, around), around), isOfResources: true };
  if (word === 'scope') return scopeFrame(scopePath(rest), around);
  const own = word === 'namespace' ? pathOf(rest) : null;
  if (own !== null) return { ...plain(around.prefix, around), prefix: belowBlock(around.prefix, own) };
  return word === 'resources' || word === 'resource' ? resourceFrame(word, rest, around) : LOST;
}

function plain(prefix: string, around: Frame): Frame {
  return { ...NOTHING, prefix, isLost: isUnknown(prefix, around) };
}

/** Of resources Rails puts the path of a scope before their own, which is told of none. */
function scopeFrame(path: string | null, around: Frame): Frame {
  if (path === '') return around;
  if (path === null || around.collection !== '') return LOST;
  return { ...plain(around.prefix, around), prefix: belowBlock(around.prefix, path) };
}

/** Parts of resources that have paths of their own. */
const PARTS = ['member', 'collection', 'new'] as const;

/** What stands before what is for one part of resources; nothing where that is not known. */
export function prefixOn(part: string, { collection, member }: Frame): string {
  if (part === 'new') return collection === '' ? '' : joinPaths(collection, 'new');
  return part === 'member' ? member : part === 'collection' ? collection : '';
}

const FIRST = /^[ \t(]+(?::(\w+)|(["'])([^"'\n#]{0,200})\2)(?=\s*(?:,|\)|do\b|\s$|$))/;
const SECOND = /^[ \t(]+(?::\w+|["'][^"'\n]{0,200}["'])\s*,\s*(?::\w+(?!\w|:|\s*=>)|["'])/;
/** What is said to be a path; nothing where that is no literal. */
export const PATH = /(?:(?<!\w)path:|:path\s*=>)\s*(?:(["'])([^"'\n#]{0,200})\1(?=\s*(?:,|\)|do\b|$)))?/;

/** What a namespace or resources lie below: their path, else their name; null where that is no literal, or they are several. */
export function pathOf(rest: string): string | null {
  const said = PATH.exec(rest);
  if (SECOND.test(rest)) return null;
  if (said !== null) return said[2] ?? null;
  const [, symbol, , quoted] = FIRST.exec(rest) ?? [];
  return symbol ?? quoted ?? null;
}

/** A scope has its path first or by name, or none. */
function scopePath(rest: string): string | null {
  const said = PATH.exec(rest);
  const [, symbol, , quoted] = FIRST.exec(rest) ?? [];
  const first = symbol ?? quoted;
  if (SECOND.test(rest) || (said !== null && first !== undefined)) return null;
  if (said !== null) return said[2] ?? null;
  // `scope module: 'a' do`: options alone.
  return first ?? (/^[ \t(]+(?:\w+:(?!:)|:\w+\s*=>)/.test(rest) ? '' : null);
}

const SHALLOW = /(?<!\w)shallow:|:shallow\s*=>/;
/** What one of resources is told by, where that is not its `id`; nothing where that is no plain name. */
const PARAM = /(?:(?<!\w)param:|:param\s*=>)\s*(?::?["']?(\w+)["']?(?=\s*(?:,|\)|do\b|$)))?/;

/** What resources are called elsewhere, as their parameter is; nothing where that is no plain name. */
const AS = /(?:(?<!\w)as:|:as\s*=>)\s*(?::?["']?(\w+)["']?(?=\s*(?:,|\)|do\b|$)))?/;

/** Of resources their own paths; what stands right in them lies below one of them, where its parameter can be told. */
function resourceFrame(word: string, rest: string, around: Frame): Frame {
  const path = pathOf(rest);
  if (path === null) return LOST;
  const collection = belowBlock(around.prefix, path);
  const isLost = isUnknown(around.prefix, around);
  if (word === 'resource') return { prefix: collection, collection, member: collection, isLost, isOfResources: true };
  const [param, as] = [PARAM.exec(rest), AS.exec(rest)];
  const key = param === null ? 'id' : param[1];
  if (SHALLOW.test(rest) || key === undefined) return { ...NOTHING, collection, isLost };
  const one = singular((as === null ? FIRST.exec(rest)?.[1] : as[1]) ?? '');
  return {
    prefix: one === null ? '' : joinPaths(collection, `:${one}_${key}`),
    collection,
    member: joinPaths(collection, `:${key}`),
    isLost: isLost || (one === null && collection === ''),
    isOfResources: false,
  };
}

/** Plurals that take more than the sign at their end, or are none. Source: ActiveSupport, `inflections.rb`. */
const OWN_RULES =
  /(?:ss|us|news|jeans|databases|(?:naly|ba|diagno|parenthe|progno|synop|the)s[ie]s|ves|ies|oes|(?:cris|test)[ie]s|ax[ie]s|(?:alias|status|bus)es|ices|zzes)$/;

/** What Rails calls one of a plural; null where that is not by its plain rules. */
function singular(name: string): string | null {
  if (/[^aeiouy]ies$/.test(name) && !/(?:ser|spec|mov|zomb)ies$/.test(name)) return `${name.slice(0, -3)}y`;
  if (/(?:ch|ss|sh)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith('s') && !OWN_RULES.test(name) && !/xes$/.test(name) ? name.slice(0, -1) : null;
}
