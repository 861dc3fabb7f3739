import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { missingImports } from './grammar-imports.ts';
import { grammarFile, hasGrammar, runtimeFile } from './grammars.ts';

const LANGUAGES = 'ts tsx js jsx py go rust java c cpp csharp ruby php swift shell'.split(' ');

describe('grammars', () => {
  test.each(LANGUAGES)('of %s is installed and imports nothing that is not there', (language) => {
    const file = grammarFile(language);
    expect(file).not.toBeNull();
    expect(missingImports(readFileSync(file ?? ''), readFileSync(runtimeFile()))).toEqual([]);
  });

  test('are none for what is no language', () => {
    expect([hasGrammar('constructor'), grammarFile('constructor'), grammarFile('')]).toEqual([false, null, null]);
  });

  test('are refused when they import a function that nobody provides', () => {
    // (module (import "env" "isalpha" (func)))
    const module = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 2, 15, 1, 3, 0x65, 0x6e, 0x76, 7];
    const bytes = Uint8Array.from([...module, ...Buffer.from('isalpha'), 0, 0]);
    expect(missingImports(bytes, readFileSync(runtimeFile()))).toEqual(['isalpha']);
  });
});
