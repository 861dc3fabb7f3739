import { fieldOf, parseJson, stringAt } from '../../formats/json.ts';
import { numberedLines } from '../../formats/lines.ts';
import type { NamedFact } from '../../questions/overview.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import { byDepth, depthOf, folderOf, nameOf } from '../../text/paths.ts';
import { isForOthers, manifestsNamed } from './fact-sheet.ts';
import { isLicenceName, licenceOf, NOT_RECOGNISED } from './licence-texts.ts';

/** Files of licences below the top that are read, nearest to it first. */
const FILES_MAX = 60;
/** Rows that are told, and those of one licence. */
const ROWS_MAX = 6;
const ROWS_OF_ONE_MAX = 2;

/** A licence is prose; a `license.ts` is a program about licences. */
const PROSE = /^[^.]+(?:\.(?:md|txt|rst|adoc|[A-Z]+))?$/;
const MANIFESTS = ['package.json', 'Cargo.toml', 'pyproject.toml'];

/**
 * Parts of a project that are under another licence than its top: by licence files below, and by what manifests of packages
 * that may be published say. Not those of tests, samples and other people's code. Whoever copies from such a part must know.
 */
export async function licencesBelow(files: ProjectFiles, top: readonly NamedFact[]): Promise<readonly NamedFact[]> {
  const known = new Set(top.flatMap(({ name }) => partsOf(name)));
  const all = [...(await textsBelow(files)), ...(await fieldsBelow(files))];
  const others = withoutRepeated(all.filter(({ name }) => !partsOf(name).every((part) => known.has(part))));
  const rows: NamedFact[] = [];
  for (const fact of others) {
    const isMany = rows.filter(({ name }) => name === fact.name).length >= ROWS_OF_ONE_MAX;
    if (rows.length < ROWS_MAX && !isMany) rows.push(fact);
  }
  const left = others.length - rows.length;
  const than = known.size === 0 ? 'tell a licence, and the top tells none' : 'tell other licences than the top';
  if (left > 0) files.gap(`${left} more licence files or fields below the top ${than}`);
  return rows;
}

/** A licence holds for the folders below its own; a field that only points to a file beside says nothing more than that. */
function withoutRepeated(facts: readonly NamedFact[]): readonly NamedFact[] {
  const told = new Set<string>();
  const isTold = ({ name, file }: NamedFact): boolean => {
    const isPointer = /^see licen[cs]e in /i.test(name);
    for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
      if (told.has(`${folder}\0${name}`) || (isPointer && told.has(`${folder}\0`))) return true;
    }
    return false;
  };
  return facts.filter((fact) => {
    if (isTold(fact)) return false;
    told.add(`${folderOf(fact.file)}\0${fact.name}`).add(`${folderOf(fact.file)}\0`);
    return true;
  });
}

/** What an expression is made of; whether a later version will do tells no licence from another. */
function partsOf(expression: string): readonly string[] {
  const parts = expression.split(/\s+(?:OR|AND|WITH)\s+|[()/,]/i).map((part) => part.trim().toLowerCase());
  return parts.filter((part) => part !== '').map((part) => part.replace(/(?:-only|-or-later|\+)$/, ''));
}

async function textsBelow(files: ProjectFiles): Promise<readonly NamedFact[]> {
  const { base, entries } = files;
  const isBelow = (path: string): boolean =>
    depthOf(path.slice(base.length)) > 0 &&
    isLicenceName(nameOf(path)) &&
    PROSE.test(nameOf(path)) &&
    isOwn(files, path);
  const found: NamedFact[] = [];
  const paths = entries.map(({ path }) => path).filter(isBelow);
  if (paths.length > FILES_MAX)
    files.gap(`${paths.length} licence files were found below the top; ${FILES_MAX} were read`);
  for (const path of paths.sort(byDepth).slice(0, FILES_MAX)) {
    const text = await textBehind(files, path);
    const name = text === null ? NOT_RECOGNISED : licenceOf(text);
    // What nobody recognises is told for a package, whose licence it must be.
    const isOfPackage = MANIFESTS.some((manifest) => files.has(inFolder(folderOf(path), manifest)));
    if (name !== NOT_RECOGNISED || isOfPackage) found.push({ name, file: path, line: null });
  }
  return found;
}

/** The text of a file; of one that holds a path alone, as a link does where there are none, that of the file there. */
async function textBehind(files: ProjectFiles, path: string): Promise<string | null> {
  const text = await files.text(path);
  const led = /^[\w./-]{1,200}$/.exec(text?.trim() ?? '')?.[0];
  const target = led === undefined ? null : resolveTarget(folderOf(path), led);
  return target !== null && files.has(target) ? await files.text(target) : text;
}

function isOwn(files: ProjectFiles, path: string): boolean {
  // At the top it holds what others wrote, whichever the language.
  if (path.startsWith(`${files.base}deps/`)) return false;
  return !isForOthers(files, path) && roleOfPath(inFolder(folderOf(path), 'x')) === 'source';
}

const POINTER = /^see licen[cs]e in ([\w./-]{1,200})$/i;

/** Whether a field says no licence of its own but names the file of the top (`SEE LICENSE IN ../../LICENSE`). */
function leadsToTop(files: ProjectFiles, manifest: string, said: string): boolean {
  const led = POINTER.exec(said.trim())?.[1];
  const target = led === undefined ? null : resolveTarget(folderOf(manifest), led);
  return (
    target !== null &&
    files.has(target) &&
    isLicenceName(nameOf(target)) &&
    depthOf(target.slice(files.base.length)) === 0
  );
}

const CARGO_FIELD = /^license\s*=\s*["']([^"']{1,80})["']/;
const LINE_CHARACTERS_MAX = 300;

async function fieldsBelow(files: ProjectFiles): Promise<readonly NamedFact[]> {
  const found: NamedFact[] = [];
  const isBelow = (path: string): boolean => depthOf(path.slice(files.base.length)) > 0;
  for (const file of manifestsNamed(files, 'package.json').filter(isBelow)) {
    const json = parseJson((await files.text(file)) ?? '') ?? undefined;
    const said = fieldOf(json, 'private')?.value === true ? null : stringAt(json, 'license');
    if (said && said.text !== '' && !leadsToTop(files, file, said.text))
      found.push({ name: shortLine(said.text), file, line: said.line });
  }
  for (const file of manifestsNamed(files, 'cargo.toml').filter(isBelow)) {
    for (const [row, line] of numberedLines((await files.text(file)) ?? '')) {
      const name = CARGO_FIELD.exec(row.slice(0, LINE_CHARACTERS_MAX))?.[1];
      if (name !== undefined) found.push({ name: shortLine(name), file, line });
    }
  }
  return found;
}
