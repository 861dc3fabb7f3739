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

test('a package below the top has the targets of its own Makefile, and those of other folders are named as a gap', async () => {
  const found = await overviewOf({
    Makefile: 'test:\n\tx\n',
    'libs/a/pyproject.toml': '[project]\nname = "a"\n',
    'libs/a/Makefile': 'lint:\n\tx\n',
    'src/Makefile': 'test:\n\tx\n',
    'examples/b/Makefile': 'test:\n\tx\n',
  });
  expect(commandsOf(found)).toEqual(['test make test defined Makefile:1', 'lint make lint defined libs/a/Makefile:1']);
  expect(found.gaps).toContain(
    '1 Makefile below the top not read, such as src/Makefile: beside no manifest, or more than 250',
  );
});

test('a target that writes the format of what differs is told to format, and a linter that mends is, too', async () => {
  const rules = [
    'format format_diff: FILES=.',
    'lint: FILES=.',
    'format format_diff:',
    '\truff format $(FILES)',
    '',
    '\truff check --fix $(FILES)',
    'lint:',
    '\t@eslint --fix .',
    'fmt-check:',
    '\t@test -z "$(gofmt -l .)"',
    'fmt-diff:',
    '\t@black --diff .',
    'style:',
    '\tblack --check .',
  ].join('\n');
  expect(await makes(rules)).toEqual([
    'format make format defined Makefile:3',
    'format make format_diff defined Makefile:3',
    'format make lint defined Makefile:7',
    'check make fmt-check defined Makefile:9',
    'check make fmt-diff defined Makefile:11',
  ]);
});

test('a target that looks by others is told to format where one of those mends, and not for what lies in another folder', async () => {
  const rules = [
    'lint: tools',
    '\t$(call in-container, make lint-local)',
    'lint-local: tools\n\tgolangci-lint run --fix',
    'check: style',
    'style: lint-local',
    'verify:\n\t$(MAKE) -C ui lint-local',
    'lint-ui:\n\t$(MAKE) lint-ui-local',
    'lint-ui-local: lint-ui\n\teslint .',
    'test: lint-local\n\tgo test ./...',
  ];
  const found = await makes(`${rules.join('\n')}\n`);
  expect(found.map((row) => row.split(' ').slice(0, 3).join(' ')).sort()).toEqual([
    'check make verify',
    'format make check',
    'format make lint',
    'format make lint-local',
    'lint make lint-ui',
    'lint make lint-ui-local',
    'test make test',
  ]);
});

test('a target that makes anew what is generated and asks git whether it differs is no way to format', async () => {
  const rules = [
    'generate:\n\tgo run ./gen > a.ts\n\tprettier --write a.ts',
    'check-generated: generate\n\t@git diff --exit-code -- a.ts || (echo "run make generate" && false)',
    'check-style: generate\n\teslint .',
  ];
  const found = await makes(`${rules.join('\n')}\n`);
  expect(found.map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual(['format make check-style']);
});

test('a target that only says which other one would mend is no format', async () => {
  const rules = [
    'lint:',
    '\truff check . || (echo "run \'make fix\' first"; exit 1)',
    'check:',
    '\tgofmt -l . || (printf "%s: make fix\\n" lint && exit 1)',
    'verify:',
    '\t# what make fix would change',
    '\t./verify.sh || $(error run make fix)',
    'typecheck:',
    '\tmypy . # or make fix',
    'fix:',
    '\truff check --fix .',
  ];
  const found = await makes(`${rules.join('\n')}\n`);
  expect(found.map((row) => row.split(' ').slice(0, 3).join(' ')).sort()).toEqual([
    'check make check',
    'check make typecheck',
    'check make verify',
    'lint make lint',
  ]);
});

test('a target that only tells what is not formatted is a check, whatever it is called', async () => {
  const cobra = [
    'fmt:',
    '\t$(info *** checking formatting ***)',
    '\t@test -z $(shell gofmt -l $(SRC)) || (gofmt -d $(SRC); exit 1)',
    'format:',
    '\t@if [ -n "$$(gofmt -s -l .)" ]; then echo "not formatted"; exit 1; fi',
  ];
  expect(await makes(`${cobra.join('\n')}\n`)).toEqual([
    'check make fmt defined Makefile:1',
    'check make format defined Makefile:4',
  ]);
  expect(await makes('fmt:\n\techo a\nformat:\n\tgofmt -l . && gofmt -w .\n')).toEqual([
    'format make fmt defined Makefile:1',
    'format make format defined Makefile:3',
  ]);
});

test('how many Makefiles below the top are not read is said once, and no other number is told of them', async () => {
  const parts = Array.from({ length: 260 }, (_, at) => [`drivers/d${at}/Makefile`, 'obj-y += a.o\n']);
  const { gaps } = await overviewOf({ Makefile: 'test:\n\tx\n', ...Object.fromEntries(parts) });
  expect(gaps.filter((gap) => /makefile/i.test(gap))).toEqual([
    '260 Makefiles below the top not read, such as drivers/d0/Makefile: beside no manifest, or more than 250',
  ]);
});

test('of a rule of many targets and lines without end the kind is told by its beginning alone', async () => {
  const names = Array.from({ length: 45 }, (_, at) => `t${at}`).join(' ');
  const found = await makes(`lint ${names}:\n${'\tx\n'.repeat(200_000)}\teslint --fix .\ntest:\n\ty\n`);
  expect(found).toEqual(['lint make lint defined Makefile:1', 'test make test defined Makefile:200003']);
});

test('lines of a variable, and what is set for one target alone, are no targets', async () => {
  const text =
    'define HELP\ntest: run all tests\nendef\nlint: CFLAGS += -g\ncheck: export A := 1\ndefine = 1\nbuild: main.o\n\tx\n';
  expect(await makes(text)).toEqual(['build make build defined Makefile:7']);
  expect(await makes('override define A =\ndefine B\ntest:\nendef\nlint:\nendef\nfmt:\n\tx\n')).toEqual([
    'format make fmt defined Makefile:7',
  ]);
});
