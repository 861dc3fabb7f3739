import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, mode: FindInput['mode'], query: string): Promise<FoundOutput> =>
  askCode(files, { mode, query });

/** Rows as `file:line name evidence`. */
const rowsOf = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, symbol, edge }) => `${file}:${line} ${symbol?.name} ${edge?.evidence}`).sort();

const namesOf = ({ rows }: FoundOutput): string[] =>
  rows.map(({ symbol }) => `${symbol?.container ?? ''}/${symbol?.name}`).sort();

const STREAMS: FileSpecs = {
  'go.mod': 'module x\n\ngo 1.22\n',
  'a.go':
    'package x\n\ntype Reader interface {\n\t// Read fills p.\n\tRead(p []byte) (int, error)\n}\n\nfunc use(r Reader, f *File, o Other) {\n\tr.Read(nil)\n\tf.Read(nil)\n\to.Read()\n}\n',
  'b.go':
    'package x\n\ntype File struct{}\n\nfunc (f *File) Read(b []byte) (n int, err error) { return 0, nil }\n\ntype Other struct{}\n\nfunc (o Other) Read() {}\n',
  'far/c.go':
    'package far\n\ntype Slow struct{}\n\nfunc (s Slow) Read(\n\tp []byte,\n) (int, error) { return 0, nil }\n\ntype File struct{}\n\nfunc (f File) Read() {}\n',
};

test('a method that an interface of Go asks for is found by its path, with its line', async () => {
  const { rows } = await ask(STREAMS, 'symbol', 'Reader/Read');
  expect(rows[0]).toMatchObject({
    file: 'a.go',
    line: 5,
    symbol: { kind: 'method', name: 'Read', container: 'Reader' },
  });
});

test('what implements a method of an interface of Go are the methods of the types that have all of it', async () => {
  const found = await ask(STREAMS, 'implementations', 'Reader/Read');
  expect(rowsOf(found)).toEqual(['b.go:5 Read exact', 'far/c.go:5 Read exact']);
  expect(namesOf(await ask(STREAMS, 'implementations', 'Reader'))).toEqual(['/File', '/Slow']);
});

test('a call of an interface of Go is told from one of a type, which may be either', async () => {
  const { rows } = await ask(STREAMS, 'callers', 'Reader/Read');
  const seen = rows.map(({ line, symbol, edge }) => `${line} ${symbol?.name} ${edge?.evidence}`);
  expect(seen[0]).toBe('9 use exact');
  // The line in the interface declares the method and uses nothing.
  const lines = (await ask(STREAMS, 'references', 'Reader/Read')).rows.map(
    ({ line, edge }) => `${line} ${edge?.evidence}`,
  );
  expect(lines).toContain('9 exact');
  expect(lines.some((line) => line.startsWith('5 '))).toBe(false);
  const callees = await ask(STREAMS, 'callees', 'use');
  expect(namesOf(callees)).toEqual(['File/Read', 'Other/Read', 'Reader/Read']);
});

const LAYERS: FileSpecs = {
  'go.mod': 'module x\n\ngo 1.22\n',
  'store/store.go':
    'package store\n\nimport "io"\n\ntype Getter interface {\n\tGet(key string) string\n}\n\ntype Store interface {\n\tGetter\n\tio.Closer\n\tPut(key, value string)\n}\n',
  'base/base.go':
    'package base\n\ntype Base struct{}\n\nfunc (Base) Get(key string) string { return "" }\nfunc (Base) Put(k, v string) {}\nfunc (b *Base) Close() error { return nil }\n\ntype Half struct{}\n\nfunc (h Half) Get(key string) string { return "" }\nfunc (h Half) Close() error { return nil }\n\ntype putter interface{ Put(k, v string) }\n',
  'top/top.go':
    'package top\n\nimport "x/base"\n\ntype Top struct{ *base.Base }\n\ntype Tagged struct {\n\tbase.Base `json:",inline"`\n\tname string\n}\n\ntype Deep struct {\n\tTop\n}\n\ntype Wrong struct {\n\tbase.Base\n}\n\nfunc (w Wrong) Put() {}\n\ntype Named struct {\n\tbase base.Base\n}\n\ntype Less struct{ base.Half }\n',
  'base/pair.go': 'package base\n\ntype Pair struct {\n\tHalf\n\tputter\n}\n',
};

