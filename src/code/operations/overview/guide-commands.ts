import { compareTexts } from '../../../base/compare-texts.ts';
import { numberedLines } from '../../formats/lines.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isSample, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { depthOf, folderOf, nameOf } from '../../text/paths.ts';
import type { Ecosystem, FactSheet } from './fact-sheet.ts';
import { readShellCommand, type ShellCommand } from './shell-command.ts';

/** Guides that say how the project is worked on; of translations the English one says it first. */
const GUIDE =
  /^(?:README|(?:\.github\/)?(?:CONTRIBUTING|DEVELOPMENT|HACKING)|docs?\/(?:.{0,80}\/)?contributing)(?:\.(?:md|mdx|rst|adoc|txt))?$/i;
const GUIDES_READ_MAX = 6;

/**
 * Commands that the readme and the contributing guides write out: of each tool and kind the first. A tool counts when a
 * manifest or CI has shown that the project is built with it, a script when it is there: a readme also shows what those
 * do who use the project.
 */
export const readGuideCommands: Ecosystem = async (files, sheet) => {
  const guides = files.entries.map(({ path }) => path).filter((path) => isGuide(path.slice(files.base.length)));
  const isEnglish = (path: string): boolean => /(?:^|\/)en(?:\/|$)/.test(path);
  guides.sort((a, b) => depthOf(a) - depthOf(b) || Number(isEnglish(b)) - Number(isEnglish(a)) || compareTexts(a, b));
  const isTold = makeTold(files, sheet);
  for (const file of guides.slice(0, GUIDES_READ_MAX)) {
    const { commands, prose } = readBlocks((await files.text(file)) ?? '');
    // A readme mentions what others run, too.
    const spans = isReadme(file) ? [] : readSpans(prose);
    for (const { text, line } of [...commands, ...spans]) {
      const read = readShellCommand(text);
      if (read === null || read.behind !== null || isTold(read)) continue;
      const at = { directory: files.base.replace(/\/$/, ''), file, line, detail: null };
      sheet.commands.push({ kind: read.kind, command: read.command, ...at, basis: 'guide' });
    }
  }
};

function isReadme(path: string): boolean {
  return /^readme/i.test(nameOf(path));
}

function isGuide(relative: string): boolean {
  return GUIDE.test(relative) && !isVendored(relative) && !isSample(relative);
}

/** Tools whose tasks are all known from their file: what a guide says beside it is one of them, or not there. */
const LISTED = /^(?:npm|pnpm|yarn|bun|deno|make|just|composer)$/;

/** Whether a command says nothing new, or nothing that is known to be about the project. Remembers what it was asked. */
function makeTold(files: ProjectFiles, sheet: FactSheet) {
  const base = files.base.replace(/\/$/, '');
  const own = sheet.commands.filter(({ directory }) => directory === base);
  const known = new Set(own.map(({ command }) => command));
  const tools = new Set(own.map(({ command }) => toolOf(command)));
  // Of a tool that is the project itself, a readme says how others use it.
  const programs = new Set(sheet.entryPoints.filter(({ kind }) => kind === 'bin').map(({ name }) => name));
  const seen = new Set<string>();
  return ({ kind, command, script }: ShellCommand): boolean => {
    const tool = script ?? toolOf(command);
    const isOwn =
      script === null ? tools.has(tool) && !LISTED.test(tool) : files.has(resolveTarget(base, script) ?? '');
    if (!isOwn || programs.has(tool) || known.has(command) || seen.has(`${kind} ${tool}`)) return true;
    if (
      STANDS_FOR.test(command) ||
      NO_GO.test(command) ||
      namesNoFile(files, base, command) ||
      hasNoManifest(files, base, command)
    )
      return true;
    seen.add(`${kind} ${tool}`);
    return false;
  };
}

/** A word that stands for one of many, as `lint-some-package`. */
const STANDS_FOR = /[\s/=:@_-](?:some|your)[-_][a-z]/i;

/** What Go does not know, as guides write of tools that have the form of its own: `go lint`. Source: `go help`. */
const NO_GO =
  /^go (?!(?:build|clean|doc|env|fix|fmt|generate|get|install|list|mod|run|telemetry|test|tool|version|vet|work)(?: |$))/;

/** Tools that look for one of these manifests in the folder and around it, and the options by which one elsewhere is named. */
const BY_MANIFEST: ReadonlyMap<string, readonly string[]> = new Map([
  ['cargo', ['Cargo.toml']],
  ['mvn', ['pom.xml']],
  ['mix', ['mix.exs']],
  ['bundle', ['Gemfile', 'gems.rb']],
  ['swift', ['Package.swift']],
]);
const ELSEWHERE = /^(?:--manifest-path|-C|-f|--file|--gemfile|--package-path|--directory)(?:=|$)/;

