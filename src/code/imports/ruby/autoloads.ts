import { makeLineIndex } from '../../text/lines.ts';
import { underscored } from './underscored.ts';

const EXTENDS = /\bextend\s+(?:::)?ActiveSupport::Autoload\b/;
const LINE =
  /^([ \t]*)(?:(?:class|module)[ \t]+((?:::)?[A-Z][\w:]{0,300})|autoload_(under|at)[ \t(]*["']|(?:eager_)?autoload[ \t(]*:([A-Z]\w{0,200})[ \t)]*$|(end)\b)/gm;

/** A block that is open: what it adds to a path, or the whole path of all in it. */
interface Block {
  readonly indent: number;
  readonly module: string;
  readonly under: string;
  readonly at: string | null;
}

/**
 * Files that `autoload :Name` without a path leads to where a module extends ActiveSupport::Autoload: by the modules
 * around it and the folder of `autoload_under`, or the file of `autoload_at`. Blocks are told by indents, as everybody
 * writes Ruby. Source: Rails, ActiveSupport::Autoload.
 */
export function findAutoloads(text: string, mask: string): readonly { readonly path: string; readonly line: number }[] {
  if (!EXTENDS.test(mask)) return [];
  const lines = makeLineIndex(mask);
  const open: Block[] = [];
  const found: { path: string; line: number }[] = [];
  for (const match of mask.matchAll(LINE)) {
    const [, space = '', , , name, end] = match;
    if (name !== undefined) {
      const at = open.findLast((block) => block.at !== null)?.at;
      found.push({ path: at ?? pathOf(open, name), line: lines.lineAt(match.index) });
      continue;
    }
    while ((open.at(-1)?.indent ?? -1) >= space.length) open.pop();
    if (end === undefined) open.push(blockOf(match, text));
  }
  return found;
}

function blockOf(match: RegExpExecArray, text: string): Block {
  const [whole, space = '', module = '', way] = match;
  const given = way === undefined ? '' : textBehind(text, match.index + whole.length);
  return { indent: space.length, module, under: way === 'under' ? given : '', at: way === 'at' ? given : null };
}

/** The text of a literal that begins at an offset, to its end on the line. */
function textBehind(text: string, from: number): string {
  return /^[^"'\n]{0,300}/.exec(text.slice(from, from + 300))?.[0] ?? '';
}

/** `module ::Name` begins at the top again, wherever it stands. */
function pathOf(open: readonly Block[], name: string): string {
  const top = open.findLastIndex(({ module }) => module.startsWith('::'));
  const modules = open.slice(Math.max(0, top)).flatMap(({ module }) => (module === '' ? [] : [module]));
  const under = open.findLast((block) => block.under !== '')?.under;
  return underscored([...modules, ...(under === undefined ? [] : [under]), name].join('::').replace(/^::/, ''));
}
