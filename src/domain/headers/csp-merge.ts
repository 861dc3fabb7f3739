/** The directives of one or more policies, each with its sources in lower case. */
export interface MergedPolicy {
  readonly directives: Map<string, Set<string>>;
  /** Reporting directives that were given twice in one policy. */
  readonly repeated: ReadonlySet<string>;
}

/** Shortest text that is taken for a policy: nothing shorter can hold a fetch directive. */
const POLICY_CHARACTERS_MIN = 6;

/** May be repeated in one policy; every other repeated directive makes the policy invalid. */
const REPEATABLE: ReadonlySet<string> = new Set(['report-uri', 'report-to']);

/** Directives that browsers ignore in `<meta>`. Source: HTML, "Content security policy state". */
const IGNORED_IN_META = ['frame-ancestors', 'report-uri', 'sandbox'] as const;

/** One source of a directive, and the policy that it came from. */
interface Entry {
  readonly text: string;
  readonly policy: number;
  isKept: boolean;
}

/**
 * Merges policies as the Observatory does: a source counts when the first policy has it and each pair of neighbours in
 * the sorted list agrees. Null when a policy is too short or repeats a directive. This decides the score only; browsers
 * enforce every policy on its own, and so does the analysis beside the score.
 */
export function mergePolicies(policies: readonly string[]): MergedPolicy | null {
  const texts = policies.map((policy) => policy.replace(/[\r\n]/g, '').trim());
  if (texts.some((text) => text.length < POLICY_CHARACTERS_MIN)) return null;
  const state: Merging = { merged: new Map(), repeated: new Set(), collator: new Intl.Collator('en') };
  for (const [policy, text] of texts.entries()) {
    if (!addPolicy(state, text, policy)) return null;
    // With further policies to come, what the first one allows must be confirmed by them.
    if (policy === 0 && texts.length > 1) for (const entry of [...state.merged.values()].flat()) entry.isKept = false;
  }
  return { directives: flatten(state.merged), repeated: state.repeated };
}

interface Merging {
  readonly merged: Map<string, Entry[]>;
  readonly repeated: Set<string>;
  readonly collator: Intl.Collator;
}

/** False when the policy is not valid. */
function addPolicy({ merged, repeated, collator }: Merging, text: string, policy: number): boolean {
  const seen = new Set<string>();
  for (const [name = '', ...sources] of splitDirectives(text)) {
    if (seen.has(name) && !REPEATABLE.has(name)) return false;
    if (seen.has(name)) repeated.add(name);
    seen.add(name);
    const before = policy > 0 ? (merged.get(name) ?? []) : [];
    const entries = [...before, ...readEntries(name, sources, policy)];
    entries.sort((a, b) => collator.compare(a.text, b.text));
    if (!markNeighbours(entries)) return false;
    merged.set(
      name,
      entries.filter(({ isKept }) => isKept),
    );
  }
  return true;
}

/** Merges the policies of `<meta>` elements. Null as with `mergePolicies`. */
export function mergeMetaPolicies(policies: readonly string[]): MergedPolicy | null {
  const merged = mergePolicies(policies);
  for (const name of IGNORED_IN_META) merged?.directives.delete(name);
  return merged;
}

/** `name source source` of each directive; the name in lower case, blank ones left out. */
export function splitDirectives(policy: string): readonly (readonly string[])[] {
  return policy
    .split(';')
    .map((part) => part.trim().split(/\s+/))
    .filter(([name]) => name !== undefined && name !== '')
    .map(([name = '', ...sources]) => [name.toLowerCase(), ...sources]);
}

function readEntries(name: string, sources: readonly string[], policy: number): Entry[] {
  // A source list without sources allows nothing.
  const texts = sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources;
  return texts.map((text) => ({ text: text.toLowerCase(), policy, isKept: policy === 0 }));
}

/** Compares each entry with the one before it; false when an address cannot be decoded. */
function markNeighbours(entries: readonly Entry[]): boolean {
  for (let i = 1; i < entries.length; i++) {
    const [before, own] = [entries[i - 1], entries[i]];
    if (before === undefined || own === undefined) continue;
    if (own.policy === before.policy) {
      if (own.text.startsWith(before.text)) own.isKept = false;
      continue;
    }
    const covers = coversPath(before.text, own.text);
    if (covers === null) return false;
    if (covers) own.isKept = true;
  }
  return true;
}

/** Whether a source with a path covers another one; null when either is wrongly percent-encoded. CSP Level 3 §6.7.2.12. */
function coversPath(wide: string, narrow: string): boolean | null {
  if (wide === '' || (wide === '/' && narrow === '')) return true;
  const isFolder = wide.endsWith('/');
  const wideParts = wide.split('/');
  const narrowParts = narrow.split('/');
  if (wideParts.length > narrowParts.length || (!isFolder && wideParts.length !== narrowParts.length)) return false;
  if (isFolder) wideParts.pop();
  for (const [i, part] of wideParts.entries()) {
    const [a, b] = [decode(part), decode(narrowParts[i] ?? '')];
    if (a === null || b === null) return null;
    if (a !== b) return false;
  }
  return true;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: RFC 3986 §2.1 knows no such address.
    return null;
  }
}

function flatten(merged: ReadonlyMap<string, readonly Entry[]>): Map<string, Set<string>> {
  const directives = new Map<string, Set<string>>();
  for (const [name, entries] of merged) {
    const sources = entries.map(({ text }) => text);
    directives.set(name, new Set(sources.length === 0 ? ["'none'"] : sources));
  }
  return directives;
}
