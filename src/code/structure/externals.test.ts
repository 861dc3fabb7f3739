import { expect, test } from 'vitest';
import { graphOf } from '../../../test/support/imports.ts';
import { externalRows, standardRows, withoutFixtures } from './externals.ts';

test('a package is one row, whichever languages of one family import it', async () => {
  const graph = await graphOf({
    'package.json': '{"dependencies": {"vue": "3"}}',
    'src/main.ts': "import { createApp } from 'vue';\nimport fs from 'node:fs';\n",
    'src/App.vue': "<script>\nimport { ref } from 'vue';\nimport path from 'node:path';\n</script>\n",
  });
  expect(externalRows(graph)).toMatchObject([{ name: 'vue', language: 'TypeScript, Vue', files: 2 }]);
  expect(standardRows(graph)).toMatchObject([{ language: 'TypeScript, Vue', names: ['node:fs', 'node:path'] }]);
});

test('what a program without an ending imports is counted with the other files of its language', async () => {
  const graph = await graphOf({
    Gemfile: "gem 'rack'\n",
    'bin/run': "#!/usr/bin/env ruby\nrequire 'rack'\nrequire 'json'\n",
    'lib/a.rb': "require 'rack'\nrequire 'csv'\n",
  });
  expect(externalRows(graph)).toMatchObject([{ name: 'rack', language: 'Ruby', files: 2 }]);
  expect(standardRows(graph)).toMatchObject([{ language: 'Ruby', names: ['csv', 'json'] }]);
});

test('a name that no manifest has is no package of others', async () => {
  const graph = await graphOf({
    'package.json': '{"dependencies": {"vue": "3"}}',
    'src/main.ts':
      "import '~utils';\nimport 'virtual:icons';\nimport 'https://localhost/a.js';\nimport '@theme/Layout';\n",
  });
  expect(externalRows(graph)).toEqual([]);
  expect(graph.unresolved).toHaveLength(4);
});

test('what fixtures in other languages import is no package of the project, and tests of other languages are no fixtures', async () => {
  const graph = await graphOf({
    'src/a.cc': '#include <absl/log.h>\n',
    'tests/data/a.go': 'package a\nimport "golang.org/x/tools/cover"\nimport "fmt"\n',
    'tests/data/test.m': '#import <AFNetworking/AFNetworking.h>\n',
    'tests/a_test.py': 'import pytest\n',
    'tests/helper.py': 'import requests\n',
  });
  const { kept, languages, packages } = withoutFixtures(graph);
  expect(externalRows({ ...graph, externals: kept }).map(({ name }) => name)).toEqual(['absl', 'pytest', 'requests']);
  expect([languages, packages]).toEqual([['Go', 'Objective-C'], 2]);
});

test('a package that no file imports but data of tests is left out and counted', async () => {
  const graph = await graphOf({
    'pyproject.toml': '[project]\nname = "a"\ndependencies = ["click"]\n',
    'src/a/__init__.py': 'import click\n',
    'tests/test_a.py': 'import pytest\nimport trustme\n',
    'tests/data/cases/comments.py': 'import click, third_party\nimport trustme\nimport os\n',
    'tests/data/test_more.py': 'import numpy\n',
  });
  const { kept, languages, packages } = withoutFixtures(graph);
  const names = externalRows({ ...graph, externals: kept }).map(({ name }) => name);
  expect([names, languages, packages]).toEqual([['click', 'trustme', 'numpy', 'pytest'], ['Python'], 1]);
});

test('what only the tests that a file of Rust holds import is no import of the code', async () => {
  const graph = await graphOf({
    'Cargo.toml': '[package]\nname = "a"\n[dependencies]\nbytes = "1"\nlog = "1"\n[dev-dependencies]\ntokio = "1"\n',
    'src/lib.rs': `#[cfg(test)]\nmod tests {\n    use tokio::spawn;\n    use log::info;\n    use std::fs;\n}
use bytes::Bytes;\nuse log::warn;\n#[cfg(test)]\nmod helpers;\n`,
    'src/helpers.rs': 'use tokio::time;\n',
  });
  expect(externalRows(graph)).toMatchObject([
    { name: 'bytes', files: 1, testFiles: 0 },
    { name: 'log', files: 1, testFiles: 0, line: 8 },
    { name: 'tokio', files: 0, testFiles: 2 },
  ]);
  expect(standardRows(graph)).toEqual([]);
});
