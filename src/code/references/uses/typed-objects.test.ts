import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const TREE: FileSpecs = {
  'codec.ts': 'export interface Codec {\n  decode(text: string): string;\n}\n',
  'codecs.ts':
    "import type { Codec as Coder } from './codec';\nexport const json: Partial<Coder> = {\n  decode: (text) => text,\n};\nexport const plain = {\n  decode: (text: string) => text,\n};\nexport const form = {\n  decode(text: string) {\n    return text;\n  },\n} as const satisfies Coder;\n",
  'use.ts':
    "import { form, json, plain } from './codecs';\nexport function read(): void {\n  json.decode?.('a');\n  plain.decode('b');\n  form.decode('c');\n}\n",
};

/** Rows as `line evidence`. */
const uses = async (query: string): Promise<string[]> => {
  const { rows } = await askCode(TREE, { mode: 'references', query });
  return rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).sort();
};

test('what an object has that is written to be of a type may be what was asked for of the type', async () => {
  expect(await uses('Codec/decode')).toEqual(['3 name', '5 name']);
  expect(await uses('json/decode')).toContain('3 exact');
  expect(await uses('plain/decode')).toContain('4 exact');
});
