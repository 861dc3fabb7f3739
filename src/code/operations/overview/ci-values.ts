import { numberedLines } from '../../formats/lines.ts';
import type { CiValues } from './shell-command.ts';

const ENV = /^(?:- )?env:[ \t]*(?:#.*)?$/;
const VALUE = /^([A-Za-z_]\w{0,60}):[ \t]+("[\w./@:=+-]{1,80}"|'[\w./@:=+-]{1,80}'|[\w./@:=+-]{1,80})(?:[ \t]+#.*)?$/;

/** Variables that `env:` of a file of CI sets to one word; those that are set to several, here and there, are left out. */
export function ciValues(text: string): CiValues {
  const values = new Map<string, string>();
  const doubtful = new Set<string>();
  for (const { name, value } of settings(text)) {
    if (values.has(name) && values.get(name) !== value) doubtful.add(name);
    values.set(name, value);
  }
  for (const name of doubtful) values.delete(name);
  return values;
}

/** Lines that are indented further than the `env:` above them. */
function* settings(text: string): Generator<{ readonly name: string; readonly value: string }> {
  let open: number | null = null;
  for (const [raw] of numberedLines(text)) {
    const inner = raw.trim();
    if (inner === '' || inner.startsWith('#')) continue;
    const indent = raw.length - raw.trimStart().length;
    if (open !== null && indent <= open) open = null;
    if (ENV.test(inner)) open = indent;
    const [, name, value] = open === null ? [] : (VALUE.exec(inner) ?? []);
    if (name !== undefined && value !== undefined) yield { name, value: value.replace(/^["']|["']$/g, '') };
  }
}
