import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

const GRANT =
  'Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted';
const SHARED =
  'Redistribution and use are permitted. Redistributions of source code must retain the notice. Redistributions in binary form must, too.';
test.each([
  [
    'ISC',
    `${GRANT}, provided that the above copyright notice appears.\n\nTHE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS\nALL WARRANTIES`,
  ],
  ['0BSD', `${GRANT}.\n\nTHE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES`],
  [
    'curl',
    `${GRANT}, provided that the above\ncopyright notice appears.\n\nTHE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND`,
  ],
  ['BSD-2-Clause', SHARED],
  ['EPL-1.0', 'Eclipse Public License - v 1.0\n\nTHE ACCOMPANYING PROGRAM IS PROVIDED UNDER THE TERMS'],
  ['BSD-3-Clause', `${SHARED} The name of the author may not be used to endorse products.`],
  ['BSD-4-Clause', `${SHARED} All advertising materials must tell. Neither the name nor the rest.`],
  [
    'MIT-0',
    'Permission is hereby granted, free of charge, to any person obtaining a copy of it, to permit others to whom it is\nfurnished to do so.\n\nTHE SOFTWARE IS PROVIDED',
  ],
  [
    'NCSA',
    `Permission is hereby granted, free of charge, to any person obtaining a copy of it, to deal with the Software\nwithout restriction: ${SHARED} Neither the names`,
  ],
  [
    'MIT',
    'Permission is hereby granted, free of charge, to any person obtaining a copy of it, furnished to do so, subject to the following conditions:',
  ],
])('tells %s from licences of like words', async (name, text) => {
  expect((await overviewOf({ LICENSE: text })).licences).toEqual([{ name, file: 'LICENSE', line: null }]);
});

test('finds licences of several files with their names behind a line, and none in a list of packages', async () => {
  const { licences } = await overviewOf({
    'LICENSE-3rdparty.csv': 'Component,Origin,License\nacme,https://a.b,MIT\n',
    'LICENSE.spdx': 'SPDXVersion: SPDX-2.1\nPackageLicenseDeclared: Apache-2.0\n',
    LICENSE_MIT: 'Permission is hereby granted, free of charge, to any person obtaining a copy of it, subject to',
    'LICENSE_APACHE-2.0': 'Apache License\nVersion 2.0, January 2004\n',
  });
  expect(licences.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'Apache-2.0 LICENSE_APACHE-2.0',
    'MIT LICENSE_MIT',
  ]);
});

test('a form for the heads of files is no licence', async () => {
  const found = await overviewOf({
    LICENSE: 'MIT License\n\nPermission is hereby granted, free of charge',
    LICENSE_TEMPLATE: 'Copyright',
  });
  expect(found.licences.map(({ file }) => file)).toEqual(['LICENSE']);
});

test('a program or settings about licences are none', async () => {
  const { licences } = await overviewOf({
    'license_check.py': 'print(1)\n',
    'license_finder.yml': 'a: 1\n',
    'license-header.js': '// MIT\n',
    'LICENSE.txt': 'Apache License\nVersion 2.0, January 2004\n',
  });
  expect(licences.map(({ name, file }) => `${name} ${file}`)).toEqual(['Apache-2.0 LICENSE.txt']);
});

test('finds a licence whose file begins with its name', async () =>
  expect(
    (
      await overviewOf({
        'MIT-LICENSE': 'Permission is hereby granted, free of charge, to any person obtaining a copy',
      })
    ).licences,
  ).toEqual([{ name: 'MIT', file: 'MIT-LICENSE', line: null }]));

test('a work that is put under Apache-2.0 by the notice of that licence is under it, and its whole text is told once', async () => {
  const notice =
    'Licensed under the Apache License, Version 2.0 (the "License");\nyou may not use this file except in compliance with it.\n';
  const licences = async (text: string) => (await overviewOf({ LICENSE: text })).licences.map(({ name }) => name);
  expect(await licences(`Copyright 2023 Acme\n\n${notice}`)).toEqual(['Apache-2.0']);
  expect(await licences(`Apache License\nVersion 2.0\n\nAPPENDIX\n\n   ${notice}`)).toEqual(['Apache-2.0']);
  expect(await licences('Under either the Apache License, Version 2.0, or MIT.\n')).toEqual(['not recognised']);
});

test.each([
  ['shop.gemspec', 'Gem::Specification.new do |s|\n  s.license = "LGPL-3.0"\nend\n', 'LGPL-3.0', 2],
  ['shop.gemspec', 's.licenses = ["MIT"]\n', 'MIT', 1],
  ['Cargo.toml', '[package]\nlicense = "MIT OR Apache-2.0"\n', 'MIT OR Apache-2.0', 2],
  ['pyproject.toml', '[project]\nlicense = { text = "BSD-3-Clause" }\n', 'BSD-3-Clause', 2],
  ['package.json', '{\n  "license": "ISC"\n}\n', 'ISC', 2],
  [
    'pom.xml',
    `<project>\n<properties><of>EPL-1.0</of></properties>\n<licenses><license>\n<name>\${of}</name></license></licenses>\n</project>`,
    'EPL-1.0',
    4,
  ],
])('where no text tells a licence, %s does', async (file, text, name, line) => {
  const { licences } = await overviewOf({ 'LICENSE.txt': 'See elsewhere.\n', [file]: text });
  expect(licences).toEqual([
    { name: 'not recognised', file: 'LICENSE.txt', line: null },
    { name, file, line },
  ]);
});

