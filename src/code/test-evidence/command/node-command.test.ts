import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { scanProject } from '../map/scan-project.ts';
import { nodeCommands } from './node-command.ts';

/** The commands for all tests of a project with these files. */
async function commandsOf(files: FileSpecs): Promise<readonly string[]> {
  const folder = makeFolder(files);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const source = opened.value;
    const signal = new AbortController().signal;
    const { entries } = await source.list(signal);
    const context = { signal, deadlineAtMs: performance.now() + 60_000 };
    const { testFiles } = await scanProject({ source, entries, context });
    const chosen = [...testFiles.values()].map((file) => ({ test: file, cases: [] }));
    const rows = await nodeCommands(makeProjectFiles(source, entries, ''), chosen);
    return rows.map(({ command, why }) => `${command} by ${why}`).sort();
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

const UNIT = "test('adds', () => { expect(1).toBe(1); });\n";
const E2E = "import { test, expect } from '@playwright/test';\ntest('opens', () => { expect(1).toBe(1); });\n";

test('options of node by which a script loads the code are kept when node runs its runner', async () => {
  const script = 'node --experimental-vm-modules --no-warnings=ExperimentalWarning ./node_modules/jest/bin/jest.js';
  const files = { 'package.json': JSON.stringify({ scripts: { test: script } }), 'a.test.js': UNIT };
  expect(await commandsOf(files)).toEqual([
    `node --experimental-vm-modules --no-warnings=ExperimentalWarning ./node_modules/jest/bin/jest.js --runTestsByPath a.test.js by scripts.test: ${script}`,
  ]);
  const plain = { 'package.json': '{"scripts": {"test": "node node_modules/jest/bin/jest.js"}}', 'a.test.js': UNIT };
  expect((await commandsOf(plain))[0]).toContain('npx jest --runTestsByPath a.test.js');
});

test("a test of Playwright's is run by the script that runs Playwright, and by nothing else", async () => {
  const scripts = { test: 'jest', 'e2e:run': 'playwright test --config e2e/playwright.config.ts' };
  const files = { 'a.test.js': UNIT, 'e2e/a.test.js': E2E };
  expect(await commandsOf({ ...files, 'package.json': JSON.stringify({ scripts }) })).toEqual([
    'npx jest --runTestsByPath a.test.js by scripts.test: jest',
    `npx playwright test --config e2e/playwright.config.ts e2e/a.test.js by scripts.e2e:run: ${scripts['e2e:run']}`,
  ]);
  const without = await commandsOf({ ...files, 'package.json': '{"scripts": {"test": "jest"}}' });
  expect(without.map((row) => row.split(' by ')[0])).toEqual([
    'npx jest --runTestsByPath a.test.js',
    'npx playwright test e2e/a.test.js',
  ]);
});
