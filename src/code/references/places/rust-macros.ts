import type { CodeFile } from '../code-file.ts';

/** Macros of the standard library, which take what stands in them as it is written. */
const STANDARD_MACROS = new Set(
  (
    'assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne dbg eprint eprintln format format_args ' +
    'matches panic print println todo try unimplemented unreachable vec write writeln'
  ).split(' '),
);

/** Brackets around a place that are looked at. */
const AROUND_MAX = 20;

/** Whether a place stands in what is given to another macro, which may make anything of it. */
export function isInOwnMacro(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  let open = file.structure().around(at);
  for (let left = AROUND_MAX; left > 0 && open !== -1; left -= 1) {
    const macro = /(\w+)!\s*$/.exec(mask.slice(Math.max(0, open - 60), open))?.[1];
    if (macro !== undefined && !STANDARD_MACROS.has(macro)) return true;
    open = file.structure().around(open);
  }
  return false;
}
