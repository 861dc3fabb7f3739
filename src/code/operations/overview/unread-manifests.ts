import { plural } from '../../../base/plural.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { nameOf } from '../../text/paths.ts';
import { type Ecosystem, isForOthers } from './fact-sheet.ts';

/** Manifests of ecosystems that nothing here reads, by their names in small letters. */
const NAMES: readonly string[] = (
  'pubspec.yaml build.zig stack.yaml cabal.project dune-project rebar.config project.toml project.clj deps.edn ' +
  'shadow-cljs.edn cpanfile makefile.pl build.pl dist.ini shard.yml gleam.toml dub.json dub.sdl elm.json spago.yaml ' +
  'meson.build sconstruct xmake.lua premake5.lua conanfile.txt conanfile.py vcpkg.json podfile foundry.toml fpm.toml'
).split(' ');
/** By their endings, as their names are those of packages. */
const ENDING = /\.(?:cabal|opam|nimble|rockspec|lpi|dproj|alire)$/;
/** R calls its manifest so, and others a text. */
const OF_R = 'description';
/** Names that the sentence about them gives. */
const SHOWN_MAX = 4;

/** That a project has manifests of other kinds is told, as what they declare is in no list. */
export const noteUnreadManifests: Ecosystem = (files) => {
  const own = [...namedPaths(files), ...endingPaths(files)].filter((path) => !isForOthers(files, path));
  const counts = new Map<string, number>();
  for (const path of own) counts.set(nameOf(path), (counts.get(nameOf(path)) ?? 0) + 1);
  if (own.length > 0) {
    const names = [...counts].map(([name, count]) => (count === 1 ? name : `${count} ${name}`));
    const more = names.length > SHOWN_MAX ? ` and ${plural(names.length - SHOWN_MAX, 'more name')}` : '';
    const listed = names.slice(0, SHOWN_MAX).join(', ');
    files.gap(`manifests that are not read for commands, entry points and dependencies: ${listed}${more}`);
  }
  return Promise.resolve();
};

function namedPaths(files: ProjectFiles): readonly string[] {
  const isOfR = files.named('namespace').length > 0;
  return [...NAMES, ...(isOfR ? [OF_R] : [])].flatMap((name) => files.named(name));
}

function endingPaths({ entries }: ProjectFiles): readonly string[] {
  return entries.flatMap(({ path, kind }) => (kind === 'file' && ENDING.test(path) ? [path] : []));
}
