import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import { isWholeCommand } from './whole-command.ts';

const isWhole = (command: string): boolean => isWholeCommand(command.split(' '));

test('a command that ends in an option which wants a value is none, and one that ends in a flag is', () => {
  for (const part of ['tox -e', 'uv run pytest -k', 'make -C', 'vendor/bin/phpunit --filter', 'npm test --only=']) {
    expect([part, isWhole(part)]).toEqual([part, false]);
  }
  for (const whole of ['tox', 'tox -p', 'tox -e lint', 'pytest -q', 'make -j', 'pnpm test -w', 'go test ./... -v']) {
    expect([whole, isWhole(whole)]).toEqual([whole, true]);
  }
});

test('an option that a guide speaks of is no command of the project', async () => {
  const { commands } = await overviewOf({
    'tox.ini': '[testenv]\ncommands = pytest\n',
    'CONTRIBUTING.rst': 'Use the ``tox -e`` option to test one version.\n\nAlso ``tox -e py312`` tests.\n',
  });
  const guided = commands.filter(({ basis }) => basis === 'guide');
  expect(guided.map(({ command, line }) => [command, line])).toEqual([['tox -e py312', 3]]);
});
