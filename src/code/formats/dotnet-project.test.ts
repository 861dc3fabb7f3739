import { expect, test } from 'vitest';
import { packageNamesIn, parseDotnetProject } from './dotnet-project.ts';

const TEXT = `<Project Sdk="Microsoft.NET.Sdk">
  <ItemGroup>
    <PackageReference Include="A.B" Version="1.0" />
    <!-- <PackageReference Include="Off" Version="1.0" /> -->
    <PackageReference Include="C" Version="1.0" VersionOverride="2.0">
      <PrivateAssets>All</PrivateAssets>
    </PackageReference>
    <PackageReference Include="$(Name)" />
    <PackageReference Update="E" Version="3" />
    <PackageReference
      Include="D"><Version>$(DVersion)</Version></PackageReference>
  </ItemGroup>
</Project>`;

test('packages are read from attributes and elements, at the line of their tag', () => {
  const project = parseDotnetProject(TEXT);
  if (typeof project === 'string') throw new Error(project);
  expect(project.packages).toEqual([
    { name: 'A.B', version: '1.0', isPrivate: false, line: 3 },
    { name: 'C', version: '2.0', isPrivate: true, line: 5 },
    { name: 'D', version: '$(DVersion)', isPrivate: false, line: 10 },
  ]);
});

test('what is not XML is told in words, and its packages can still be named', () => {
  const broken = TEXT.replace('</Project>', '');
  expect(parseDotnetProject(broken)).toMatch(/^not XML/);
  expect(packageNamesIn(broken)).toContain('A.B');
});
