import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { folder } from '../../../test/support/opened-source.ts';

const DEEP = 'a/b/c/d/e/f/g/h/i/j/deep.ts';

/** Says what comes of some work while so many descriptors are left to a process, and what when they are there again. */
function withFewDescriptors(left: number, work: string): readonly string[] {
  const script = `
    import { closeSync, openSync } from 'node:fs';
    import { listFolder } from '${new URL('./folder-source.ts', import.meta.url)}';
    import { askGit } from '${new URL('./git-process.ts', import.meta.url)}';
    import { pathOf } from '${new URL('./packed-files.ts', import.meta.url)}';
    import { readerBelow } from '${new URL('./worktree-source.ts', import.meta.url)}';
    const signal = new AbortController().signal;
    const say = async () => console.log(await (async () => ${work})().catch((failure) => failure.code ?? failure.message));
    const taken = [];
    try { for (;;) taken.push(openSync('/dev/null')); } catch {}
    for (const one of taken.splice(0, ${left})) closeSync(one);
    await say();
    for (const one of taken) closeSync(one);
    await say();`;
  const limited = ['-c', 'ulimit -n 64; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script];
  return execFileSync('sh', limited, { encoding: 'utf8' }).trim().split('\n');
}

test.skipIf(process.platform !== 'linux')(
  'what is not reached for want of descriptors is not left out: a listing fails, and is whole again afterwards',
  () => {
    const { path } = folder({ [DEEP]: 'x' });
    const list = `{
      const { files } = await listFolder({ location: '${path}', denied: [] }, signal);
      return Array.from({ length: files.count }, (_, file) => pathOf(files, file)).join();
    }`;
    expect(withFewDescriptors(5, list)).toEqual(['EMFILE', DEEP]);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a file that cannot be opened for want of descriptors is not told to be forbidden or missing',
  () => {
    const { path } = folder({ [DEEP]: 'x' });
    const read = `{
      const reader = readerBelow({ location: '${path}', denied: [] }, 'sha1');
      try { return reader.read('${DEEP}', 10).ok; } finally { reader.close(); }
    }`;
    expect(withFewDescriptors(5, read)).toEqual(['EMFILE', 'true']);
  },
);

test('a git for which no descriptors are left is a failure of its question alone, and not the end of the process', () => {
  const [failed = '', answered = ''] = withFewDescriptors(0, `await askGit('/', ['version'])`);
  expect(failed).toContain('git could not be started');
  expect(answered).toContain('git version');
});
