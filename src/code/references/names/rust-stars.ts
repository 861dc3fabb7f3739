import type { CodeFile } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import type { ProjectLinks } from './file-links.ts';
import { type ImportedName, importedNames } from './import-names.ts';

// What `use a::b::*` of Rust brings in, and where that holds. Source: The Rust Reference, "Use declarations", "Scopes".

/** Stars of one file that are looked at. */
const STARS_MAX = 50;
/** Brackets around an offset that are looked at. */
const AROUND_MAX = 50;

/** A star that holds at a place. */
export interface Star {
  readonly name: ImportedName;
  /** Whether it stands in a block: then it goes before what the module declares. */
  readonly isInBlock: boolean;
}

/** The stars that hold at an offset. */
export function starsAt(file: CodeFile, at: number): readonly Star[] {
  if (file.family !== 'rust') return [];
  return importedNames(file)
    .stars.slice(0, STARS_MAX)
    .flatMap((name) => {
      const open = braceAround(file, name.from);
      const module = moduleAround(file, name.from);
      const isAround = open === -1 || (open < at && at < file.structure().closeOf(open));
      return isAround && moduleAround(file, at) === module ? [{ name, isInBlock: open !== module }] : [];
    });
}

/** Whether a star leads to the file of a declaration; `of` is the type whose values it brings in, null for a module's own. */
export function isStarred(
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
function moduleAround(file: CodeFile, at: number): number {
  const mask = file.mask();
  let open = file.structure().around(at);
  for (let left = AROUND_MAX; left > 0 && open !== -1; left -= 1) {
    if (mask[open] === '{' && /\bmod\s+\w+\s*$/.test(mask.slice(Math.max(0, open - 80), open))) return open;
    open = file.structure().around(open);
  }
  return -1;
}
