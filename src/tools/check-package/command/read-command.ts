import { err, ok, type Result } from '../../../base/result.ts';
import type { AskedAll } from '../asked.ts';
import { readNpm, readNpx, readPnpm } from './npm.ts';
import {
  readBundle,
  readCargo,
  readComposer,
  readDotnet,
  readGem,
  readGo,
  readInstallPackage,
  readMaven,
} from './others.ts';
import { readPip, readPipx, readProjectManager, readUv, readUvx } from './python.ts';
import { splitCommand } from './split-command.ts';
import type { CommandReader } from './words.ts';

/** What a command line asks for, and the files that it takes in. */
export interface CommandAsked extends AskedAll {
  /** Files of requirements (`-r`), which only a project has. */
  readonly files: readonly string[];
}

const READERS: ReadonlyMap<string, CommandReader> = new Map([
  ['npm', readNpm],
  ['pnpm', readPnpm],
  ['yarn', readNpm],
  ['bun', readNpm],
  ['npx', readNpx],
  ['pnpx', readNpx],
  ['bunx', readNpx],
  ['pip', readPip],
  ['uv', readUv],
  ['uvx', readUvx],
  ['pipx', readPipx],
  ['poetry', readProjectManager],
  ['pdm', readProjectManager],
  ['pipenv', readProjectManager],
  ['cargo', readCargo],
  ['go', readGo],
  ['gem', readGem],
  ['bundle', readBundle],
  ['bundler', readBundle],
  ['composer', readComposer],
  ['dotnet', readDotnet],
  ['nuget', readDotnet],
  ['install-package', readInstallPackage],
  ['mvn', readMaven],
  ['mvnw', readMaven],
]);

/** Programs whose commands are understood, for a text. */
const KNOWN =
  'npm, npx, pnpm, yarn, bun, pip, uv, pipx, poetry, pdm, pipenv, cargo, go, gem, bundle, composer, dotnet, mvn';

/**
 * Reads one or several install commands. Nothing is run: the text is taken apart, and what only a shell could work out
 * is refused. The refusal says why and what to send instead.
 */
export function readCommand(text: string): Result<CommandAsked, string> {
  const split = splitCommand(text);
  if (!split.ok) return err(`the command was not understood: ${split.error}`);
  const notes = new Set(split.value.notes);
  const asked: CommandAsked['asked'][number][] = [];
  const files: string[] = [];
  let understood = 0;
  for (const words of split.value.commands) {
    const [program, rest] = programOf(words);
    const found = program === null ? null : (READERS.get(program)?.(rest) ?? null);
    if (found === null) {
      notes.add(`${JSON.stringify(words.slice(0, 2).join(' ').slice(0, 60))} installs nothing that is understood`);
      continue;
    }
    understood += 1;
    asked.push(...found.asked);
    files.push(...found.files);
    for (const note of found.notes) notes.add(note);
  }
  if (understood === 0) return err(`no install command was understood; known are those of ${KNOWN}`);
  return ok({ asked, files, notes: [...notes] });
}

/** Words that stand before a program and change nothing of what it installs. */
const BEFORE: ReadonlySet<string> = new Set([
  'sudo',
  'env',
  'time',
  'command',
  'exec',
  'nohup',
  'corepack',
  'run',
  'doas',
]);

/** The program, without path, version and what stands before it, and its words. */
function programOf(words: readonly string[]): readonly [program: string | null, rest: readonly string[]] {
  let at = 0;
  while (
    at < words.length &&
    (BEFORE.has(words[at] ?? '') || /^[A-Za-z_]\w*=/.test(words[at] ?? '') || isOptionOfSudo(words, at))
  )
    at += 1;
  const word = words[at];
  if (word === undefined) return [null, []];
  const name = (word.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd)$/, '');
  const rest = words.slice(at + 1);
  if (/^(?:python|py)(?:[\d.]+)?$/.test(name)) {
    // `python -m pip install`; `-3.11` before it chooses the interpreter.
    const m = rest.indexOf('-m');
    return m === -1 ? [null, []] : [rest[m + 1] ?? null, rest.slice(m + 2)];
  }
  return [name.replace(/^pip[\d.]+$/, 'pip'), rest];
}

function isOptionOfSudo(words: readonly string[], at: number): boolean {
  return at > 0 && /^-[EHn]$/.test(words[at] ?? '') && words.slice(0, at).includes('sudo');
}
