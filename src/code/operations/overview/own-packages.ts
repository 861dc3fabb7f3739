import { packageTable } from '../../formats/cargo-toml.ts';
import { readToml } from '../../formats/checked-toml.ts';
import { fieldOf, parseJson, stringAt } from '../../formats/json.ts';
import { isNoPackage } from '../../formats/pyproject.ts';
import { tomlEntry, tomlText } from '../../formats/toml.ts';
import { inFolder, shortLine } from '../../source/project-files.ts';
import type { Ecosystem } from './fact-sheet.ts';

/** The version of a package, and where it is written. */
interface Version {
  readonly name: string;
  readonly version: string;
  readonly line: number;
}

/**
 * Packages that the manifests at the top are of, as `express 5.1.0`, where name and version are written out. One that is
 * private is published nowhere, so that its version says nothing.
 */
export const readOwnPackages: Ecosystem = async (files, sheet) => {
  const base = files.base.replace(/\/$/, '');
  const isLocked = files.has(inFolder(base, 'uv.lock')) && !files.has(inFolder(base, 'setup.py'));
  for (const [name, read] of MANIFESTS) {
    const file = inFolder(base, name);
    const text = files.has(file) ? await files.text(file) : null;
    const found = text === null ? null : read(text, isLocked);
    if (found !== null)
      sheet.packages.push({ name: shortLine(`${found.name} ${found.version}`), file, line: found.line });
  }
};

const MANIFESTS: readonly (readonly [file: string, read: (text: string, isLockedByUv: boolean) => Version | null])[] = [
  ['package.json', ofNode],
  ['Cargo.toml', ofCargo],
  ['pyproject.toml', ofPython],
];

function ofNode(text: string): Version | null {
  const json = parseJson(text) ?? undefined;
  const [name, version] = [stringAt(json, 'name'), stringAt(json, 'version')];
  const isPrivate = fieldOf(json, 'private')?.value === true;
  return name && version && version.text !== '' && !isPrivate
    ? { name: name.text, version: version.text, line: version.line }
    : null;
}

function ofPython(text: string, isLockedByUv: boolean): Version | null {
  const toml = readToml(text);
  if (typeof toml === 'string') return null;
  const found = ofToml(text, ['project']) ?? ofToml(text, ['tool', 'poetry']);
  const isUnset = found !== null && UNSET.test(found.version) && isNoPackage(toml, isLockedByUv);
  return isUnset ? null : found;
}

/** What starters write, who may leave it where nothing is given out by it. Source: uv, "Creating projects". */
const UNSET = /^0\.[01]\.0$/;

function ofCargo(text: string): Version | null {
  const toml = readToml(text);
  if (typeof toml === 'string') return null;
  const own = packageTable(toml);
  return ofToml(text, own) ?? ofToml(text, own, ['workspace', 'package']);
}

function ofToml(text: string, table: readonly string[], versions = table): Version | null {
  const toml = readToml(text);
  if (typeof toml === 'string') return null;
  const [name, version] = [tomlEntry(toml, table, 'name'), tomlEntry(toml, versions, 'version')];
  const [named, written] = [tomlText(name?.value), tomlText(version?.value)];
  return named !== null && written !== null && version !== null
    ? { name: named, version: written, line: version.line }
    : null;
}
