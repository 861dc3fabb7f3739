import type { CodeFile } from '../code-file.ts';

/** Macros of the standard library, which take what stands in them as it is written. */
const STANDARD_MACROS = new Set(
  (
    'assert assert_eq assert_ne debug_assert debug_assert_eq debug_assert_ne dbg eprint eprintln format format_args ' +
    'matches panic print println todo try unimplemented unreachable vec write writeln'
  ).split(' '),
);

/** Attributes of the language, all but `cfg_attr`, which holds others. Source: The Rust Reference, "Built-in attributes index". */
const STANDARD_ATTRIBUTES = new Set(
  (
    'allow automatically_derived cfg clippy cold crate_name crate_type debugger_visualizer deny deprecated derive diagnostic doc ' +
    'expect export_name feature forbid global_allocator ignore inline instruction_set link link_name link_ordinal link_section ' +
    'macro_export macro_use must_use naked no_builtins no_implicit_prelude no_link no_main no_mangle no_std non_exhaustive ' +
    'panic_handler path proc_macro proc_macro_attribute proc_macro_derive recursion_limit repr rustfmt should_panic target_feature ' +
    'test track_caller type_length_limit used warn windows_subsystem'
  ).split(' '),
);

/** Brackets around a place that are looked at. */
const AROUND_MAX = 20;

/**
 * Whether a place stands in what is given to another macro, which may make anything of it: of an attribute, too, be it one
 * that helps a derived trait (`#[arg(long)]` calls a method of that name).
 */
export function isInOwnMacro(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  for (const open of bracketsAround(file, at)) {
    const macro = macroOf(mask, open);
    if (macro !== null && !STANDARD_MACROS.has(macro)) return true;
    if (isOwnAttribute(mask, open)) return true;
  }
  return false;
}

/**
 * Whether a place stands in what is given to a macro of its file that takes calls of methods apart, `($it:ident.$method:ident)`:
 * it may call the method of something else. Source: The Rust Reference, "Macros By Example".
 */
export function isTakenApart(file: CodeFile, at: number): boolean {
  const macros = apart.get(file) ?? macrosThatTakeApart(file);
  apart.set(file, macros);
  if (macros.size === 0) return false;
  const mask = file.mask();
  return bracketsAround(file, at).some((open) => macros.has(macroOf(mask, open) ?? ''));
}

/** Macros of a file that are looked at, and characters of each. */
const MACROS_MAX = 500;
const MACRO_CHARACTERS_MAX = 10_000;

/** Asked once for all places of a file. */
const apart = new WeakMap<CodeFile, ReadonlySet<string>>();

function macrosThatTakeApart(file: CodeFile): ReadonlySet<string> {
  const mask = file.mask();
  const heads = [...mask.matchAll(/\bmacro_rules!\s{1,20}(\w{1,100})\s{0,20}[({[]/g)].slice(0, MACROS_MAX);
  const found = heads.filter((head) => {
    const open = head.index + head[0].length - 1;
    const end = Math.min(file.structure().closeOf(open), open + MACRO_CHARACTERS_MAX);
    return /\.\s{0,20}\$\w{1,100}\s{0,20}:\s{0,20}ident\b/.test(mask.slice(open, Math.max(open, end)));
  });
  return new Set(found.map(([, name = '']) => name));
}

/** Opening brackets around a place, from the inside out. */
function bracketsAround(file: CodeFile, at: number): readonly number[] {
  const brackets: number[] = [];
  for (let open = file.structure().around(at); open !== -1 && brackets.length < AROUND_MAX; ) {
    brackets.push(open);
    open = file.structure().around(open);
  }
  return brackets;
}

/** The macro that what is in brackets is given to. */
function macroOf(mask: string, open: number): string | null {
  return /(\w+)!\s*$/.exec(mask.slice(Math.max(0, open - 60), open))?.[1] ?? null;
}

/** Whether a bracket opens an attribute that is none of the language. */
function isOwnAttribute(mask: string, open: number): boolean {
  if (mask[open] !== '[' || !/#!?$/.test(mask.slice(Math.max(0, open - 2), open))) return false;
  const name = /^\s*(?:unsafe\s*\(\s*)?(\w+)/.exec(mask.slice(open + 1, open + 100))?.[1];
  return name !== undefined && !STANDARD_ATTRIBUTES.has(name);
}
