import { DEPENDENCY_FIELDS, parsePackageJson } from '../../formats/package-json.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, isForOthers } from './fact-sheet.ts';
import { nodeTestFramework } from './frameworks.ts';
import type { Manifest } from './node-entries.ts';

/** Manifests of tests that are read for what runs them. */
const MANIFESTS_MAX = 20;
const TESTS = /^(?:[\w.-]{1,80}[-_])?tests?$/;

/**
 * What runs the tests of a project that keeps them in a package of their own, `packages/tests/`: what this asks for and a
 * script of it begins. Such a package counts for nothing else, and where another manifest asks for a test framework, not at
 * all.
 */
export async function addTestFrameworks(
  files: ProjectFiles,
  sheet: FactSheet,
  manifests: readonly Manifest[],
): Promise<void> {
  const asked = manifests.flatMap(({ requests }) => DEPENDENCY_FIELDS.flatMap((field) => [...requests[field].keys()]));
  if (asked.some((name) => nodeTestFramework(name) !== null)) return;
  const paths = files.named('package.json').filter((path) => isOfTests(files, path));
  for (const path of paths.slice(0, MANIFESTS_MAX)) {
    const said = parsePackageJson((await files.text(path)) ?? '');
    const words = new Set([...(said?.scripts.values() ?? [])].flatMap(({ text }) => text.split(/[\s&|;]+/)));
    for (const [name, { line }] of [
      ...(said?.requests.dependencies ?? []),
      ...(said?.requests.devDependencies ?? []),
    ]) {
      const framework = nodeTestFramework(name);
      const command = name.replace(/^@([^/]+)\/.*$/s, '$1');
      if (framework !== null && words.has(command)) sheet.frameworks.push({ name: framework, file: path, line });
    }
  }
}

/** A package of tests that lies where the project's own packages lie. */
function isOfTests(files: ProjectFiles, path: string): boolean {
  const folder = folderOf(path);
  const beside = inFolder(folderOf(folder), 'package.json');
  return folder !== '' && TESTS.test(nameOf(folder)) && isForOthers(files, path) && !isForOthers(files, beside);
}
