import { expect, test } from 'vitest';
import { commandsOf, overviewOf } from '../../../../test/support/overview-of.ts';

async function makes(text: string): Promise<readonly string[]> {
  return commandsOf(await overviewOf({ Makefile: text, 'main.c': 'int main(void)\n{\n}\n' }));
}

test('`make all` builds where nothing else is said to, and all that it needs is made', async () => {
  expect(
    await makes('all: vmlinux\nvmlinux: main.o\n\tld main.o\nall: modules dtbs\ncompile_commands.json: x\n'),
  ).toEqual(['build make all defined Makefile:1']);
  expect(await makes('build:\n\tcc main.c\nall: build\n')).toEqual(['build make build defined Makefile:1']);
});

test('`make all` that tests, lints, installs, helps or has an own recipe alone is not told as a build', async () => {
  expect(await makes('all: prog check-style install\n')).toEqual([]);
  expect(await makes('all: lint\nlint:\n\tx\n')).toEqual(['lint make lint defined Makefile:2']);
  expect(await makes('all: help\n')).toEqual([]);
  expect(await makes('all:\n\t@echo see README\n')).toEqual([]);
  expect(await makes('all: CFLAGS = -O2\n')).toEqual([]);
});
