import { expect, test } from 'vitest';
import { makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { structure } from '../structure.ts';

async function ask(path: string, question: string) {
  const output = await structure(
    {
      source: { location: path, ref: null, denied: [] },
      prefix: null,
      aspects: ['data'],
      depth: 2,
      scope: null,
      question,
      since: null,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 30_000,
      openSource: (selector) => openSource(selector),
    },
  );
  return 'question' in output ? output.question : null;
}

test('a question that names a member as code does leads to where that is declared', async () => {
  const folder = makeFolder({
    'lib/app.js':
      "var Router = require('router');\nvar app = exports = module.exports = {};\n\n/** Dispatches. */\napp.handle = function handle(req) {\n  return new Router(req);\n};\n",
    'lib/router.js':
      '// the router handles what the router is given by the app, route by route\nmodule.exports = class Router {};\n',
    'other/app/handle.js': 'exports.other = function other() {};\n',
  });
  const asked = await ask(folder.path, 'how does app.handle lead to the router?');
  const unknown = await ask(folder.path, 'how does node.js lead to the router?');
  folder.remove();
  expect(asked?.hits.rows[0]).toMatchObject({ file: 'lib/app.js', line: 5, symbol: 'app/handle' });
  expect(asked?.reading).toMatch(/; app\.handle where it is declared$/);
  expect(unknown?.reading).not.toContain('declared');
});
