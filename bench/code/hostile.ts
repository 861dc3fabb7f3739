import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  commitTree,
  makeRepository,
  type TempFolder,
  type TestRepository,
  writeRawTree,
} from '../../test/support/repository.ts';

/** A repository that was made to be trouble, and what its owner asks about it without end. */
export interface Hostile {
  readonly name: string;
  readonly folder: TempFolder;
  /** Calls of tools, given the name of the project. */
  readonly calls: readonly HostileCall[];
}

type HostileCall = readonly [tool: string, arguments_: Readonly<Record<string, unknown>>];

const GIB = 1_073_741_824;
const FILES = 1_050_000;
const FILES_OF_A_FOLDER = 1_000;

/** Makes one of each kind. */
export function makeHostile(): readonly Hostile[] {
  return [makeBomb(), makeZeros(), makeMany(), makeNames(), makePatterns()];
}

/** Ten levels of ten: 10^10 paths out of eleven objects, as a branch. */
function makeBomb(): Hostile {
  const repository = makeRepository({ 'a.ts': 'export const a = 1;\n' });
  let id = repository.git('rev-parse', 'HEAD:a.ts');
  for (let level = 0; level < 10; level += 1) {
    const mode = level === 0 ? '100644' : '40000';
    const level10 = Array.from({ length: 10 }, (_, at) => ({ mode, name: `f${at}`, id }));
    id = writeRawTree(repository, level10);
  }
  commitTree(repository, id, 'bomb');
  const ref = 'bomb';
  const calls = [
    call('find_code', { query: 'export', mode: 'text', ref }),
    call('get_project_context', { ref }),
    call('find_code', { query: 'where is the value', mode: 'ranked', ref }),
    call('explain_architecture', { ref }),
  ];
  return { name: 'bomb', folder: repository, calls };
}

/** A gibibyte of zeros in the work tree, and the same as an object. */
function makeZeros(): Hostile {
  const repository = makeRepository({ 'a.ts': 'export const a = 1;\n' });
  const file = join(repository.path, 'zeros.ts');
  writeFileSync(file, '');
  truncateSync(file, GIB);
  repository.git('-c', 'core.compression=1', 'add', 'zeros.ts');
  repository.git('commit', '--quiet', '-m', 'zeros');
  const calls = [
    call('read_code', { file: 'zeros.ts' }),
    call('find_code', { query: 'export', mode: 'text' }),
    call('read_code', { file: 'zeros.ts', ref: 'main' }),
    call('find_code', { query: '\\x00+$', mode: 'regex', ref: 'main' }),
  ];
  return { name: 'zeros', folder: repository, calls };
}

/** A thousand folders of a thousand files and more, as a branch: it is their number that hurts. */
function makeMany(): Hostile {
  const repository = makeRepository({ 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 2;\n' });
  const ids = [repository.git('rev-parse', 'HEAD:a.ts'), repository.git('rev-parse', 'HEAD:b.ts')];
  const numbers = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => String(at).padStart(6, '0'));
  const files = numbers(FILES_OF_A_FOLDER).map((at, number) => ({
    mode: '100644',
    name: `f${at}.ts`,
    id: ids[number % 2] ?? '',
  }));
  const folder = writeRawTree(repository, files);
  const folders = numbers(FILES / FILES_OF_A_FOLDER).map((at) => ({ mode: '40000', name: `d${at}`, id: folder }));
  commitTree(repository, writeRawTree(repository, folders), 'many');
  const ref = 'many';
  const calls = [
    call('find_code', { query: 'nowhere_at_all', mode: 'text', ref }),
    call('get_project_context', { ref }),
    call('find_code', { query: 'a', mode: 'symbol', ref }),
    call('find_code', { query: 'which constant is seven', mode: 'ranked', ref }),
    call('find_code', { query: 'd000009/f000009', mode: 'files', ref }),
  ];
  return { name: 'many', folder: repository, calls };
}

/** Names that are no names, links out, entries that leave the tree. */
function makeNames(): Hostile {
  const repository = makeRepository({ 'a.ts': 'export const a = 1;\n', out: { link: '/etc' }, up: { link: '../..' } });
  const id = repository.git('rev-parse', 'HEAD:a.ts');
  const names = ['..', '.git', 'new\nline', 'bi\u202Edi', Buffer.from('c\xe9.c', 'latin1'), '-rf', 'a/b', '.'];
  const entries = names.map((name) => ({ mode: '100644', name, id }));
  commitTree(repository, writeRawTree(repository, entries), 'names');
  const ref = 'names';
  const calls = [
    call('find_code', { query: 'a', mode: 'files', ref }),
    call('read_code', { file: 'out/passwd' }),
    call('read_code', { file: '../../etc/passwd' }),
    call('find_code', { query: 'export', mode: 'text', ref }),
    call('explain_architecture', { ref }),
  ];
  return { name: 'names', folder: repository, calls };
}

/** Patterns over which a backtracking engine never ends, and the lines that make it so. */
const CATASTROPHIC: readonly string[] = [
  '(a+)+$',
  '(a|a)*$',
  '(a|aa)+$',
  '(.*)*x$',
  '(a*)*b$',
  '([a-z]+)*\\d$',
  '(\\w+\\s?)*!$',
  '(?:a?){40}a{40}$',
  '(a+){10}c$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(x+x+)+y',
  '(.*a){20}z',
  '(?=(a+))a*b\\1',
  '(a+)\\1+b$',
  '(?<=(a+)+)b$',
  '(a+)+(?!a)b$',
  '(?:(a)\\1?)+c$',
  '(?<!(a|aa)+b)c$',
  '((a{1,30}){1,30}){1,30}b',
  '(.+)+\\1$q',
  '([^b]*)*b\\1c',
  '(\\S+)*\\s$',
  '(a.*)*(b.*)*c\\2',
  '(?:.|\\s)*?(?:.|\\s)*?z$',
  '^(?=(.*a)+)(?=(.*b)+)q',
  '(a?a?a?a?)*\\1x',
  '(\\d+)*[^a]\\1$',
  '((((a+)+)+)+)+\\1b',
  '(?:a+|a+a|aa+)*\\bq',
  '^(.*?,){30}P\\1',
];

function makePatterns(): Hostile {
  const line = `${'a'.repeat(5_000)}!\n${'a,'.repeat(2_000)}\n${'x'.repeat(3_000)}\n`;
  const specs: Record<string, string> = {};
  for (let at = 0; at < 40; at += 1) specs[`f${at}.ts`] = `// ${at}\n${line.repeat(5)}`;
  const repository: TestRepository = makeRepository(specs);
  const calls = CATASTROPHIC.map((query) => call('find_code', { query, mode: 'regex', case: 'sensitive' }));
  return { name: 'patterns', folder: repository, calls };
}

function call(tool: string, given: Readonly<Record<string, unknown>>): HostileCall {
  return [tool, given];
}