test('a type of Go that only embeds has what it embeds, over steps, with a tag or on one line', async () => {
  const found = await ask(LAYERS, 'implementations', 'Store');
  expect(namesOf(found)).toEqual(['/Base', '/Deep', '/Pair', '/Tagged', '/Top']);
  expect(found.rows.every(({ edge }) => edge?.evidence === 'exact' && edge.depth === 1)).toBe(true);
});

test('a method that a type of Go gets from what it embeds implements that of the interface', async () => {
  const found = await ask(LAYERS, 'implementations', 'Store/Put');
  expect(namesOf(found)).toEqual(['Base/Put']);
  const tree = {
    'a.go':
      'package x\n\ntype RW interface {\n\tRead()\n\tWrite()\n}\n\ntype Base struct{}\n\nfunc (Base) Read() {}\n\ntype Both struct{ Base }\n\nfunc (Both) Write() {}\n',
  };
  expect(rowsOf(await ask(tree, 'implementations', 'RW/Read'))).toEqual(['a.go:10 Read exact']);
});

test('an interface of Go that takes in what is not known says that its methods were not compared', async () => {
  const tree = {
    'a.go':
      'package x\n\nimport "other.org/far"\n\ntype Odd interface {\n\tfar.Thing\n\tRun()\n}\n\ntype Runner struct{}\n\nfunc (r Runner) Run() {}\n',
  };
  const found = await ask(tree, 'implementations', 'Odd');
  expect(found.rows).toEqual([]);
  expect(found.reading).toContain(
    'types that have the methods of Odd without naming it were not looked for: it takes in far.Thing, which is not known',
  );
});

test('methods of Go are the same by what their aliases and functions mean, however these are written', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'pb/rpc.go':
      'package pb\n\nimport "grpc"\n\ntype Watch_Server = grpc.Stream[Asked, Told]\n\ntype Server interface {\n\tWatch(grpc.Stream[Asked, Told]) error\n\tModify(f func(data []byte) []byte)\n}\n',
    'own.go':
      'package x\n\nimport "x/pb"\n\ntype server struct{}\n\nfunc (s *server) Watch(stream pb.Watch_Server) (err error) { return nil }\nfunc (s *server) Modify(f func([]byte) []byte) {}\n\ntype other struct{}\n\nfunc (o *other) Watch(stream pb.Watch_Server) error { return nil }\nfunc (o *other) Modify(f func([]string) []byte) {}\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'Server'))).toEqual(['/server']);
  expect(namesOf(await ask(tree, 'implementations', 'Server/Watch'))).toEqual(['server/Watch']);
});

test('an alias that another declaration of its name is not one of means nothing else', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'a.go': 'package x\n\ntype Id = string\n\ntype Get interface {\n\tGet(id string)\n}\n',
    'b/b.go': 'package b\n\ntype Id int\n\ntype Store struct{}\n\nfunc (s Store) Get(id Id) {}\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'Get'))).toEqual([]);
});

test('a field hides the method of its name that a type of Go would get, and two of one depth are none', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'kv.go':
      'package x\n\ntype KV interface {\n\tGet()\n\tTxn()\n}\n\ntype Txn interface {\n\tCommit()\n}\n\ntype base struct{}\n\nfunc (b base) Get() {}\nfunc (b base) Txn() {}\n\ntype whole struct{ base }\n\ntype hidden struct {\n\tTxn\n\tbase\n}\n\ntype again struct{}\n\nfunc (a again) Get() {}\n\ntype unclear struct {\n\tbase\n\tagain\n}\n\ntype both interface {\n\tKV\n\tgetter\n}\n\ntype getter interface{ Get() }\n\ntype taken struct{ both }\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'KV'))).toEqual(['/base', '/both', '/taken', '/whole']);
});

