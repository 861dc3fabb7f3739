import type { JsonNode } from '../../formats/json.ts';

/** Targets of one question; a hostile manifest may nest its conditions to any width. */
const TARGETS_MAX = 50;

/** A file or a package's name that a field leads to. */
export interface Target {
  readonly path: string;
  /** Whether a condition keeps it for those who read types, as `types` and `types@>=5` do. */
  readonly isForTypes: boolean;
  /** Whether a condition keeps it for another place than Node or a bundler by itself, as `react-server` does. */
  readonly isElsewhere: boolean;
  /** Whether a condition keeps it for a mode that only a bundler or a flag of Node sets. */
  readonly isOfMode: boolean;
  /** The only form of asking that a condition keeps it for: `import` or `require()`; null where any is served. */
  readonly form: AskingForm | null;
}

/** How a script asks for a module: by a statement (also `import()`), or by `require()`. */
export type AskingForm = 'import' | 'require';

/**
 * The files that a package gives out under a subpath (`.` or `./x`), or takes in under `#x`, in the order of its
 * conditions: which of them hold depends on who runs it. Null when the field does not name the subpath.
 * Source: Node.js documentation, "Modules: Packages", "Package entry points" and "Subpath imports".
 */
export function targetsOf(field: JsonNode, subpath: string): readonly Target[] | null {
  const { value } = field;
  if (!(value instanceof Map) || ![...value.keys()].some((key) => /^[.#]/.test(key))) {
    return subpath === '.' ? flatten(field, '') : null;
  }
  const exact = value.get(subpath);
  if (exact) return flatten(exact, '');
  const pattern = longestPattern(value, subpath);
  return pattern && flatten(pattern.node, pattern.star);
}

/**
 * Of the patterns with one `*`, or of folders in the old way, the one with the longest beginning; of these the longest.
 * Source: Node.js documentation, "Modules: ECMAScript modules", "Resolution Algorithm Specification", PATTERN_KEY_COMPARE.
 */
function longestPattern(
  entries: ReadonlyMap<string, JsonNode>,
  subpath: string,
): { readonly node: JsonNode; readonly star: string } | null {
  let best: { key: string; node: JsonNode; star: string; length: number } | null = null;
  for (const [key, node] of entries) {
    const star = starOf(key.endsWith('/') ? `${key}*` : key, subpath);
    const length = key.indexOf('*') + 1 || key.length;
    if (star === null) continue;
    const further = best === null ? 1 : length - best.length || key.length - best.key.length;
    if (further > 0) best = { key, node, star, length };
  }
  return best;
}

/** What the `*` of a pattern stands for in a name; null when it does not match or has none. */
export function starOf(pattern: string, name: string): string | null {
  const at = pattern.indexOf('*');
  if (at === -1 || name.length < pattern.length - 1) return null;
  const [before, after] = [pattern.slice(0, at), pattern.slice(at + 1)];
  return name.startsWith(before) && name.endsWith(after) ? name.slice(at, name.length - after.length) : null;
}

/** A node on the way down, with what the conditions above it say. */
interface Waiting extends Omit<Target, 'path'> {
  readonly node: JsonNode;
}

/** All strings below a node, in order. */
function flatten(node: JsonNode, star: string): readonly Target[] {
  const targets: Target[] = [];
  const waiting: Waiting[] = [{ node, isForTypes: false, isElsewhere: false, isOfMode: false, form: null }];
  for (let next = waiting.pop(); next !== undefined && targets.length < TARGETS_MAX; next = waiting.pop()) {
    const {
      node: { value },
      ...said
    } = next;
    if (typeof value === 'string') targets.push({ path: fillStar(value, star), ...said });
    else if (Array.isArray(value)) waiting.push(...value.toReversed().map((item) => ({ ...next, node: item })));
    else if (value instanceof Map) {
      const inner = [...value].map(([key, item]) => ({
        node: item,
        isForTypes: said.isForTypes || TYPES.test(key),
        isElsewhere: said.isElsewhere || ELSEWHERE.has(key),
        isOfMode: said.isOfMode || MODES.has(key),
        form: key === 'import' || key === 'require' ? key : said.form,
      }));
      waiting.push(...inner.reverse());
    }
  }
  return targets;
}

/** Source: TypeScript, "Modules Reference", "package.json \"exports\"". */
const TYPES = /^types(?:@|$)/;

/**
 * Conditions that hold in one runtime or layer alone, which nothing in an importing file tells of. They stand first in
 * their lists, since the first that holds counts. Source: WinterTC, "Runtime Keys"; React, "react-server".
 */
const ELSEWHERE: ReadonlySet<string> = new Set(
  'react-server,react-native,browser,worker,worklet,workerd,edge-light,edge-routine,netlify,lagon,deno,bun,moddable,electron'.split(
    ',',
  ),
);

/**
 * Conditions of which who runs a program sets one, and Node by itself none. Source: Node.js documentation, "Modules:
 * Packages", "Conditional exports" and "Community Conditions Definitions".
 */
const MODES: ReadonlySet<string> = new Set(['development', 'production']);

function fillStar(target: string, star: string): string {
  return target.endsWith('/') && star !== '' ? target + star : target.replaceAll('*', () => star);
}
