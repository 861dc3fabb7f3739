import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('what a constructor calls is called by it and not by a property that its parameters declare on the line', async () => {
  const files = {
    'a.ts':
      'export class Shop {\n  constructor(private readonly name: string, public size = make()) { this.open(); }\n  open() {}\n}\nfunction make() {\n  return 1;\n}\n',
    'b.php':
      '<?php\nclass Till {\n    public function __construct(private int $sum) { $this->count(); }\n    private function count() {}\n}\n',
  };
  const callers = async (query: string): Promise<(string | undefined)[]> =>
    (await askCode(files, { mode: 'callers', query })).rows.map(({ symbol }) => symbol?.name);
  expect(await callers('Shop/open')).toEqual(['constructor']);
  expect(await callers('Till/count')).toEqual(['__construct']);
  expect(await callers('make')).toEqual(['size']);
});