test("a method of Go whose name is its package's own is none of an interface of another package", async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'a/a.go':
      'package a\n\ntype refresher interface {\n\trefresh(n int) error\n}\n\ntype Wide interface {\n\trefresher\n\tRun()\n}\n\ntype Near struct{}\n\nfunc (n *Near) refresh(n int) error { return nil }\nfunc (n *Near) Run() {}\n',
    'b/b.go':
      'package b\n\nimport "x/a"\n\ntype Far struct{}\n\nfunc (f *Far) refresh(n int) error { return nil }\nfunc (f *Far) Run() {}\n\ntype Around struct{ a.Near }\n\nfunc (r Around) refresh() {}\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'refresher'))).toEqual(['/Around', '/Near', '/Wide']);
  expect(namesOf(await ask(tree, 'implementations', 'Wide'))).toEqual(['/Around', '/Near']);
  expect(namesOf(await ask(tree, 'implementations', 'refresher/refresh'))).toEqual(['Near/refresh']);
});

test('methods of Go that name types of one name in two packages are not the same', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'enc/enc.go':
      'package enc\n\ntype Iterator interface{ Next() bool }\n\ntype Iterable interface {\n\tIterator(Iterator) Iterator\n}\n',
    'chunks/chunks.go': 'package chunks\n\ntype Iterator interface{ At() int }\n',
    'old/old.go': 'package old\n\nimport "x/enc"\n\ntype Iterator = enc.Iterator\n',
    'top.go':
      'package x\n\nimport (\n\t"x/chunks"\n\tmore "x/enc"\n\t"x/old"\n)\n\ntype Samples struct{}\n\nfunc (s Samples) Iterator(it more.Iterator) more.Iterator { return it }\n\ntype Chunks struct{}\n\nfunc (c Chunks) Iterator(it chunks.Iterator) chunks.Iterator { return it }\n\ntype Old struct{}\n\nfunc (o Old) Iterator(it old.Iterator) old.Iterator { return it }\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'Iterable'))).toEqual(['/Old', '/Samples']);
});

test('a type of Go gets a method over many steps, unless a field of the name hides it', async () => {
  const steps = Array.from({ length: 5 }, (_, at) => `type S${at + 1} interface{ S${at} }\n`).join('');
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'a.go': `package x\n\ntype Weigher interface{ Weight() int }\n\ntype S0 interface{ Weight() int }\n${steps}`,
    'b.go':
      'package x\n\ntype Far struct{ S5 }\n\ntype Hidden struct {\n\tName, Weight int `json:"w"`\n\tS1\n}\n\ntype Shown struct {\n\tWeights int\n\tS1 `json:"Weight"`\n}\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'Weigher'))).toEqual(['/Far', '/Shown']);
});

test('methods that a type of Go may get from outside are told as not known, where code of others can declare them', async () => {
  const tree = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'a.go':
      'package x\n\nimport "bytes"\n\ntype Holder interface{ Bytes() []byte }\n\ntype Maker interface{ Make() *Made }\n\ntype keeper interface{ keep() int }\n\ntype Made struct{ *bytes.Buffer }\n',
  };
  const noteOf = async (name: string): Promise<string> => (await ask(tree, 'implementations', name)).reading;
  expect(await noteOf('Holder')).toContain('which types get such methods from embedded types of outside is not known');
  expect(await noteOf('Maker')).not.toContain('outside');
  expect(await noteOf('keeper')).not.toContain('outside');
});

