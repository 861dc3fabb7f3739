import { plural } from '../../../base/plural.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { nameOf } from '../../text/paths.ts';
import { readAndroid } from './android.ts';
import { readBazel } from './bazel.ts';
import { readCargo } from './cargo.ts';
import { type Ecosystem, emptySheet, type FactSheet, isForOthers } from './fact-sheet.ts';
import { readGo } from './go.ts';
import { readGuideCommands } from './guide-commands.ts';
import { readJvm } from './jvm.ts';
import { readNode } from './node.ts';
import { readOthers } from './other-ecosystems.ts';
import { readOwnPackages } from './own-packages.ts';
import { readPython } from './python.ts';
import { readRunners } from './runners.ts';
import { noteUnreadManifests } from './unread-manifests.ts';
import { readVersions } from './versions.ts';

/** What guides say of commands is judged by what the others have found. */
const READERS: readonly Ecosystem[] = [
  readNode,
  readCargo,
  readGo,
  readPython,
  readJvm,
  readAndroid,
  readOthers,
  readBazel,
  readRunners,
  readGuideCommands,
  readVersions,
  readOwnPackages,
  noteUnreadManifests,
];

/**
 * Everything that the manifests of a project say, one ecosystem after the other, then CI and the guides; and which of the
 * names that were asked for lie aside.
 */
export async function readManifests(files: ProjectFiles): Promise<FactSheet> {
  const sheet = emptySheet();
  const asked = new Set<string>();
  const asking: ProjectFiles = {
    ...files,
    named(name) {
      asked.add(name);
      return files.named(name);
    },
  };
  for (const read of READERS) await read(asking, sheet);
  for (const name of asked) {
    const aside = files.named(name).filter((path) => isForOthers(files, path));
    const [first] = aside;
    if (first !== undefined) sheet.aside.set(nameOf(first), aside);
  }
  return sheet;
}

/** Names of manifests that the sentence about those aside gives. */
const ASIDE_NAMES_MAX = 6;

/** What is said of manifests that lie aside; null when none does. */
export function asideText({ aside }: FactSheet): string | null {
  const names = [...aside].sort((a, b) => b[1].length - a[1].length);
  const first = names[0]?.[1][0];
  if (first === undefined) return null;
  const listed = names.slice(0, ASIDE_NAMES_MAX).map(([name, paths]) => `${paths.length} ${name}`);
  const rest = names.length - listed.length;
  const more = rest > 0 ? ` and of ${plural(rest, 'more name')}` : '';
  return `manifests of tests, examples, settings and other people's code are left out: ${listed.join(', ')}${more}, such as ${first}`;
}
