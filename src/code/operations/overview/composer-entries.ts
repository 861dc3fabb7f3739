import type { ComposerJson } from '../../formats/composer-json.ts';
import { fieldOf, type JsonNode, mapAt, stringAt } from '../../formats/json.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { FactSheet } from './fact-sheet.ts';

/** What a server for PHP, and who works on an application, starts. Source: Symfony, "Front Controllers"; Laravel, "Lifecycle". */
const STARTS = ['public/index.php', 'web/index.php', 'bin/console', 'artisan'];

/**
 * Programs and the library of a package. A `project` is none for others, but an application, which begins where its
 * framework has it begin; a `metapackage` has no files. Source: Composer, "The composer.json schema", "type".
 */
export function addComposerEntries(files: ProjectFiles, sheet: FactSheet, file: string, composer: ComposerJson): void {
  const type = stringAt(composer.json, 'type')?.text ?? 'library';
  if (type === 'project') addStarts(files, sheet, file);
  else if (type !== 'metapackage') addComposerLibrary(files, sheet, file, composer);
  addComposerPrograms(files, sheet, file, composer.json);
}

function addStarts(files: ProjectFiles, sheet: FactSheet, manifest: string): void {
  for (const start of STARTS) {
    const file = inFolder(folderOf(manifest), start);
    if (!files.has(file)) continue;
    sheet.entryPoints.push({
      kind: 'main',
      name: file,
      file,
      line: null,
      target: null,
      isThere: null,
      basis: 'convention',
    });
  }
}

/** Where others' code finds the package: the folder around all that its classes are loaded from, else the first of them. */
function addComposerLibrary(files: ProjectFiles, sheet: FactSheet, file: string, { name, json }: ComposerJson): void {
  const autoload = fieldOf(json, 'autoload');
  const [first, ...others] = autoload === undefined ? [] : mapAt(autoload, 'psr-4');
  if (name === null || first === undefined) return;
  const written = [first, ...others].flatMap(([, node]) => (Array.isArray(node.value) ? node.value : [node]));
  const [folder, ...more] = written.map(({ value }) =>
    typeof value === 'string' ? resolveTarget(folderOf(file), value) : null,
  );
  if (folder === undefined || folder === null) return;
  addLibrary(files, sheet, { name, file, line: first[1].line, folder: folderAround(folder, more) });
}

/** The deepest folder that holds the first and all others; the first itself where nothing but the top does. */
function folderAround(first: string, others: readonly (string | null)[]): string {
  for (let folder = first; folder !== ''; folder = folderOf(folder)) {
    if (others.every((other) => other === null || `${other}/`.startsWith(`${folder}/`))) return folder;
  }
  return first;
}

interface ComposerLibrary {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly folder: string;
}

function addLibrary(files: ProjectFiles, sheet: FactSheet, { name, file, line, folder }: ComposerLibrary): void {
  const target = folder === '' ? './' : `${folder}/`;
  const isThere = folder === '' || files.entries.some(({ path }) => path.startsWith(target));
  sheet.entryPoints.push({ kind: 'library', name, file, line, target, isThere, basis: 'defined' });
}

/** `bin` is one path or a list of them. */
function addComposerPrograms(files: ProjectFiles, sheet: FactSheet, file: string, json: JsonNode): void {
  const bin = fieldOf(json, 'bin');
  const nodes = bin === undefined ? [] : Array.isArray(bin.value) ? bin.value : [bin];
  for (const { value, line } of nodes) {
    const target = typeof value === 'string' ? resolveTarget(folderOf(file), value) : null;
    if (target === null) continue;
    const at = { file, line, target, isThere: files.has(target) };
    sheet.entryPoints.push({ kind: 'bin', name: nameOf(target), ...at, basis: 'defined' });
  }
}
