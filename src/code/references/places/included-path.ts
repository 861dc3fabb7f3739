import type { CodeFile } from '../code-file.ts';

/** Longest path between angles that is read. */
const PATH_MAX = 300;

/** What stands before a name in `#include <linux/list.h>`. Source: C17 §6.10.2. */
const INCLUDE = /(?:^|\n)[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*<[^<>\n"]*$/;

/** Whether a name is a part of the path of a header, which names a file and nothing that is declared. */
export function isOfIncludedPath({ family, mask }: CodeFile, at: number): boolean {
  if (family !== 'c') return false;
  const ahead = mask().slice(Math.max(0, at - PATH_MAX), at);
  // Most places are told by what stands right before them.
  return ahead.lastIndexOf('<') > ahead.lastIndexOf('\n') && INCLUDE.test(ahead);
}
