import { describe, expect, test } from 'vitest';
import { COMMANDS, type Command } from './commands.ts';
import { presentResult } from './present.ts';
import { printable } from './printable.ts';

const [command] = COMMANDS as readonly [Command, ...Command[]];

describe('what the command prints for people', () => {
  test('is a table with a row for each record, and says so when there is none', () => {
    const rows = [
      { name: 'laptop', tools: 'all', cap: null },
      { name: 'ci', tools: ['find_code', 'read_code'], cap: 5 },
    ];
    expect(presentResult(command, rows)).toBe(
      ['name    tools                cap', 'laptop  all                  -', 'ci      find_code,read_code  5'].join(
        '\n',
      ),
    );
    expect(presentResult(command, [])).toBe('none');
  });

  test('is a line for each field of one record, and says that a key is shown once', () => {
    expect(presentResult(command, { key: 'mcp_live_x.y', tools: [], usage: { used: 1, limit: null } })).toBe(
      [
        'key: mcp_live_x.y',
        'tools: none',
        'usage: used=1 limit=-',
        'Keep the key now: it is shown this once and cannot be shown again.',
      ].join('\n'),
    );
  });

  test('says yes and no', () => {
    expect(presentResult(command, [{ check: 'git', ok: false }])).toContain('git    no');
  });

  test('cannot be coloured, overwritten, turned or split by the name of a folder', () => {
    const location = '/srv/\u001b[2Ja\nb\u202ec\u{e0041}';
    expect(presentResult(command, [{ location }])).toBe('location\n/srv/\\u{1b}[2Ja\\nb\\u{202e}c\\u{e0041}');
    expect(printable('two\nlines, naïve 日本')).toBe('two\nlines, naïve 日本');
  });
});
