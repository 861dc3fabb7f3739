import { openHoles } from './mask-heredoc.ts';
import { endOf, fill, type LexRule, SPACE } from './masking.ts';

/*
 * Templates of Blade, whose files end as those of PHP and have none of its marks: text, but for the code in `{{ … }}` and
 * `{!! … !!}`, between `@php` and `@endphp`, in the arguments of directives, and in attributes of components (`:name="…"`). Source:
 * Laravel, "Blade Templates".
 */

/** How a template begins: a tag, an echo or a directive that a template may begin with. */
const BEGINNING =
  /^\s*(?:<[A-Za-z!/]|\{\{|\{!!|@(?:aware|can|cannot|auth|guest|component|each|env|extends|foreach|forelse|for|if|include\w*|inject|isset|php|props|push|section|session|switch|unless|use|vite|yield)\b)/;
/** What begins code, or is a comment; a sign before an echo makes it a text. */
const CODE = /\{\{--|@?\{\{|@?\{!!|@php\b(?!\s*\()|(?<![\w@])@\w{1,60}[ \t]*\(/g;
const ATTRIBUTE = /(?<=\s:[\w:.-]{1,80}=")([^"]{1,500})(?=")/g;

/** Whether a text without a mark of PHP is a template. */
export function isBlade(text: string): boolean {
  return BEGINNING.test(text);
}

/** The text of a template up to its next code, behind whose bracket the walk goes on. */
export const bladeText: LexRule = (masking, at) => {
  const { text } = masking;
  const end = textEnd(text, at);
  fill(masking, at, end, SPACE);
  openHoles(masking, at, end, ATTRIBUTE);
  const bracket = text[end];
  // Behind `@php` stands no bracket: its code ends with a word.
  if (bracket !== '(' && bracket !== '{') return end;
  const [open, close] = bracket === '(' ? [0x28, 0x29] : [0x7b, 0x7d];
  masking.holes.push({ open, close, depth: 0, resume: bladeText });
  return end + 1;
};

/** The last bracket before the next code, or where that begins behind a word; the text's end where there is none. */
function textEnd(text: string, at: number): number {
  CODE.lastIndex = at;
  for (let match = CODE.exec(text); match !== null; match = CODE.exec(text)) {
    const [opener] = match;
    if (opener === '{{--') CODE.lastIndex = endOf(text, '--}}', CODE.lastIndex);
    else if (opener === '@php') return CODE.lastIndex;
    else if (opener.endsWith('(') || opener.startsWith('{{')) return CODE.lastIndex - 1;
    else if (opener === '{!!') return match.index;
  }
  return text.length;
}
