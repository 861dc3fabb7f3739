import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRepository } from '../../../test/support/repository.ts';
import { sampleProject, testCursors, toolContext } from '../../../test/support/tool-context.ts';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { type SupervisedEngine, startEngine } from '../../code/index.ts';
import { readArguments } from '../shared/arguments.ts';
import { makeExplainArchitecture } from './explain-architecture.ts';

const workspace = makeRepository({
  'package.json': '{"workspaces": ["packages/*"]}\n',
  'packages/made/package.json': '{"name": "made", "exports": "./generated/index.js"}\n',
  'packages/made/src/parts/one.ts': 'export const one = 1;\n',
  'packages/user/package.json': '{"name": "user"}\n',
  'packages/user/main.ts': "import { one } from 'made';\nconsole.log(one);\n",
  'packages/user/index.js': "module.exports = require('./dist/made.cjs');\n",
  'packages/user/other.ts': 'export const other = 1;\n',
  'packages/user/other.test.ts': "import './gone.js';\nimport './gone-too.js';\n",
});
const unread = makeRepository({
  'src/a.nim': 'import b\n',
  'src/b.nim': 'import a\n',
  'web/app.js': "import './part.js';\n",
  'web/part.js': '',
  'tools/more.nim': '',
  'build.sh': 'nim c src/a.nim\n',
});
const packages = makeRepository({
  'go.mod': 'module example.org/a\n\ngo 1.22\n',
  'main.go': 'package main\n\nfunc main() {}\n',
  'one.go': 'package main\n',
  'two.go': 'package main\n',
  'a.lua': 'return 1\n',
  'b.lua': 'return 2\n',
});
let engine: SupervisedEngine;
beforeAll(() => {
  engine = startEngine({ log: silentLog, clock: systemClock });
});
afterAll(async () => {
  await engine.close();
  workspace.remove();
  unread.remove();
  packages.remove();
});

async function explain(given: Readonly<Record<string, unknown>>, location = workspace.path): Promise<string> {
  const project = { ...sampleProject('a', 'made'), location };
  const tool = makeExplainArchitecture({
    engine,
    cursors: testCursors,
    projects: { list: async () => [project] },
    lookUpPlace: async () => null,
    directory: location,
    denied: [],
    // What the tool asks for beside these it does not use here.
  } as Parameters<typeof makeExplainArchitecture>[0]);
  const args = readArguments(tool, given);
  return args.ok ? (await tool.run(args.value, toolContext('a'))).text : args.error;
}

test('that nothing uses a package is told with the imports of it that led to no file', async () => {
  const scoped = await explain({ scope: 'packages/made' });
  expect(scoped).toContain(
    '## used by: none (types too, tests apart) (1 import of its package was not resolved to a file)',
  );
  expect(scoped).toContain('## tests that import it: none (1 import of its package was not resolved to a file)');
  expect(await explain({ scope: 'packages/user/main.ts' })).toContain(
    '## it uses: none (1 import of packages or files of this project was not resolved to a file)',
  );
  expect(await explain({ scope: 'packages/user/index.js' })).toContain(
    '## it uses: none (1 import of packages or files of this project was not resolved to a file)',
  );
  const other = await explain({ scope: 'packages/user/other.ts' });
  expect(other).toContain('## used by: none (types too, tests apart)\n');
});

test('what is told of code alone is told with the imports of code that led to no file, without those of tests', async () => {
  const title = 'modules that no import of code joins with others';
  expect(await explain({ aspects: ['layers'] })).toContain(
    `${title}: 4 (tests apart) (2 imports of packages or files of this project were not resolved to a file)`,
  );
  expect(await explain({ scope: 'packages/user/other.ts' })).toContain(
    '(types too) (4 imports of packages or files of this project were not resolved to a file)',
  );
});

test('that no entry point begins in what is in focus does not say that there is none elsewhere', async () => {
  expect(await explain({ scope: 'packages/user/other.ts', aspects: ['flows'] })).toContain(
    'none in packages/user/other.ts (no entry point is known to begin there)',
  );
});

test('that no model of data was found says which kinds were looked for', async () => {
  const text = await explain({ aspects: ['data'] });
  expect(text).toMatch(
    /## schemas, migrations and models: none \(tests left out; looked for: .*SQL tables in .sql files.*TypeORM.*; others: not known\)/,
  );
});

test('where imports of most code are not read, that none was found is not said to be known', async () => {
  const text = await explain({}, unread.path);
  expect(text).toContain(
    'ok: 1 dependency between 2 code units; 0 test units apart; 0 imports not resolved; of most code imports are not read (Nim 3)\n',
  );
  expect(text).toContain('## import cycles: not known (');
  expect(text).toContain('## packages of others: not known');
  expect(text).toContain('## entry points: not known (');
  expect(text).toContain('web/app.js');
  const data: unknown = JSON.parse(await explain({ aspects: ['cycles'], format: 'json' }, unread.path));
  expect(data).toMatchObject({ sections: { cycles: { total: 0, known: false } } });
  expect(await explain({ aspects: ['cycles'] })).toContain('## import cycles: none (');
});

test('most code is counted in files, however many of them a package of Go has', async () => {
  const text = await explain({}, packages.path);
  expect(text).toContain('ok: 0 dependencies between 1 code unit; 0 test units apart; 0 imports not resolved\n');
  expect(text).toContain('## import cycles: none (');
});
