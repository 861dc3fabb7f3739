import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';

async function usesOf(query: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const { rows } = await askCode(files, { mode: 'references', query, limit: 50 });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('what a signature calls its parameters is no use of what has that name elsewhere, with a body or without', async () => {
  const uses = await usesOf('own.ts#config', {
    'own.ts': 'const config = {};\nexport default config;\n',
    'other.ts': `declare class Linter {
  constructor(config?: Config);
  verify(code: string, config: Config): void;
}
export interface Shop {
  run: (config: Config) => void;
  new (config?: Config): Shop;
}
export function open(config: Config): void;
export type Pair = [code: string, config?: Config];
export const value = { config: 1 };
`,
  });
  // The key of an object may stand for the value of that name.
  expect(uses).toEqual(['own.ts:2 exact', 'other.ts:11 name']);
});
