import { compareTexts } from '../../../base/compare-texts.ts';
import { languageOf } from '../../lex/languages.ts';
import type { GuideFact } from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isSampleBelow, type ProjectFiles, shortLine } from '../../source/project-files.ts';
import { countLines } from '../../text/lines.ts';
import { depthOf, nameOf } from '../../text/paths.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

type Kind = GuideFact['kind'];

/** In the order in which a newcomer should read them; a file is of the first kind that fits. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'agent instructions',
    /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI)\.md$|^\.github\/copilot-instructions\.md$|^\.cursorrules$|^\.cursor\/rules\/[^/]+\.mdc?$|^\.windsurfrules$/,
  ],
  ['readme', /^README(?:\.[a-z]+)?$/i],
  ['contributing', /^(?:\.github\/|docs?\/)?(?:CONTRIBUT(?:E|ING)|DEVELOPMENT|HACKING)(?:\.[a-z]+)?$/i],
  // Of a part of the project, at the depth at which its readme counts.
  ['contributing', /^(?:[^/]+\/){1,2}(?:CONTRIBUTING|DEVELOPMENT|HACKING)(?:\.[a-z]+)?$/i],
  [
    'guide',
    /^(?:[^/]+\/){0,2}(?:COD(?:E|ING)[-_ ]?)?(?:STYLE(?:[-_ ]?GUIDE)?|CONVENTIONS)(?:\.(?:md|mdx|rst|adoc|txt))?$/i,
  ],
  [
    'guide',
    /^(?:\.github\/)?(?:COMMIT[-_ ]?CONVENTIONS?|MAINTENANCE|MAINTAINING|REVIEW[-_ ]?GUIDE|RELEASING)(?:\.[a-z]+)?$/i,
  ],
  ['decision', /(?:^|\/)(?:adr|adrs|decisions)\/[^/]+\.(?:md|rst|adoc)$/i],
  ['guide', /^(?:ARCHITECTURE|DESIGN|SECURITY|TESTING|CHANGELOG|HISTORY|CHANGES|GOVERNANCE)(?:\.[a-z]+)?$/i],
  // Who works on the project comes before who uses it; pages of a manual are shown by its programs.
  [
    'guide',
    /^docs?\/(?:[^/]+\/){0,2}(?:contrib(?:ut(?:e|ing|ors?))?|dev(?:elop(?:ers?|ing|ment))?|internals?)\/.+\.(?:md|mdx|rst|adoc)$/i,
  ],
  ['guide', /^docs?\/(?!man\d?\/).+\.(?:md|mdx|rst|adoc)$/i],
  ['readme', /^(?:[^/]+\/){1,2}README(?:\.[a-z]+)?$/i],
  ['guide', /^docs?\/man\d?\/.+\.(?:md|mdx|rst|adoc)$/i],
];

/**
 * Texts that say how the project is to be worked on, with their headings; the texts themselves are not repeated. `called`
 * is what the files are, where they are a part of all guides.
 */
export async function listGuides(files: ProjectFiles, called = 'guides'): Promise<readonly GuideFact[]> {
  const found = files.entries.flatMap(({ path }) => guideAt(path, files.base) ?? []);
  found.sort((a, b) => a.rank - b.rank || depthOf(a.file) - depthOf(b.file) || compareTexts(a.file, b.file));
  const max = OVERVIEW_LIMITS.guidesMax;
  if (found.length > max) files.gap(`${found.length} ${called} were found; the headings of the first ${max} were read`);
  const guides: GuideFact[] = [];
  for (const [i, { file, kind }] of found.entries()) {
    const text = i < max ? await files.text(file) : null;
    const headings = text === null ? [] : listHeadings(text, nameOf(file));
    const first = headings.slice(0, OVERVIEW_LIMITS.headingsMax);
    guides.push({
      file,
      kind,
      lines: text === null ? null : countLines(text),
      headings: first,
      headingsTotal: headings.length,
    });
  }
  return guides;
}

/** What kind of guide a file is; null for none, and for a program: `style.c` is not about style. */
function guideAt(
  file: string,
  base: string,
): { readonly file: string; readonly kind: Kind; readonly rank: number } | null {
  const relative = file.slice(base.length);
  if (isVendored(relative) || isSampleBelow(base, file) || languageOf(relative)?.kind === 'programming') return null;
  const rank = KINDS.findIndex(([, expression]) => expression.test(relative));
  const kind = KINDS[rank]?.[0];
  return kind === undefined ? null : { file, kind, rank };
}

/**
 * Headings of Markdown (`#`, underlined), AsciiDoc (`==`) and reStructuredText (underlined), with their lines; first the
 * title where front matter has one.
 */
