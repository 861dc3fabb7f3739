import { joinedLines } from './lines.ts';
import { type Requirement, readRequirement } from './pep508.ts';

/** One line of a requirements file that says something; `line` is 1-based, of the first of joined ones. */
export type RequirementsRow =
  | { readonly kind: 'requirement'; readonly requirement: Requirement; readonly line: number }
  /** `-r other.txt`, `--index-url=…`, `-e ./here`; the value may be empty. */
  | { readonly kind: 'option'; readonly name: string; readonly value: string; readonly line: number }
  /** A bare address or path of a package. */
  | { readonly kind: 'address'; readonly address: string; readonly line: number }
  /** What was not understood. */
  | { readonly kind: 'odd'; readonly line: number };

/** The rows of a requirements file, without comments, markers and options of one requirement. Source: pip, "Requirements File Format". */
export function* readRequirementsRows(text: string): Generator<RequirementsRow> {
  for (const [whole, line] of joinedLines(text)) {
    const row = whole.replace(/(?:^|\s)#.*$/, '').trim();
    const option = /^(-\S+?)(?:[\s=]+(.*))?$/.exec(row);
    if (option?.[1] !== undefined) yield { kind: 'option', name: option[1], value: (option[2] ?? '').trim(), line };
    else if (row !== '') yield readRow(row, line);
  }
}

function readRow(row: string, line: number): RequirementsRow {
  // Options of one requirement, such as --hash, follow it.
  const bare = row.replace(/\s--[a-z-]+[= ].*$/, '').trim();
  if (/^(?:git\+|hg\+|svn\+|bzr\+|https?:|file:|\.{0,2}\/)|^[^@]+\.(?:whl|zip|tar\.gz)$/.test(bare)) {
    return { kind: 'address', address: bare, line };
  }
  const requirement = readRequirement(bare);
  return requirement === null ? { kind: 'odd', line } : { kind: 'requirement', requirement, line };
}
