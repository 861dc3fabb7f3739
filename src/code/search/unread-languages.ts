import { findDocuments } from '../index/trigram-reader.ts';
import { COMPONENTS, onlyScripts } from '../lex/embedded.ts';
import { languageOf } from '../lex/languages.ts';
import { roleOfPath } from '../source/path-role.ts';
import { decodeText } from '../source/searched-text.ts';
import { literalMatcher, type Matcher } from './matcher.ts';
import { scanTexts } from './scan.ts';
import { makeGaps, type ScannedFile, type Scope } from './scope.ts';

/** Of the languages without a scanner those that tell how to build, store or send something, and share names by chance. */
const BUILDING = new Set(
  'asm batch cmake dockerfile fish glsl graphql make meson nix powershell proto sql starlark terraform thrift'.split(
    ' ',
  ),
);

/** Files that are looked into for one question; the rest are told to be unread without a look. */
const LOOKED_AT_MAX = 1_000;

/** Texts that only a file of C or C++ that includes them gives a language: `#include "commands.def"`. */
const INCLUDED_BY_NAME = /\.(?:def|inc|tcc|tpp)$/i;

/**
 * Whether code of a file's language is read for neither declarations nor uses, though it may have both: what is found
 * of a name says nothing of it. Of a component that is so of its template alone.
 */
function isUnreadCode(path: string): boolean {
  const language = languageOf(path);
  if (language === null) return INCLUDED_BY_NAME.test(path);
  if (language.scanner !== null || language.kind !== 'programming') return false;
  return !BUILDING.has(language.id);
}

/** Notes, as gaps, the files in scope that may hold a name in code that is not read. */
export async function noteUnread(scope: Scope, name: string): Promise<void> {
  const matcher = literalMatcher(name, { case: 'sensitive', word: true });
  const files = unreadFiles(scope, matcher);
  const looked = files.slice(0, LOOKED_AT_MAX);
  const done = new Set<string>();
  const { source, context, cpu } = scope;
  await scanTexts(
    { source, context, cpu, files: looked, gaps: makeGaps() },
    ({ path }, bytes) => {
      done.add(path);
      if (!bytes.includes(name)) return;
      const text = decodeText(bytes);
      if (holdsBeside(matcher, text, scriptsOf(path, text))) scope.gaps.add('unread_language', path);
    },
    { wantsIds: false },
  );
  for (const { path } of files) if (!done.has(path)) scope.gaps.add('unread_language', path);
}

/** What is read of a component; empty for other languages. */
function scriptsOf(path: string, text: string): string {
  const { id } = languageOf(path) ?? { id: '' };
  return COMPONENTS.includes(id) ? onlyScripts(text, id) : '';
}

/** Whether a text has a hit where it is not what was read of it. */
function holdsBeside(matcher: Matcher, text: string, read: string): boolean {
  for (const { start, end } of matcher.matches(text)) {
    if (read.slice(start, end) !== text.slice(start, end)) return true;
  }
  return false;
}

/** The files of such languages in scope; by an index those that may hold the name. */
function unreadFiles(scope: Scope, { needs }: Matcher): readonly ScannedFile[] {
  const { indexed } = scope;
  if (indexed === null) return scope.files.filter(({ path }) => isUnreadCode(path));
  const { index, pending } = indexed;
  const found = new Set<number>(pending);
  for (const view of index.segments) {
    for (const document of findDocuments(view.segment, needs) ?? Array(view.segment.documents).keys()) {
      for (const file of view.files(document)) if (indexed.accepts(file)) found.add(file);
    }
  }
  const paths = [...found].sort((a, b) => a - b).map((file) => index.files.path(file));
  return paths.filter(isUnreadCode).map((path) => ({ path, role: roleOfPath(path) }));
}