export function listHeadings(text: string, name: string): GuideFact['headings'] {
  const isRst = /\.rst$/i.test(name);
  const marks = markOf(name, isRst);
  const lines = text.split('\n');
  const begin = isRst ? 0 : frontMatterLines(lines);
  const headings: Heading[] = titlesIn(lines.slice(0, begin));
  const levels: string[] = [];
  let before = '';
  for (const [line, number] of unfencedLines(lines, begin, !isRst)) {
    const marked = marks?.exec(line) ?? null;
    if (marked) headings.push({ level: (marked[1] ?? '').length, text: headingText(marked[2] ?? ''), line: number });
    else if (before !== '' && isUnderline(line, before, isRst)) {
      headings.push({ level: levelOf(line.charAt(0), levels, isRst), text: headingText(before), line: number - 1 });
    }
    before = marked || /^\s*(?:[-*>|+]|\d+[.)] )/.test(line) ? '' : line;
  }
  return headings.filter((heading) => heading.text !== '');
}

/** What marks a heading at the start of its line; null where only underlines do. */
function markOf(name: string, isRst: boolean): RegExp | null {
  if (isRst) return null;
  return /\.(?:adoc|asciidoc)$/i.test(name) ? /^(={1,6})\s+(.+)$/ : /^ {0,3}(#{1,6})\s+(.+?)(?:\s+#+)?$/;
}

/** In reStructuredText a sign's level is the order in which the signs appear. */
function levelOf(sign: string, levels: string[], isRst: boolean): number {
  if (!isRst) return sign === '=' ? 1 : 2;
  if (!levels.includes(sign)) levels.push(sign);
  return levels.indexOf(sign) + 1;
}

type Heading = GuideFact['headings'][number];

/**
 * Lines from one on with their numbers; those of fenced code, in which `#` is a comment, and of comments that take several
 * lines come as empty ones. Source: CommonMark, "Fenced code blocks" and "HTML blocks".
 */
function* unfencedLines(
  lines: readonly string[],
  begin: number,
  hasFences: boolean,
): Generator<readonly [line: string, number: number]> {
  const isHidden = makeBlocks();
  for (const [i, raw] of lines.entries()) {
    if (i < begin) continue;
    const line = raw.slice(0, 300).trimEnd();
    yield [hasFences && isHidden(line) ? '' : line, i + 1];
  }
}

/** Tells of each line whether it is one of a block of code or of a comment. */
function makeBlocks(): (line: string) => boolean {
  let fence: string | null = null;
  let isComment = false;
  const enterComment = (line: string): boolean => {
    const wasComment = isComment;
    isComment = (wasComment || /^ {0,3}<!--/.test(line)) && !line.includes('-->');
    return wasComment || isComment;
  };
  const enterFence = (line: string): boolean => {
    const [, mark, behind = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const isInside = fence !== null || mark !== undefined;
    if (fence === null) fence = mark ?? null;
    else if (mark?.startsWith(fence) && behind.trim() === '') fence = null;
    return isInside;
  };
  return (line) => (fence === null && enterComment(line)) || enterFence(line);
}

/** The title that front matter gives, as a heading. */
function titlesIn(frontMatter: readonly string[]): Heading[] {
  const at = frontMatter.findIndex((line) => line.startsWith('title:'));
  const [, text = ''] = /^title:\s*(["']?)(.*)\1\s*$/.exec(frontMatter[at]?.slice(0, 300) ?? '')?.slice(1) ?? [];
  return text === '' ? [] : [{ level: 1, text: headingText(text), line: at + 1 }];
}

/** Lines of YAML between two lines of dashes at the beginning, which would else underline the last of them. */
function frontMatterLines(lines: readonly string[]): number {
  const isDashes = (line: string | undefined): boolean => line?.trimEnd() === '---';
  return isDashes(lines[0]) ? 1 + lines.findIndex((line, at) => at > 0 && isDashes(line)) : 0;
}

function isUnderline(line: string, before: string, isRst: boolean): boolean {
  if (isRst) return /^([=\-~^"'#*+.:`_])\1{2,}$/.test(line) && line.length >= before.length;
  return /^(?:={3,}|-{3,})$/.test(line);
}

/** A heading without markup, links and pictures. */
function headingText(text: string): string {
  const plain = text
    .replace(/`+([^`]*)`+|\\([!-/:-@[-`{-~])/g, (_, code?: string, sign?: string) => hideMarks(code ?? sign ?? ''))
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    // A line of badges may have been cut within one.
    .replace(/!?\[[^\]]*\]\([^)]*$|\[?!\[[^\]]*$/, '')
    .replace(/[`*]/g, '')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:nbsp|#160);/g, ' ');
  return shortLine(showMarks(plain)).trim();
}

/** Signs of markup that stand for themselves, in code and behind a backslash, are letters for a while. */
function hideMarks(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + HIDDEN_BY));
}

function showMarks(text: string): string {
  return text.replace(/[\ue021-\ue07e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - HIDDEN_BY));
}

const HIDDEN_BY = 0xe000;