test('parts below the top under another licence are told with their places, and those under the same are not', async () => {
  const mit = 'Permission is hereby granted, free of charge, to any person obtaining a copy';
  const { licences } = await overviewOf({
    LICENSE: mit,
    'package.json': '{"license": "MIT", "workspaces": ["*"]}',
    'server/LICENSE.md': '# PolyForm Shield License 1.0.0\n',
    'server/package.json': '{\n"license": "SEE LICENSE IN LICENSE.md"}',
    'server/npm/package.json': '{"license": "SEE LICENSE IN ../LICENSE.md"}',
    'server/npm/LICENSE.md': '# PolyForm Shield License 1.0.0\n',
    'f/package.json': '{\n"license": "SEE LICENSE IN TERMS.md"}',
    'g/cli/package.json': '{"license": "SEE LICENSE IN ../../LICENSE"}',
    'a/LICENSE': mit,
    'a/package.json': '{"license": "MIT"}',
    'b/Cargo.toml': '[package]\nlicense = "MIT OR Apache-2.0"\n',
    'c/package.json': '{"license": "ISC", "private": true}',
    'c/src/license.ts': 'Apache License Version 2.0',
    'd/LICENSE': 'See elsewhere.\n',
    'e/LICENSE': 'See elsewhere.\n',
    'e/package.json': '{}',
    'vendor/x/LICENSE': 'Apache License Version 2.0',
    'deps/x/COPYING': 'Apache License Version 2.0',
    'test/x/LICENSE': 'Apache License Version 2.0',
    'docs/LICENSE': 'CC0 1.0 Universal',
  });
  expect(licences).toEqual([
    { name: 'MIT', file: 'LICENSE', line: null },
    { name: 'not recognised', file: 'e/LICENSE', line: null },
    { name: 'PolyForm-Shield-1.0.0', file: 'server/LICENSE.md', line: null },
    { name: 'SEE LICENSE IN TERMS.md', file: 'f/package.json', line: 2 },
    { name: 'MIT OR Apache-2.0', file: 'b/Cargo.toml', line: 2 },
  ]);
});

test('a licence file that holds further licences names them', async () => {
  const mit = 'Permission is hereby granted, free of charge, to any person obtaining a copy';
  const further = `${SHARED} The name of the author may not be used to endorse.\n${GRANT}. THE SOFTWARE IS PROVIDED`;
  const { licences } = await overviewOf({
    LICENSE: `New code is under Apache-2.0.\n\nApache License\nVersion 2.0\n${'terms '.repeat(2_000)}\n${mit}\n`,
    'LICENSE.all': `${mit}\n${further}\nMozilla Public License Version 2.0\nCreative Commons Attribution 4.0 International\n`,
    'LICENSE.txt': 'Redis Source Available License 2.0 (RSALv2) Agreement\nServer Side Public License\nVERSION 1\n',
    'LICENSE.md': '# Functional Source License, Version 1.1, MIT Future License\n',
    'a/package.json': '{"license": "MIT"}',
  });
  expect(licences.map(({ name, file }) => `${file}: ${name}`)).toEqual([
    'LICENSE: Apache-2.0 (in the same file also MIT)',
    'LICENSE.all: MIT (in the same file also BSD-3-Clause, 0BSD, MPL-2.0 and 1 more)',
    'LICENSE.md: FSL-1.1-MIT',
    'LICENSE.txt: RSALv2 (in the same file also SSPL-1.0)',
  ]);
});

test('a licence file below the top that only says where the text lies is under that', async () => {
  const mit = 'Permission is hereby granted, free of charge, to any person obtaining a copy of it, subject to';
  const { licences } = await overviewOf({
    LICENSE_MIT: mit,
    'kit/Cargo.toml': '[package]\nname = "kit"\n',
    'kit/LICENSE_MIT': '../LICENSE_MIT',
    'odd/Cargo.toml': '[package]\nname = "odd"\n',
    'odd/LICENSE': '../GONE\n',
  });
  expect(licences.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'MIT LICENSE_MIT',
    'not recognised odd/LICENSE',
  ]);
});

test('of one licence below the top two places are told, and how many there are beside them', async () => {
  const names = ['a', 'b', 'c', 'd'];
  const { licences, gaps } = await overviewOf({
    'package.json': '{"license": "MIT"}',
    ...Object.fromEntries(names.map((name) => [`${name}/package.json`, '{"license": "ISC"}'])),
  });
  expect(licences.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'MIT package.json',
    'ISC a/package.json',
    'ISC b/package.json',
  ]);
  expect(gaps).toContain('2 more licence files or fields below the top tell other licences than the top');
});

test('lines of blanks in a manifest cost no more than looking at them', async () => {
  const hostile = `s.license =${' ['.repeat(400_000)}\nlicense = {${' '.repeat(100_000)}\n`;
  expect((await overviewOf({ 'a.gemspec': hostile, 'Cargo.toml': hostile })).licences).toEqual([]);
});
