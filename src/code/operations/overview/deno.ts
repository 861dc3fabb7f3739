import { fieldOf, type JsonNode, mapAt, parseJson, stringAt } from '../../formats/json.ts';
import { type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import { byDepth, folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, isForOthers, kindOfScript, manifestsNamed } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import { libraryOf } from './node-exports.ts';

/** What is read in place of deno.json where Deno is called with its name, as `deno.react.json`. */
const VARIANT = /(?:^|\/)deno\.[\w.-]{1,60}\.jsonc?$/;

/** What settings of Deno say, one of which shows that a file is some. */
const SAID = ['tasks', 'imports', 'importMap', 'compilerOptions', 'workspace'];

/** deno.json and its variants: tasks and imports. */
export async function readDeno(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const variants = files.entries
    .map(({ path }) => path)
    .filter((path) => VARIANT.test(path) && !isForOthers(files, path));
  const own = ['deno.json', 'deno.jsonc'].flatMap((name) => manifestsNamed(files, name));
  const paths = [...own.toSorted(byDepth), ...variants];
  const read = paths.slice(0, OVERVIEW_LIMITS.manifestsMax);
  if (read.length < paths.length) files.gap(`${paths.length} files of Deno were found; ${read.length} were read`);
  for (const file of read) await readSettings(files, sheet, file);
}

async function readSettings(files: ProjectFiles, sheet: FactSheet, file: string): Promise<void> {
  const json = parseJson((await files.text(file)) ?? '');
  const isVariant = VARIANT.test(file);
  // `deno.lock.json` says none of these.
  if (json === null || (isVariant && !SAID.some((field) => fieldOf(json, field) !== undefined))) return;
  sheet.manifests.push({ name: isVariant ? nameOf(file) : 'deno.json', file, line: null });
  sheet.managers.push({ name: 'deno', file, line: null });
  for (const [name, node] of mapAt(json, 'tasks')) {
    const text = commandOf(node);
    const kind = kindOfScript(name, text);
    if (kind === null) {
      sheet.otherScripts += 1;
      continue;
    }
    const detail = text === null ? null : shortLine(text);
    const command = `deno task ${isVariant ? `--config ${nameOf(file)} ` : ''}${name}`;
    sheet.commands.push({ kind, command, directory: folderOf(file), file, line: node.line, basis: 'defined', detail });
  }
  addImports(sheet, file, json);
  addLibrary(files, sheet, file, json);
}

/** A package is what has a name and says what it gives out. Source: Deno documentation, "deno.json", `exports`. */
function addLibrary(files: ProjectFiles, sheet: FactSheet, file: string, json: JsonNode): void {
  const name = stringAt(json, 'name')?.text;
  const library = fieldOf(json, 'exports') === undefined ? null : libraryOf(json);
  const target = library === null ? null : resolveTarget(folderOf(file), library.text);
  if (name === undefined || library === null || target === null) return;
  // npm may give out the same by the same name.
  const isKnown = sheet.entryPoints.some((one) => one.name === name && folderOf(one.file) === folderOf(file));
  if (isKnown) return;
  const { line, subpath, subpaths } = library;
  sheet.entryPoints.push({
    ...{ kind: 'library', name, file, line, target, isThere: files.has(target), basis: 'defined' },
    ...(subpath === null ? {} : { subpath }),
    ...(subpaths === 0 ? {} : { subpaths }),
  });
}

/** A task is a text, or says it as its `command`. */
function commandOf(node: JsonNode): string | null {
  const text = typeof node.value === 'string' ? node.value : fieldOf(node, 'command')?.value;
  return typeof text === 'string' ? text : null;
}

function addImports(sheet: FactSheet, file: string, json: JsonNode): void {
  for (const [name, { value, line }] of mapAt(json, 'imports')) {
    const ecosystem = typeof value === 'string' ? /^(npm|jsr):/.exec(value)?.[1] : undefined;
    if (ecosystem === undefined) continue;
    sheet.dependencies.push({ ecosystem, name, requirement: shortLine(String(value)), scope: 'runtime', file, line });
  }
}
