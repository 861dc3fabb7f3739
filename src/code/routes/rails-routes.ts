import { isPutTogether } from './other-routes.ts';
import { type Drawn, type Frame, isUnknown, NOTHING, PATH, pathOf, prefixOn, railsFrames } from './rails-blocks.ts';
import { belowBlock } from './route-blocks.ts';
import { type Code, codeMatches, lineOf, namesBy, type Route } from './route-code.ts';

const NAMES = ':\\w{1,100}(?:,\\s{0,80}:\\w{1,100}(?!\\w|[ \\t]*=>)){0,30}';
const RAILS = new RegExp(
  `(?:^[ \\t]*|[{;] {0,8})(?:(get|post|put|patch|delete|match)[ \\t(]+(?:(["'])([^"'\\n]{1,300})\\2|(${NAMES}))|(root)\\b|(resources?)[ \\t(]+(${NAMES}))`,
  'gm',
);
/** A block in one line: `member { post :like }`. */
const IN_LINE = /^[ \t]*(?:(member|collection)[ \t]*\{[^}\n]*)?$/;

/**
 * `get 'path', …`, `get :name`, `root …` and `resources :things`, which stands for the usual seven, below the namespaces, scopes and
 * resources around it. In a block of `routes.draw` alone: elsewhere the same words ask for a path, as in a test.
 */
export function readRails(code: Code): readonly Route[] {
  const blocks = drawnBlocks(code.mask);
  return blocks.flatMap((block) => {
    const frames = framesIn(code, block);
    return [...codeMatches(code, RAILS)]
      .filter(({ index }) => block.from <= index && index < block.to)
      .flatMap((match) => drawn(code, match, frames(match.index)));
  });
}

/** The frame around a place; places come in their order. */
function framesIn({ text, mask }: Code, block: Drawn): (at: number) => Frame {
  const stretches = railsFrames(text, mask, block);
  let next = 0;
  let frame = NOTHING;
  return (at) => {
    for (let one = stretches[next]; one !== undefined && one.from <= at; one = stretches[next]) {
      frame = one;
      next += 1;
    }
    return frame;
  };
}

function drawn(code: Code, match: RegExpExecArray, frame: Frame): readonly Route[] {
  const [whole, verb = '', quote, text = '', symbols = '', root, resources, names = ''] = match;
  const inLine = IN_LINE.exec(lineBefore(code.mask, match.index));
  if (isPutTogether(quote, text) || inLine === null) return [];
  const place = { framework: 'Rails', file: code.file, line: lineOf(code, match) };
  const end = match.index + whole.length;
  // In resources the root is where all of them are.
  if (root !== undefined) return [{ method: 'GET', path: frame.collection || frame.prefix || '/', ...place }];
  if (resources !== undefined) {
    const head = whole.slice(whole.indexOf(resources) + resources.length);
    return resourcePaths(head + callRest(code, end), names).map((own) => {
      return { method: resources.toUpperCase(), path: belowBlock(frame.prefix, own), ...place };
    });
  }
  const rest = inLine[1] === undefined ? callRest(code, end) : (/^[^;}]*/.exec(callRest(code, end))?.[0] ?? '');
  const on = inLine[1] ?? ON.exec(rest)?.[1];
  const below = on === undefined ? frame : { ...frame, prefix: prefixOn(on, frame), isOfResources: true };
  const paths = quote === undefined ? pathsOfNames(symbols, rest, below) : [belowBlock(below.prefix, text)];
  const methods = verb === 'match' ? matchedMethods(rest) : [verb.toUpperCase()];
  return paths.flatMap((path) => methods.map((method) => ({ method, path, ...place })));
}

/** What Rails calls the usual actions, `edit` excepted, which lie at the resources themselves. */
const USUAL = /^(?:index|create|new|show|update|destroy)$/;

/**
 * A name is a path below what stands around it, which a text may say by itself; none where that is not known. Source: Rails,
 * `Mapper::Resources`, `path_for_action`.
 */
