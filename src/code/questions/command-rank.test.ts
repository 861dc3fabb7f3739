import { expect, test } from 'vitest';
import { commandRank } from './command-rank.ts';
import type { CommandFact } from './overview.types.ts';

function command(kind: CommandFact['kind'], directory: string): CommandFact {
  return { kind, command: kind, directory, file: 'package.json', line: 1, basis: 'defined', detail: null };
}

function told(kind: CommandFact['kind'], text: string, basis: CommandFact['basis']): CommandFact {
  return { ...command(kind, ''), ...{ command: text, basis } };
}

test('what only a folder below has comes after what the top has of every kind', () => {
  const ranked = commandRank([command('check', 'docs'), command('run', ''), command('build', '')]);
  expect(ranked.map(({ kind }) => kind)).toEqual(['build', 'run', 'check']);
  const alone = commandRank([command('run', 'web'), command('build', 'web')]);
  expect(alone.map(({ kind }) => kind)).toEqual(['build', 'run']);
});

test('what a guide or CI runs for one file of tests, or without tests, is not the first of its kind', () => {
  const ranked = commandRank([
    told('test', 'scripts/test tests/test_a.py', 'guide'),
    told('test', 'bash scripts/test.sh', 'ci'),
    told('check', 'mvn verify -Dmaven.test.skip', 'ci'),
    told('check', 'mvn clean verify javadoc:jar', 'ci'),
  ]);
  expect(ranked.map((row) => row.command)).toEqual([
    'bash scripts/test.sh',
    'mvn clean verify javadoc:jar',
    'scripts/test tests/test_a.py',
    'mvn verify -Dmaven.test.skip',
  ]);
});

test('what CI says again comes after what is written down of every kind', () => {
  const ranked = commandRank([
    told('test', 'tox', 'defined'),
    told('test', 'uv run tox run', 'ci'),
    told('lint', 'mypy', 'defined'),
    told('lint', 'ruff check .', 'convention'),
  ]);
  expect(ranked.map((row) => row.command)).toEqual(['tox', 'mypy', 'ruff check .', 'uv run tox run']);
});

test('of commands that are as short as each other the one called start begins the project', () => {
  const ranked = commandRank([told('run', 'rushx serve', 'defined'), told('run', 'rushx start', 'defined')]);
  expect(ranked.map((row) => row.command)).toEqual(['rushx start', 'rushx serve']);
});
