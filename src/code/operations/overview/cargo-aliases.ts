import { parseToml, type TomlValue, tomlTable, tomlText } from '../../formats/toml.ts';
import type { CommandKind } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { type FactSheet, kindOfScript } from './fact-sheet.ts';

/** Names that people write for cargo's commands. Source: The Cargo Book, "Configuration", `[alias]`. */
export async function addAliases(files: ProjectFiles, sheet: FactSheet, directory: string): Promise<void> {
  const places = ['.cargo/config.toml', '.cargo/config'].map((name) => inFolder(directory, name));
  const file = places.find((place) => files.has(place));
  const text = file === undefined ? null : await files.text(file);
  if (file === undefined || text === null) return;
  const toml = parseToml(text);
  if (typeof toml === 'string') {
    files.gap(`${file} was not understood as TOML: ${toml}`);
    return;
  }
  for (const { key, value, line } of tomlTable(toml, 'alias')) {
    const runs = wordsOf(value);
    if (runs === null) continue;
    const kind = kindOfAlias(key, runs);
    if (kind === null) sheet.otherScripts += 1;
    else {
      const detail = shortLine(`cargo ${runs}`);
      sheet.commands.push({ kind, command: `cargo ${key}`, directory, file, line, basis: 'defined', detail });
    }
  }
}

/** By a name of one word, else by the command that it runs: `build-man` builds a part, `test-all` is `cargo test`. */
function kindOfAlias(name: string, runs: string): CommandKind | null {
  if (/^\w+$/.test(name)) return kindOfScript(name, runs);
  const kind = kindOfScript(/^[a-z]+/.exec(runs)?.[0] ?? '', runs);
  return kind === 'run' || kind === 'install' ? null : kind;
}

/** `"run --release"` and `["run", "--release"]`; null for what is neither. */
function wordsOf(value: TomlValue): string | null {
  if (value.kind !== 'array') return value.kind === 'string' ? value.text : null;
  return value.items.map((item) => tomlText(item) ?? '').join(' ');
}
