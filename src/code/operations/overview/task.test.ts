import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import { makeRepository } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { rankForTask } from './task.ts';

test('files for a task are found by path, declared name and heading, and say why', async () => {
  const found = await overviewOf(
    {
      'src/limits/charge.ts': '\nexport function chargeMonth() {}\n',
      'src/other.ts': 'x\n',
      'docs/quota.md': '# Monthly charge\n',
    },
    { task: 'Fix how we charge the month twice' },
  );
  expect(found.taskFiles?.map(({ file, why }) => [file, why])).toEqual([
    ['src/limits/charge.ts', ['path: charge', 'declares chargeMonth (line 2)']],
    ['docs/quota.md', ['heading: Monthly charge (line 1)']],
  ]);
});

test('words that stand together in a task are looked for together, and not as many words of one of them', async () => {
  const found = await overviewOf(
    {
      'src/flags.rs': '/// A flag of the command line.\npub const FLAGS: u8 = 1;\n',
      'src/line_buffer.rs': 'pub struct LineBuffer;\nfn line() {}\nfn lines() {}\nfn next_line() {}\n',
      'src/lines.rs': 'pub struct Lines;\nfn line() {}\nfn add_line() {}\n',
      'src/new.rs': 'fn new() {}\n',
    },
    { task: 'add a new command line flag --foo' },
  );
  expect(found.taskFiles?.[0]).toEqual({
    file: 'src/flags.rs',
    score: 1,
    why: ['path: flag', 'declares FLAGS (line 2)'],
  });
});

test('texts that repeat the words of a task leave room for the code', async () => {
  const texts = Array.from({ length: 12 }, (_, n) => [`docs/quota${n}.md`, 'quota '.repeat(20)]);
  const code = Array.from({ length: 12 }, (_, n) => [`src/a${n}.ts`, `export const a${n} = 1; // quota\n`]);
  const found = await overviewOf(Object.fromEntries([...texts, ...code]), { task: 'raise the quota' });
  expect(found.taskFiles?.map(({ file }) => file.slice(0, 4)).sort()).toEqual([
    ...['docs', 'docs'],
    ...Array.from({ length: 6 }, () => 'src/'),
  ]);
  const prose = await overviewOf(Object.fromEntries(texts), { task: 'raise the quota' });
  expect(prose.taskFiles).toHaveLength(8);
});

test('a name that the task has is looked for as it stands, before the words that it is made of', async () => {
  const found = await overviewOf(
    {
      'lib/response.js': "var send = require('send');\n\nres.sendFile = function sendFile(path) {};\n",
      'test/res.send.js': 'x\n',
      'test/res.sendFile.js': 'x\n',
    },
    { task: 'add a new option to res.sendFile' },
  );
  expect(found.taskFiles?.map(({ file, why }) => [file, why])).toEqual([
    ['lib/response.js', ['declares sendFile (line 3)']],
    ['test/res.sendFile.js', ['path: res, send']],
    ['test/res.send.js', ['path: res, send']],
  ]);
});

test('what a file imports, or says in comments and texts, it is not said to declare', async () => {
  const found = await overviewOf(
    {
      'src/a.ts':
        "import {\n  type ReporterOptions,\n} from './b';\n/*\ntype reporter is asked for\n*/\nconst text = `\nclass Reporter {`;\nexport const run = (given: ReporterOptions) => [given, text];\n",
      'src/b.ts': 'export interface ReporterOptions {}\nclass Run {\n  reportAll() {}\n}\n',
    },
    { task: 'support reporter options and report all' },
  );
  expect(Object.fromEntries(found.taskFiles?.map(({ file, why }) => [file, why]) ?? [])).toEqual({
    'src/a.ts': ['words: line 9 in run'],
    'src/b.ts': ['declares ReporterOptions (line 1)', 'declares reportAll (line 3)'],
  });
});

test('a file declares what it says so in code, and not what it uses, keeps in a function, or describes in words', async () => {
  const found = await overviewOf(
    {
      'net/cwnd.c':
        '#include "tcp.h"\n/*\ntype congestion window\n */\nvoid leave(struct sock *sk)\n{\n\tstruct congestion_ops *ops = sk->ops;\n}\n\nint congestion_window(int a)\n{\n\treturn a;\n}\n',
      'net/tcp.h': '#define CONGESTION 1\n',
      'net/use.py': 'def run():\n    """\n    class Congestion of windows\n    """\n    pass\n',
    },
    { task: 'fix the congestion window' },
  );
  expect(found.taskFiles?.map(({ file, why }) => [file, why])).toEqual([
    ['net/cwnd.c', ['declares congestion_window (line 10)']],
    ['net/use.py', ['words: line 3 in run']],
    ['net/tcp.h', ['declares CONGESTION (line 1)']],
  ]);
});

test('an order that goes by a part of the history says so, and is not to be remembered', async () => {
  const repository = makeRepository({ 'src/quota.ts': 'export const quota = 1;\n' });
  const selector = { location: repository.path, ref: null, denied: [] };
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error('the fixture is no repository');
  // A commit that git does not have: its history cannot be walked.
  const source = { ...opened.value, identity: { ...opened.value.identity, commit: 'f'.repeat(40) } };
  const { entries } = await source.list(new AbortController().signal);
  const files = makeProjectFiles(source, entries, '');
  let passing = 0;
  const ranked = await rankForTask('raise the quota', {
    ...{ source, selector, files, guides: [], activity: null },
    ...{ signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY },
    onPassing: () => {
      passing += 1;
    },
  });
  await source.close();
  repository.remove();
  expect(ranked.map(({ file }) => file)).toEqual(['src/quota.ts']);
  expect(files.gaps()).toEqual([expect.stringContaining('the history could not be read')]);
  expect(passing).toBe(1);
});