/** Whether a tool has nothing to work on at the top: the guide means another folder, which it does not write out. */
function hasNoManifest(files: ProjectFiles, base: string, command: string): boolean {
  const manifests = BY_MANIFEST.get(toolOf(command));
  if (manifests === undefined || command.split(' ').some((word) => ELSEWHERE.test(word))) return false;
  return !manifests.some((name) => files.has(resolveTarget(base, name) ?? ''));
}

/** A file in an argument, with what it is asked for in it: `spec/a_spec.rb:12`, `tests/a.py::test_b`. */
const FILE = /^((?:[\w@.-]+\/)+[\w@.-]+\.[a-z]{1,5})(?::.*)?$/;

/** Whether a command only shows the form: it names a file that is not there, or asks Go for a package where no file of it is. */
function namesNoFile(files: ProjectFiles, base: string, command: string): boolean {
  const words = command.split(' ');
  const isForm = words.some((word) => {
    const path = FILE.exec(word)?.[1];
    return path !== undefined && !files.has(resolveTarget(base, path) ?? '');
  });
  // Without a package it is that of the folder. Source: `go help packages`.
  const isOfFolder = /^go (?:build|test|vet)$/.test(command);
  return isForm || (isOfFolder && !files.entries.some(({ path }) => folderOf(path) === base && path.endsWith('.go')));
}

function toolOf(command: string): string {
  return command.split(' ', 1)[0] ?? '';
}

interface ShellText {
  readonly text: string;
  readonly line: number;
}

/** What stands behind the marks of one that opens says of which language it is; one that closes has nothing there. */
const FENCE = /^[ \t]{0,8}(`{3,}|~{3,})(.*)$/;
/** A line of a shell in a text whose code is only indented. */
const INDENTED = /^[ \t]{2,16}\$ +(\S.{0,300})$/;
/** Not `#`, which begins a comment as often as it stands for root. */
const PROMPT = /^(?:[$>%]|PS>) +/;

/** Commands of fenced or indented code; `prose` is what remains. */
function readBlocks(text: string): { readonly commands: readonly ShellText[]; readonly prose: string } {
  const commands: ShellText[] = [];
  const prose: string[] = [];
  let place: Place = 'project';
  let isGoingOn = false;
  for (const { line, number, part } of partsOf(text)) {
    prose.push(part === 'prose' ? line : '');
    if (part === 'fence') {
      place = 'project';
      isGoingOn = false;
      continue;
    }
    const written = part === 'prose' ? INDENTED.exec(line)?.[1] : line.trim().replace(PROMPT, '');
    if (written === undefined) continue;
    place = placeBehind(written, place);
    // What a backslash joins is one command, of which a line is none.
    const goesOn = written.endsWith('\\') && !written.startsWith('#');
    // Outside of a fence only a line with a prompt is looked at, which begins one.
    const isPart = goesOn || (isGoingOn && part === 'code');
    isGoingOn = goesOn;
    if (place === 'project' && !isPart) commands.push({ text: written.replace(/ #.*$/, '').trim(), line: number });
  }
  return { commands, prose: prose.join('\n') };
}

interface GuideLine {
  readonly line: string;
  readonly number: number;
  readonly part: 'prose' | 'fence' | 'code';
}

function* partsOf(text: string): Generator<GuideLine> {
  let fence: string | null = null;
  for (const [line, number] of numberedLines(text)) {
    const [, mark, behind = ''] = FENCE.exec(line) ?? [];
    const isFence = mark !== undefined && (fence === null || (mark.startsWith(fence) && behind.trim() === ''));
    if (isFence) fence = fence === null ? mark : null;
    yield { line, number, part: isFence ? 'fence' : fence === null ? 'prose' : 'code' };
  }
}

/** Where the lines of a block run: in the project, beside its fresh clone, or somewhere. */
type Place = 'project' | 'beside' | 'elsewhere';

function placeBehind(command: string, place: Place): Place {
  if (/^git clone\b/.test(command)) return 'beside';
  if (!/^(?:cd|pushd)\b/.test(command)) return place;
  return place === 'beside' && /^cd [\w.-]+$/.test(command) ? 'project' : 'elsewhere';
}

/** Code within prose, which may go over a line end; one word alone is a mention. */
const SPAN = /`([^`\s]{1,60}[ \n][^`\n]{1,120}(?:\n[^`\n]{1,120})?)`/g;

function readSpans(prose: string): readonly ShellText[] {
  let line = 1;
  let counted = 0;
  return [...prose.matchAll(SPAN)].map(({ index, 1: text = '' }) => {
    line += countLineEnds(prose.slice(counted, index));
    counted = index;
    return { text: text.replace(/\s+/g, ' ').trim(), line };
  });
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}