test('a struct of Go has the methods of what it embeds of the language and its library', async () => {
  const files = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'a.go':
      'package x\n\nimport "io"\n\ntype Coded interface {\n\terror\n\tCode() int\n}\n\ntype Named interface {\n\tio.ReadCloser\n\tName() string\n}\n',
    'b.go':
      'package x\n\nimport "io"\n\ntype failed struct {\n\terror\n\tcode int\n}\n\nfunc (f failed) Code() int { return f.code }\n\ntype plain struct{}\n\nfunc (p plain) Code() int { return 1 }\n\n' +
      'type hidden struct {\n\terror\n}\n\nfunc (h hidden) Code() int { return 1 }\nfunc (h hidden) Error() int { return 1 }\n\n' +
      'type file struct {\n\tio.Reader\n\tio.Closer\n}\n\nfunc (f *file) Name() string { return "" }\n\ntype half struct{ io.Reader }\n\nfunc (h *half) Name() string { return "" }\n\n' +
      'type both struct {\n\tio.ReadCloser\n\tother io.Reader\n}\n\nfunc (b *both) Name() string { return "" }\n',
  };
  expect(rowsOf(await ask(files, 'implementations', 'Coded'))).toEqual(['b.go:5 failed exact']);
  expect(rowsOf(await ask(files, 'implementations', 'Named'))).toEqual(['b.go:23 file exact', 'b.go:34 both exact']);
});

test('of a type of Go that is written as another one it is said that its methods were not compared', async () => {
  const files = {
    'go.mod': 'module x\n\ngo 1.22\n',
    'in/in.go': 'package in\n\ntype Logger interface {\n\tLog()\n}\n',
    'a.go':
      'package x\n\nimport "x/in"\n\ntype Logger in.Logger\n\ntype Level int32\n\ntype file struct{}\n\nfunc (f file) Log() {}\n',
  };
  const { reading } = await ask(files, 'implementations', 'a.go#Logger');
  expect(reading).toContain(
    'types that have the methods of Logger without naming it were not looked for: it is written as in.Logger',
  );
  expect((await ask(files, 'implementations', 'Level')).reading).not.toContain('not looked for');
});

test('a type of Go has what it embeds by another name, with types that it is made with, and of a wide interface', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `Do${at}`);
  const tree = {
    'go.mod': 'module x.org/x\n',
    'base/base.go': `package base\n\ntype Logger struct{}\n\n${names.map((name) => `func (l *Logger) ${name}() {}\n`).join('')}`,
    'box/box.go': 'package box\n\ntype Box[T any] struct{}\n\nfunc (b *Box[T]) Open() error { return nil }\n',
    'main.go': [
      'package main',
      '',
      'import (',
      '\t"x.org/x/base"',
      '\t"x.org/x/box"',
      ')',
      '',
      'type Wide interface {',
      ...names.map((name) => `\t${name}()`),
      '}',
      'type Opener interface {',
      '\tOpen() error',
      '}',
      'type Other = base.Logger // kept',
      'type Held struct {',
      '\tOther',
      '}',
      'type Full struct {',
      '\t*box.Box[map[string]int] `json:"-"`',
      '}',
    ].join('\n'),
  };
  expect(namesOf(await ask(tree, 'implementations', 'Wide'))).toEqual(['/Held', '/Logger']);
  expect(namesOf(await ask(tree, 'implementations', 'Opener'))).toEqual(['/Box', '/Full']);
});

test('an interface of Go may take in one of the library that others take in as well, by whatever name it is imported', async () => {
  const tree = {
    'a.go':
      'package x\n\nimport (\n\t"io"\n\tweb "net/http"\n)\n\ntype Counting interface {\n\tweb.ResponseWriter\n\tStatus() int\n}\n\ntype Embeds struct {\n\tweb.ResponseWriter\n}\n\nfunc (Embeds) Status() int { return 0 }\n\ntype Twice struct {\n\tweb.ResponseWriter\n\tio.Writer\n}\n\nfunc (Twice) Status() int { return 0 }\n\ntype Mends struct {\n\tTwice\n}\n\nfunc (Mends) Write(p []byte) (int, error) { return 0, nil }\n',
  };
  expect(namesOf(await ask(tree, 'implementations', 'Counting'))).toEqual(['/Embeds', '/Mends']);
});
