import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { emptySheet, type FactSheet } from './fact-sheet.ts';
import { readOthers } from './other-ecosystems.ts';

async function read(specs: FileSpecs): Promise<FactSheet> {
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { entries } = await opened.value.list(new AbortController().signal);
    const sheet = emptySheet();
    await readOthers(makeProjectFiles(opened.value, entries, ''), sheet);
    return sheet;
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

test('a package of .NET that is kept from those who use the project is one for the build', async () => {
  const references = [
    '<PackageReference Include="Dapper" Version="2.1" />',
    '<PackageReference Include="PolySharp" Version="1.15.0" PrivateAssets="All" />',
    '<PackageReference Include="MinVer"><Version>5</Version><PrivateAssets> all </PrivateAssets></PackageReference>',
    '<PackageReference Include="Polly" Version="8" PrivateAssets="compile" />',
  ];
  const text = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${references.join('\n')}</ItemGroup></Project>`;
  const { dependencies } = await read({ 'src/App.csproj': text });
  expect(dependencies.map(({ name, requirement, scope }) => `${name} ${requirement} ${scope}`)).toEqual([
    'Dapper 2.1 runtime',
    'PolySharp 1.15.0 build',
    'MinVer 5 build',
    'Polly 8 runtime',
  ]);
});
