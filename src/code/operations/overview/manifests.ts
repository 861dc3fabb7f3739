import type { ProjectFiles } from '../../source/project-files.ts';
import { readBazel } from './bazel.ts';
import { readCargo } from './cargo.ts';
import { type Ecosystem, emptySheet, type FactSheet } from './fact-sheet.ts';
import { readGo } from './go.ts';
import { readGuideCommands } from './guide-commands.ts';
import { readJvm } from './jvm.ts';
import { readNode } from './node.ts';
import { readOthers } from './other-ecosystems.ts';
import { readPython } from './python.ts';
import { readRunners } from './runners.ts';

/** What guides say of commands is judged by what the others have found. */
const READERS: readonly Ecosystem[] = [
  readNode,
  readCargo,
  readGo,
  readPython,
  readJvm,
  readOthers,
  readBazel,
  readRunners,
  readGuideCommands,
];

/** Everything that the manifests of a project say, one ecosystem after the other, then CI and the guides. */
export async function readManifests(files: ProjectFiles): Promise<FactSheet> {
  const sheet = emptySheet();
  for (const read of READERS) await read(files, sheet);
  return sheet;
}
