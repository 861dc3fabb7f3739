import { expect, test } from 'vitest';
import { findGaps } from './gaps.ts';
import { makeReachMap } from './reach.ts';
import type { ProjectScan } from './scan-project.ts';

test('where the words of tests are too many to be kept, no name is said to be in none', () => {
  const scan: ProjectScan = {
    files: new Map(),
    testFiles: new Map(),
    testWords: null,
    unread: 0,
    isComplete: false,
    notes: [],
  };
  const reach = makeReachMap({ units: [], edges: [] });
  const target = { kind: 'project', name: 'the project', files: [], testFiles: [], selfWhy: '' } as const;
  expect(findGaps({ scan, reach, changes: null }, target)).toBeNull();
  expect(findGaps({ scan: { ...scan, testWords: new Set() }, reach, changes: null }, target)?.rows).toEqual([]);
});
