import { describe, expect, test } from 'vitest';
import { readCommandLine } from './command-line.ts';
import { COMMANDS, usage } from './commands.ts';
import { UsageError } from './protocol.ts';

const words = (text: string) => text.split(' ').filter((word) => word !== '');

describe('the command line', () => {
  test('reads a command with its options', () => {
    const line = readCommandLine(words('key create --account ada@example.org --name laptop --monthly-cap 5 --json'));
    expect(line).toMatchObject({
      kind: 'operation',
      command: { operation: 'key.create' },
      arguments: { account: 'ada@example.org', name: 'laptop', monthlyCap: '5' },
      isJson: true,
    });
  });

  test('reads what follows the words by its place', () => {
    const line = readCommandLine(words('account set-plan ada@example.org pro'));
    expect(line).toMatchObject({ arguments: { email: 'ada@example.org', plan: 'pro' } });
  });

  test('serve takes several roots', () => {
    expect(readCommandLine(words('serve --root a --root b --port 0'))).toMatchObject({ roots: ['a', 'b'], port: '0' });
  });

  test.each([
    ['nonsense', 'no command'],
    ['key create --name x', '--account is missing'],
    ['key revoke', 'PREFIX is missing'],
    ['key revoke a b', 'takes no "b"'],
    ['key list --colour red', '--colour'],
    ['serve somewhere', '--root'],
    ['key import --account a@b.c --name n', '--legacy-stdin is missing'],
  ])('"%s" is wrong use, and the text says why', (text, why) => {
    expect(() => readCommandLine(words(text))).toThrow(UsageError);
    expect(() => readCommandLine(words(text))).toThrow(why);
  });

  test('no words, help and --help give the help, which names every command', () => {
    for (const text of ['', 'help', 'key create --help'])
      expect(readCommandLine(words(text))).toEqual({ kind: 'help' });
    for (const command of COMMANDS) expect(usage()).toContain(`portico ${command.words}`);
  });
});
