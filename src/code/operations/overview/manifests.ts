import type { ProjectFiles } from '../../source/project-files.ts';
import { readBazel } from './bazel.ts';
import { readCargo } from './cargo.ts';
import { emptySheet, type FactSheet } from './fact-sheet.ts';
import { readGo } from './go.ts';
import { readJvm } from './jvm.ts';
import { readNode } from './node.ts';
import { readOthers } from './other-ecosystems.ts';
import { readPython } from './python.ts';
import { readRunners } from './runners.ts';

/** Everything that the manifests of a project say, one ecosystem after the other. */
export async function readManifests(files: ProjectFiles): Promise<FactSheet> {
  const sheet = emptySheet();
  for (const read of [readNode, readCargo, readGo, readPython, readJvm, readOthers, readBazel, readRunners]) {
    await read(files, sheet);
  }
  return sheet;
}
