import { numberedLines } from '../../formats/lines.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, kindOfScript, manifestsNamed, scriptBelow } from './fact-sheet.ts';

/**
 * Sessions of nox: by the name that their decorator gives, else that of the function; one whose name is only made when
 * the file runs is counted. Source: nox, "Configuration & API", "Session configuration".
 */
export async function readNox(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const path = manifestsNamed(files, 'noxfile.py')[0];
  if (path === undefined) return;
  const text = (await files.text(path)) ?? '';
  const lines = [...numberedLines(text)];
  for (const { name, line } of sessionsOf(text)) {
    const runs = scriptBelow(lines, line - 1);
    const kind = name === null ? null : kindOfScript(name.replaceAll('_', '-'), runs);
    if (kind === null) sheet.otherScripts += 1;
    else
      sheet.commands.push({
        kind,
        command: `nox -s ${name}`,
        directory: folderOf(path),
        file: path,
        line,
        basis: 'defined',
        detail: null,
      });
  }
}

interface Session {
  /** Null where it is not written as a word. */
  readonly name: string | null;
  readonly line: number;
}

function* sessionsOf(text: string): Generator<Session> {
  let given: string | null = null;
  let isSession = false;
  let isDecorator = false;
  for (const [row, line] of numberedLines(text)) {
    if (/^(?:@|def )/.test(row)) isDecorator = /^@(?:nox\.)?session\b/.test(row);
    const name = isSession ? /^def ([A-Za-z_]\w{0,60})\(/.exec(row)?.[1] : undefined;
    if (name !== undefined) {
      yield { name: given === null ? name : wordOf(given), line };
      given = null;
      isSession = false;
    } else if (isDecorator) {
      isSession = true;
      given ??= /[(,\s]name ?= ?([^\s,)]+)/.exec(withoutComment(row))?.[1] ?? null;
    }
  }
}

/** What stands behind a mark in a text is lost too, which takes no name for another one. */
function withoutComment(row: string): string {
  return row.split('#', 1)[0] ?? '';
}

/** What is written between quotes, where a shell needs none around it. */
function wordOf(value: string): string | null {
  return /^(["'])([\w.-]{1,60})\1$/.exec(value)?.[2] ?? null;
}
