import { expect, test } from 'vitest';
import type { EntryPoint } from '../../code/questions/overview.types.ts';
import { entryName } from './entry-text.ts';

const LIBRARY = {
  kind: 'library',
  name: 'shop',
  file: 'package.json',
  line: 1,
  target: 'a.js',
  isThere: true,
  basis: 'defined',
} as const;

test.each<[Partial<EntryPoint>, string]>([
  [{}, 'library shop'],
  [{ subpaths: 1 }, 'library shop (and 1 sub-path)'],
  [{ subpaths: 3, patterns: 1 }, 'library shop (and 3 sub-paths, 1 pattern of sub-paths)'],
  [{ patterns: 2 }, 'library shop (2 patterns of sub-paths)'],
  [{ unpublished: 'private' }, 'library shop (private)'],
  [{ unpublished: 'publish = false', subpaths: 2 }, 'library shop (publish = false, and 2 sub-paths)'],
  [{ subpath: '/config', subpaths: 1 }, 'library shop/config'],
  [{ subpath: '/config', subpaths: 4 }, 'library shop/config (1 of 4 sub-paths)'],
])('sub-paths that are not shown are counted: %j', (given, text) => {
  expect(entryName({ ...LIBRARY, ...given })).toBe(text);
});
