import { type Code, codeMatches, joinPaths, lineOf, type Route } from './route-code.ts';

const MARK = /@(Controller|Get|Post|Put|Patch|Delete|Options|Head|All)\(\s*/g;
const TEXT = '\'[^\'\\n]{0,300}\'|"[^"\\n]{0,300}"|`[^`\\n$]{0,300}`';
/** One text, or a list. */
const GIVEN = `(${TEXT}|\\[[^\\][]{0,1000}\\])`;
/** What is given to a call, up to what closes it. */
const PATHS = new RegExp(`(?:${GIVEN}\\s*(?:,\\s*)?)?\\)`, 'y');
/** Options of a controller, none of which has braces itself. */
const OPTIONS = /\{([^{}]{0,600})\}\s*(?:,\s*)?\)/y;
/** One of them, where what is in brackets stands together. */
const OPTION = /(?:[^,[\]()]|\[[^\]]{0,600}\]|\([^)]{0,600}\))+/g;
/** Its name, and of a path what that is; of one without a colon its name is its value. */
const NAMED = new RegExp(`^(['"]?)(\\w+)\\1(\\s*:\\s*(?:${GIVEN}$)?)?`);
const ONE_TEXT = new RegExp(`^(?:${TEXT})$`);

/**
 * `@Get('path')` in a class with `@Controller('prefix')`, or what says its `path`, which is put before where it is written
 * out; of several each. Source: NestJS, "Controllers".
 */
export function readNest(code: Code): readonly Route[] {
  const routes: Route[] = [];
  let prefixes: readonly string[] | null = null;
  for (const match of codeMatches(code, MARK)) {
    const [whole, word = ''] = match;
    const at = match.index + whole.length;
    const paths = pathsAt(code, at);
    if (word === 'Controller') prefixes = paths ?? optionPaths(code, at);
    else if (prefixes !== null && paths !== null) {
      const place = { framework: 'NestJS', file: code.file, line: lineOf(code, match) };
      const method = word === 'All' ? 'ANY' : word.toUpperCase();
      const full = prefixes.flatMap((prefix) => paths.map((path) => joinPaths(`/${prefix.replace(/^\//, '')}`, path)));
      routes.push(...full.map((path) => ({ method, path, ...place })));
    }
  }
  return routes;
}

/** Paths that are written out, one that is empty where nothing is given; null where they are not. */
function pathsAt({ text }: Code, at: number): readonly string[] | null {
  PATHS.lastIndex = at;
  const found = PATHS.exec(text);
  if (found === null) return null;
  return found[1] === undefined ? [''] : textsIn(found[1]);
}

/** Texts of a list, or the only one; null where one of them is no plain text. */
function textsIn(given: string): readonly string[] | null {
  const listed = given.startsWith('[') ? given.slice(1, -1).split(',') : [given];
  const texts = listed.map((one) => one.trim()).filter((one) => one !== '');
  return texts.every((one) => ONE_TEXT.test(one)) ? texts.map((one) => one.slice(1, -1)) : null;
}

/** The same of options: without a path it is that of the host or version, and what is spread into them may hold one. */
function optionPaths({ text, mask }: Code, at: number): readonly string[] | null {
  OPTIONS.lastIndex = at;
  const options = OPTIONS.exec(mask);
  if (options === null) return null;
  let paths: readonly string[] | null = [''];
  for (const { 0: one, index } of (options[1] ?? '').matchAll(OPTION)) {
    if (one.trim() === '') continue;
    const from = at + 1 + index + one.length - one.trimStart().length;
    const [, , name, , given] = NAMED.exec(text.slice(from, from + one.trim().length)) ?? [];
    if (name === undefined) return null;
    if (name === 'path') paths = given === undefined ? null : textsIn(given);
  }
  return paths;
}
