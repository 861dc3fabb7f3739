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
