import { expect, test } from 'vitest';
import { makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { surveySources } from './survey.ts';

test('who is told programs of a part of the source files alone is told that', async () => {
  const folder = makeFolder({ 'a.go': 'package main\nfunc main() {}\n', 'b/b.go': 'package main\nfunc main() {}\n' });
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { signal } = new AbortController();
    const source = opened.value;
    const files = makeProjectFiles(source, (await source.list(signal)).entries, '');
    const over = await surveySources({ source, files, signal, deadlineAtMs: 0, wantsVotes: false });
    expect([over.mains, over.gaps]).toEqual([
      [],
      [
        'lines were not counted, and mains of programs looked for in a part alone: reading all source files passed the bound of time',
      ],
    ]);
    const whole = await surveySources({
      source,
      files,
      signal,
      deadlineAtMs: Number.POSITIVE_INFINITY,
      wantsVotes: false,
    });
    expect([whole.mains.length, whole.gaps]).toEqual([2, []]);
  } finally {
    await opened.value.close();
    folder.remove();
  }
});