function pathsOfNames(names: string, rest: string, below: Frame): readonly string[] {
  const { prefix, isOfResources } = below;
  if (isUnknown(prefix, below)) return [];
  if (PATH_SAID.test(rest)) {
    const said = PATH.exec(rest)?.[2];
    return said === undefined ? [] : [belowBlock(prefix, said)];
  }
  return namesBy(names, /:(\w+)/g).map((name) =>
    isOfResources && USUAL.test(name) ? prefix || '/' : belowBlock(prefix, name),
  );
}

/** Characters before a statement of a block of one line that are looked at. */
const LINE_MAX = 300;

/** The line up to a place, with the sign that the place begins with; of a longer one its end, which begins nothing. */
function lineBefore(mask: string, at: number): string {
  const from = Math.max(0, at - LINE_MAX);
  const end = at + (mask[at] === '{' || mask[at] === ';' ? 1 : 0);
  const near = mask.slice(from, end);
  const lineAt = near.lastIndexOf('\n', at - from - 1) + 1;
  return lineAt === 0 && from > 0 ? `…${near}` : near.slice(lineAt);
}

/** `only: []`: none of the usual ones, what stands in the block alone. */
const NONE = /(?:(?<!\w)only:|:only\s*=>)\s*(?:%i)?\[\s*\]/;
const PATH_SAID = /(?:(?<!\w)path:|:path\s*=>)/;

/** Where resources lie: at what they say, else at their names; none where what they say is no literal. */
function resourcePaths(rest: string, names: string): readonly string[] {
  if (NONE.test(rest)) return [];
  if (!PATH_SAID.test(rest)) return namesBy(names, /:(\w+)/g);
  const said = pathOf(rest);
  return said === null ? [] : [said];
}

const ON = /(?:(?<!\w)on:|:on\s*=>)\s*:(\w+)/;

const REST_MAX = 1_000;
/** To the end of a call whose lines end in a comma. */
const CALL_REST = /^(?:[^\n]*,[ \t]*\n)*[^\n]*/;
const VIA = /(?:\bvia:|:via[ \t]*=>)[ \t]*(?:(?:%i)?\[([^\]]*)\]|(:\w+|["']\w+["']))?/;

function callRest({ text, mask }: Code, end: number): string {
  const near = text.slice(end, end + REST_MAX);
  const rest = CALL_REST.exec(near)?.[0] ?? '';
  if (!rest.includes('#')) return rest;
  // A mask has spaces for comments, and for nothing else that can be seen.
  const code = near.replace(/[^\n]/g, (sign, at: number) => (mask[end + at] === ' ' ? ' ' : sign));
  return CALL_REST.exec(code)?.[0] ?? '';
}

/** Methods that a `match` names by `via`, none where they are not written out. Source: Rails Guides, "Routing", "HTTP Verb Constraints". */
function matchedMethods(rest: string): readonly string[] {
  const via = VIA.exec(rest);
  if (via === null) return ['ANY'];
  const named: readonly string[] = (via[1] ?? via[2] ?? '').match(/[a-z]+/g) ?? [];
  return named.includes('all') ? ['ANY'] : named.map((method) => method.toUpperCase());
}

/** Blocks of `routes.draw` in one file; who has more tries something out. */
const BLOCKS_MAX = 50;
const DRAWN = /^([ \t]{0,200})(?![ \t])[^\n]{0,300}\broutes\.draw\b/gm;
const ENDS = /^([ \t]{0,200})(?:end\b|\})/gm;

/** Where routes are drawn: to the line that closes the block, told by its indent, as everybody writes Ruby. */
function drawnBlocks(mask: string): readonly Drawn[] {
  return [...mask.matchAll(DRAWN)].slice(0, BLOCKS_MAX).map(({ 0: head, 1: indent = '', index }) => {
    const from = index + head.length;
    ENDS.lastIndex = from;
    let end = ENDS.exec(mask);
    while (end !== null && (end[1] ?? '').length > indent.length) end = ENDS.exec(mask);
    return { from, to: end?.index ?? mask.length };
  });
}
