import { describe, expect, test } from 'vitest';
import { readCommandLine as read } from './command-line.ts';
import { COMMANDS, usage } from './commands.ts';
import { UsageError } from './protocol.ts';

const readCommandLine = (argv: readonly string[]) => read(argv, '/work');
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
    ['nonsense', 'there is no command "nonsense", only serve, account, key, project, doctor'],
    ['key', 'key: a second word is missing; key has create, update, rotate, revoke, list, import'],
    ['key burn', 'there is no command "key burn"; key has create'],
    ['key create --name x', '--account is missing'],
    ['key revoke', 'PREFIX is missing'],
    ['key revoke a b', 'takes no "b"'],
    ['key list --colour red', 'key list has no option --colour, only --account, --data-dir, --json, --help'],
    ['key create --account a --name n --monthly-cap -5', '--monthly-cap needs a value'],
    ['serve --port', '--port needs a value'],
    ['key list --json=yes', '--json takes no value'],
    ['serve --root=', '--root is empty'],
    ['key list --data-dir=', '--data-dir is empty'],
    ['serve somewhere', '--root'],
    ['key import --account a@b.c --name n', '--legacy-stdin is missing'],
  ])('"%s" is wrong use, and the text says why', (text, why) => {
    expect(() => readCommandLine(words(text))).toThrow(UsageError);
    expect(() => readCommandLine(words(text))).toThrow(why);
  });

  test('an empty word in place of a prefix or a path is wrong use', () => {
    expect(() => readCommandLine(['key', 'revoke', ''])).toThrow('PREFIX is empty');
    expect(() => readCommandLine(['project', 'add', ''])).toThrow('PATH is empty');
  });

  test('a relative path is relative to where the command is typed, not to where the service runs', () => {
    expect(readCommandLine(words('project add shop/api'))).toMatchObject({ arguments: { location: '/work/shop/api' } });
    expect(readCommandLine(words('project add .'))).toMatchObject({ arguments: { location: '/work' } });
    expect(readCommandLine(words('project add /srv/x'))).toMatchObject({ arguments: { location: '/srv/x' } });
  });

  test('no words and help give the help, which names every command', () => {
    for (const text of ['', 'help', '--help', '-h'])
      expect(readCommandLine(words(text))).toMatchObject({ kind: 'help' });
    for (const command of COMMANDS) expect(usage()).toContain(`portico ${command.words}`);
  });

  test('the help of one command explains each of its options', () => {
    expect(readCommandLine(words('key create --name x --help'))).toEqual({ kind: 'help', words: ['key', 'create'] });
    const text = usage(['key', 'create']);
    for (const option of ['--account E', '--expires ISO|30d', '--json', 'plans pro and max'])
      expect(text).toContain(option);
    expect(text).not.toContain('key revoke');
    expect(usage(['serve'])).toContain('--root DIR');
    expect(usage(['key'])).toContain('key revoke');
    expect(usage(['key'])).not.toContain('account list');
    expect(usage(['nonsense'])).toBe(usage());
  });

  test('asks for the version', () => {
    expect(readCommandLine(['--version'])).toEqual({ kind: 'version' });
  });
});
