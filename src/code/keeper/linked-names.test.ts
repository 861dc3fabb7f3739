import { appendFileSync, linkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { followed, settled, state } from '../../../test/support/keeper-bench.ts';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder, makeRepository, type TempFolder } from '../../../test/support/repository.ts';

describe.each(['a work tree', 'a plain folder'])('of a file with two names in %s', (kind) => {
  let root: TempFolder;
  const at = (name: string): string => join(root.path, name);
  beforeEach(async () => {
    const files = { 'a.ts': 'const a = 1;\n', 'b.ts': 'const b = 1;\n', 'd/c.ts': 'const c = 1;\n' };
    root = keepFolder(kind === 'a work tree' ? makeRepository(files) : makeFolder(files));
    await followed(root.path);
  });

  test('an edit by one is seen under both by the next question', async () => {
    linkSync(at('a.ts'), at('d/other.ts'));
    expect(await settled(root.path)).toEqual(['= a.ts', '= b.ts', '= d/c.ts', '= d/other.ts']);
    appendFileSync(at('d/other.ts'), '// edited\n');
    expect(await state(root.path)).toEqual(['? a.ts', '= b.ts', '= d/c.ts', '? d/other.ts']);
    expect(await settled(root.path)).toContain('= a.ts');
    appendFileSync(at('a.ts'), '// edited again\n');
    expect(await state(root.path)).toEqual(['? a.ts', '= b.ts', '= d/c.ts', '? d/other.ts']);
  });

  test('an edit by one that has just come is seen under the other by the next question', async () => {
    linkSync(at('a.ts'), at('d/new.ts'));
    appendFileSync(at('d/new.ts'), '// edited\n');
    expect(await state(root.path)).toContain('? a.ts');
    expect(await settled(root.path)).toContain('= a.ts');
    renameSync(at('d/new.ts'), at('newer.ts'));
    appendFileSync(at('newer.ts'), '// edited by a third name\n');
    expect(await state(root.path)).toContain('? a.ts');
  });
});
