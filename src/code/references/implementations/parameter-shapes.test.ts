import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const lines = async (files: FileSpecs, query: string): Promise<(number | null)[]> =>
  (await askCode(files, { mode: 'implementations', query, depth: 3 })).rows.map(({ line }) => line);

test('in Java a method stands for one that takes the same types, however they are written', async () => {
  const files = {
    'src/Store.java': [
      'interface Store<K> {',
      '  long put(String key, final byte[] value);',
      '  void drop(K key);',
      '}',
    ].join('\n'),
    'src/Memory.java': [
      'class Memory implements Store<Integer> {',
      '  private long put = 1;',
      '  public long put(byte[] key, byte[] value) { return 1; }',
      '  public long put(final java.lang.String key, byte... value) { return 2; }',
      '  @Override public long put(@NotNull("key") String key, byte value[]) { return 3; }',
      '  public long put(String key, byte[] value, int ttl) { return 4; }',
      '  private <T> long put(T key, byte[] value) { return 5; }',
      '  public void drop(Integer key) { }',
      '}',
    ].join('\n'),
  };
  expect(await lines(files, 'Store/put')).toEqual([4, 5]);
  expect(await lines(files, 'Store/drop')).toEqual([8]);
});

test('in Java what a record is made of stands for methods of that name, and no field does', async () => {
  const files = {
    'src/Named.java': [
      'interface Named { String name(); }',
      'record Pet(String name) implements Named { }',
      'class Owner implements Named {',
      '  private final String name = "";',
      '  public String name() { return name; }',
      '}',
    ].join('\n'),
  };
  expect(await lines(files, 'Named/name')).toEqual([2, 5]);
});

test('in C# a method stands for one that takes the same types, by keyword or by name', async () => {
  const files = {
    'S/S.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'S/Store.cs': [
      'public interface IStore<TKey> {',
      '  void Put(string key, int count);',
      '  void Drop(TKey key);',
      '}',
      'public class Memory : IStore<byte[]> {',
      '  public void Put(object key, int count) { }',
      '  public void Put([NotNull] String? key, System.Int32 count = 1) { }',
      '  public void Drop(byte[] key) { }',
      '}',
    ].join('\n'),
  };
  expect(await lines(files, 'IStore/Put')).toEqual([7]);
  expect(await lines(files, 'IStore/Drop')).toEqual([8]);
});

test('in C# an interface has no code for what it derives from, unless it says whose it is', async () => {
  const files = {
    'S/S.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'S/Rule.cs': [
      'public interface IRule { void Run(int a); }',
      'public interface IMore : IRule { new void Run(int a); }',
      'public interface IGiven : IRule { void IRule.Run(int a) { } }',
      'public class Rule : IMore { public void Run(int a) { } }',
    ].join('\n'),
  };
  expect(await lines(files, 'IRule/Run')).toEqual([3, 4]);
});

test('in Java a method stands for one that takes what its type is made with, whatever that is called', async () => {
  const files = {
    'src/Api.java': [
      'interface Api<ReqT, Element extends Comparable<String>> {',
      '  void put(ReqT one);',
      '  void add(Element... all);',
      '  <Input> void run(Input in);',
      '}',
      'class Impl implements Api<Long, Integer> {',
      '  public void put(Long one) { }',
      '  public void add(Integer[] all) { }',
      '  public <Other> void run(Other in) { }',
      '  public void run(int a, int b) { }',
      '  // A primitive type is no type that another is made with.',
      '  public void put(long one) { }',
      '  public void run(int in) { }',
      '}',
    ].join('\n'),
  };
  expect(await lines(files, 'Api/put')).toEqual([7]);
  expect(await lines(files, 'Api/add')).toEqual([8]);
  expect(await lines(files, 'Api/run')).toEqual([9]);
});

test.each([
  ['Api.kt', 'interface Api {\n  fun put(name: String, count: Int)\n}\n'],
  ['Api.scala', 'trait Api {\n  def put(name: String, count: Int): Unit\n}\n'],
])('what another language asks Java for is told by the number of values: %s', async (path, text) => {
  const impl =
    'class Impl implements Api {\n  public void put(String name, int count) { }\n  public void put() { }\n}\n';
  expect(await lines({ [`src/${path}`]: text, 'src/Impl.java': impl }, 'Api/put')).toEqual([2]);
});

test('what stands in brackets among the parameters of Java or C# hides no method', async () => {
  const java = {
    'src/Api.java': [
      'interface Api { void put(String name); }',
      'class One implements Api { public void put(@A(@B(1)) final String name) { } }',
      'class Two implements Api { public void put(java.lang.@A(value = {1, 2}) String größe) { } }',
    ].join('\n'),
  };
  expect(await lines(java, 'Api/put')).toEqual([2, 3]);
  const csharp = {
    'S/S.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'S/Api.cs': [
      'public interface IApi<Item> { void Put(int? a, (int, string) b, object c, IntPtr d, Item e); }',
      'public class One : IApi<A> {',
      '  public void Put([A(new[] { 1, 2 })] Nullable<int> a, (System.Int32 x, string y) b, dynamic c, nint d, A e) { }',
      '}',
      'public class Two : IApi<A> { public void Put(long a, (int, string) b, object c, nint d, A e) { } }',
    ].join('\n'),
  };
  expect(await lines(csharp, 'IApi/Put')).toEqual([3]);
});

test('in Java annotated parts of a record stand for methods, and no field or constant does, however it is written', async () => {
  const files = {
    'src/Named.java': [
      'interface Named { String name(); }',
      'record Pet(@JsonProperty("n") String name) implements Named { }',
      'class Owner implements Named {',
      '  String name;',
      '  public String name() { return name; }',
      '}',
      'enum Kind implements Named {',
      '  name, other;',
      '}',
    ].join('\n'),
  };
  expect(await lines(files, 'Named/name')).toEqual([2, 5]);
});
