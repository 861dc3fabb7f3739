import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { readNox } from './nox.ts';

test('a session of nox is asked for by the name that its decorator gives, else by that of its function', async () => {
  const text = [
    '@nox.session',
    'def typecheck(session):',
    '  session.run("mypy", name="lint")',
    '@nox.session(name="build-release")',
    'def build_release(session):',
    '  pass',
    '@session(',
    '    python=["3.12"],',
    "    name='test-all',  # name=lint",
    ')',
    '@nox.parametrize("a", [b(name="format")])',
    'def every_test(session):',
    '  pass',
    '@nox.session(name=NAME)',
    'def lint(session):',
    '  pass',
    '',
  ].join('\n');
  const { commands, otherScripts } = await factSheetOf({ 'noxfile.py': text }, readNox);
  expect(commands.map(({ kind, command, line }) => `${kind} ${command} ${line}`)).toEqual([
    'check nox -s typecheck 2',
    'build nox -s build-release 5',
    'test nox -s test-all 12',
  ]);
  expect(otherScripts).toBe(1);
});
