import { describe, expect, test } from 'vitest';
import { pinned } from '../../../test/support/read-manifest.ts';

describe('lock files say what is fixed', () => {
  test('package-lock.json tells packages at every depth, and those of the workspace or of a private registry as that', () => {
    const text = `{"lockfileVersion":3,"packages":{
"":{"dependencies":{"a":"^1"}},
"node_modules/a":{"version":"1.2.0"},
"node_modules/b":{"resolved":"packages/b","link":true},
"node_modules/a/node_modules/c":{"version":"2.0.0","resolved":"https://npm.acme.example/c.tgz"},
"packages/b":{"version":"0.0.0"}}}`;
    expect(pinned('package-lock.json', text)).toEqual([
      'a | 1.2.0 | 3 | ',
      'b |  | 4 | workspace',
      'c | 2.0.0 | 5 | registry npm.acme.example',
    ]);
  });

  test('yarn.lock is read as Yarn 1 writes it and as later ones do', () => {
    expect(
      pinned(
        'yarn.lock',
        '# yarn lockfile v1\n\n"@s/a@^1.0.0", "@s/a@^1.1.0":\n  version "1.2.0"\n  dependencies:\n    b "^1"\n\nb@^1:\n  version "1.0.0"\n',
      ),
    ).toEqual(['@s/a | 1.2.0 | 3 | ', 'b | 1.0.0 | 8 | ']);
    expect(
      pinned(
        'yarn.lock',
        '__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.2.0\n  resolution: "a@npm:1.2.0"\n  linkType: hard\n\n"w@workspace:packages/w":\n  version: 0.0.0-use.local\n  resolution: "w@workspace:packages/w"\n',
      ),
    ).toEqual(['a | 1.2.0 | 4 | ', 'w | 0.0.0-use.local | 9 | workspace']);
  });

  test('pnpm-lock.yaml, poetry.lock, uv.lock and Gemfile.lock tell versions, and what comes from git or a folder as that', () => {
    expect(
      pinned(
        'pnpm-lock.yaml',
        "lockfileVersion: '9.0'\npackages:\n  '@s/a@1.0.0':\n    resolution: {integrity: x}\n  b@2.0.0:\n    resolution: {integrity: y}\n",
      ),
    ).toEqual(['@s/a | 1.0.0 | 3 | ', 'b | 2.0.0 | 5 | ']);
    expect(
      pinned(
        'poetry.lock',
        '[[package]]\nname = "a"\nversion = "1.0"\n\n[[package]]\nname = "b"\nversion = "2"\n\n[package.source]\ntype = "git"\n',
      ),
    ).toEqual(['a | 1.0 | 2 | ', 'b | 2 | 6 | git']);
    expect(pinned('uv.lock', '[[package]]\nname = "a"\nversion = "1.0"\nsource = { editable = "." }\n')).toEqual([
      'a | 1.0 | 2 | editable',
    ]);
    expect(
      pinned(
        'Gemfile.lock',
        'GIT\n  remote: https://example.org/x.git\n  specs:\n    x (0.1)\n\nGEM\n  specs:\n    rack (2.2.3)\n      base64 (>= 0)\n    nokogiri (1.15.0-x86_64-linux)\n',
      ),
    ).toEqual(['x | 0.1 | 4 | git', 'rack | 2.2.3 | 8 | ', 'nokogiri | 1.15.0 | 10 | ']);
  });

  test('a long key of a later yarn.lock stands behind a question mark, its facts below a colon', () => {
    const key = '"a@npm:^1.0.0, a@npm:^1.1.0"';
    for (const facts of [
      ':\n  version: 1.2.0\n  resolution: "a@npm:1.2.0"',
      ': version: 1.2.0\n  resolution: "a@npm:1.2.0"',
    ]) {
      const text = `__metadata:\n  version: 8\n\n? ${key}\n${facts}\n\n"b@npm:^1":\n  version: 1.0.0\n  resolution: "b@npm:1.0.0"\n`;
      expect(pinned('yarn.lock', text)).toEqual([
        'a | 1.2.0 | 4 | ',
        expect.stringMatching(/^b \| 1\.0\.0 \| \d \| $/),
      ]);
    }
  });
});
