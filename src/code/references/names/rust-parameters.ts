import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';

// Parameters for types, which hide what is called like them. Source: The Rust Reference, "Generic parameters".

/** Characters of a head that are read. */
const HEAD_MAX = 2_000;
const PARAMETERS_START = /\b(?:impl|(?:fn|trait|struct|enum|union|type)\s+\w+)\s*</;

/** Whether something of Rust that is around an offset declares a parameter for a type by a name. */
export function isRustParameter(file: CodeFile, name: string, at: number): boolean {
  if (file.family !== 'rust') return false;
  const line = lineAt(file, at);
  for (const symbol of file.symbols()) {
    if (symbol.startLine > line) break;
    if (symbol.endLine >= line && parametersOf(file, symbol).has(name)) return true;
  }
  return false;
}

const known = new WeakMap<FileSymbol, ReadonlySet<string>>();

function parametersOf(file: CodeFile, symbol: FileSymbol): ReadonlySet<string> {
  const names = known.get(symbol) ?? readParameters(file, symbol);
  known.set(symbol, names);
  return names;
}

function readParameters(file: CodeFile, { line }: FileSymbol): ReadonlySet<string> {
  const from = startOfLine(file, line);
  const head = file.mask().slice(from, from + HEAD_MAX);
  const start = PARAMETERS_START.exec(head.slice(0, Math.max(0, head.search(/[({;]/))));
  if (start === null) return new Set();
  const items = itemsOf(head, start.index + start[0].length);
  return new Set(items.flatMap((item) => PARAMETER.exec(item)?.[1] ?? []));
}

const PARAMETER = /^\s*(?:#\[[^\]]{0,80}\]\s*)?(?:const\s+)?([A-Za-z_]\w*)/;

/** What stands between the commas of a list of parameters, from behind its `<` on. */
function itemsOf(head: string, from: number): readonly string[] {
  const items: string[] = [];
  let start = from;
  let depth = 0;
  for (let at = from; at < head.length && depth >= 0; at += 1) {
    const sign = head[at] ?? '';
    if ('<(['.includes(sign)) depth += 1;
    // The end of an arrow closes nothing.
    else if (')]'.includes(sign) || (sign === '>' && head[at - 1] !== '-')) depth -= 1;
    if (depth >= 0 && (depth > 0 || sign !== ',')) continue;
    items.push(head.slice(start, at));
    start = at + 1;
  }
  return items;
}
