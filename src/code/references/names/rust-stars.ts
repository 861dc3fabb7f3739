import type { CodeFile } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import type { ProjectLinks } from './file-links.ts';
import { type ImportedName, importedNames } from './import-names.ts';

// What `use a::b::*` of Rust brings in, and where that holds. Source: The Rust Reference, "Use declarations", "Scopes".

/** Stars of one file that are looked at. */
const STARS_MAX = 50;
/** Brackets around an offset that are looked at. */
const AROUND_MAX = 50;

/** By what stars a declaration is known: `block` goes before what the module declares, `module` behind it. */
export type StarReach = 'block' | 'module' | null;

/** What stars that hold at an offset bring in: a declaration asks with the type whose value it is, null for a module's own. */
export function reachByStar(
  file: CodeFile,
  links: ProjectLinks,
  { at, declared, of }: { readonly at: number; readonly declared: Definition; readonly of: string | null },
): StarReach {
  if (file.family !== 'rust') return null;
  const stars = starsOf(file, links);
  if (stars.length === 0) return null;
  const held = heldAt(file, stars, at);
  // Each of thousands of places asks for each of thousands of declarations, and few sets of stars hold anywhere.
  const known = held.known;
  const key = `${declared.file}\0${of ?? ''}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const leading = held.stars.filter((star) => leadsTo(file, links, { star, declared, of }));
  const reach = leading.some(({ isInBlock }) => isInBlock) ? 'block' : leading.length > 0 ? 'module' : null;
  known.set(key, reach);
  return reach;
}

/** A star, and where it holds. */
interface Star {
  readonly name: ImportedName;
  /** The brace around it; -1 for none. */
  readonly open: number;
  /** That of the module around it; -1 for the file's own. */
  readonly module: number;
  readonly isInBlock: boolean;
}

/** Some of the stars of a file, which hold together somewhere, and what is known of them. */
interface Held {
  readonly stars: readonly Star[];
  readonly known: Map<string, StarReach>;
}

interface Stars {
  readonly length: number;
  readonly links: ProjectLinks;
  readonly all: readonly Star[];
  /** By the numbers of those that hold. */
  readonly sets: Map<string, Held>;
  last: { readonly at: number; readonly held: Held } | null;
}

const known = new WeakMap<CodeFile, Stars>();

function starsOf(file: CodeFile, links: ProjectLinks): Stars {
  const before = known.get(file);
  if (before?.links === links) return before;
  const all = importedNames(file)
    .stars.slice(0, STARS_MAX)
    .map((name): Star => {
      const open = braceAround(file, name.from);
      const module = moduleAround(file, name.from);
      return { name, open, module, isInBlock: open !== module };
    });
  const stars: Stars = { length: all.length, links, all, sets: new Map(), last: null };
  known.set(file, stars);
  return stars;
}

function heldAt(file: CodeFile, stars: Stars, at: number): Held {
  if (stars.last?.at === at) return stars.last.held;
  const module = moduleAround(file, at);
  const holding = stars.all.filter(
    ({ open, module: own }) => own === module && (open === -1 || (open < at && at < file.structure().closeOf(open))),
  );
  const key = holding.map(({ name }) => name.line).join(' ');
  const held = stars.sets.get(key) ?? { stars: holding, known: new Map() };
  stars.sets.set(key, held);
  stars.last = { at, held };
  return held;
}

/** Whether a star leads to the file of a declaration. */
function leadsTo(
  file: CodeFile,
  links: ProjectLinks,
  { star, declared, of }: { readonly star: Star; readonly declared: Definition; readonly of: string | null },
): boolean {
  if (of !== null && star.name.imported !== of) return false;
  const targets = links.of(file.path)?.byLine.get(star.name.line);
  const isHere = declared.file === file.path;
  if (targets === undefined || targets.size === 0) return isHere;
  return isHere ? targets.has(file.path) : links.leadsTo(targets, declared.file);
}

function braceAround(file: CodeFile, at: number): number {
  const mask = file.mask();
  let open = file.structure().around(at);
  for (let left = AROUND_MAX; left > 0 && open !== -1 && mask[open] !== '{'; left -= 1)
    open = file.structure().around(open);
  return open;
}

/** The brace of the innermost module that is written out around an offset; -1 for the file's own. */
export function moduleAround(file: CodeFile, at: number): number {
  const mask = file.mask();
  let open = file.structure().around(at);
  for (let left = AROUND_MAX; left > 0 && open !== -1; left -= 1) {
    if (mask[open] === '{' && /\bmod\s+\w+\s*$/.test(mask.slice(Math.max(0, open - 80), open))) return open;
    open = file.structure().around(open);
  }
  return -1;
}
