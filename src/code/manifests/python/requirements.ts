import { joinedLines } from '../../formats/lines.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';
import { addressWords, pypiOrigin, readRequirement } from './requirement.ts';

/** requirements*.txt and constraints as pip reads them. Source: pip, "Requirements File Format". */
export const readRequirements: ManifestReader = (text, { path, settings }) => {
  const sheet: Sheet = { scope: scopeOf(path), wanted: [], includes: [], index: pypiOrigin(settings), odd: 0 };
  for (const [whole, line] of joinedLines(text)) {
    const row = whole.replace(/(?:^|\s)#.*$/, '').trim();
    const option = /^(-\S+?)(?:[\s=]+(.*))?$/.exec(row);
    if (option?.[1] !== undefined) readOption(sheet, { name: option[1], value: (option[2] ?? '').trim(), line });
    else if (row !== '') readPackage(sheet, row, line);
  }
  const { wanted, includes, index, odd } = sheet;
  return facts({
    // An index may be named below what comes from it.
    wanted: index === null ? wanted : wanted.map((one) => (one.origin === null ? { ...one, origin: index } : one)),
    includes,
    gaps: odd === 0 ? [] : [`${odd} lines were not understood as requirements`],
  });
};

interface Sheet {
  readonly scope: ManifestScope;
  readonly wanted: Wanted[];
  readonly includes: string[];
  index: string | null;
  odd: number;
}

/** By the custom of the names alone. */
function scopeOf(path: string): ManifestScope {
  return /dev|test|lint|docs|ci\b/i.test(path.slice(path.lastIndexOf('/') + 1)) ? 'dev' : 'runtime';
}

function readOption(sheet: Sheet, { name, value, line }: { name: string; value: string; line: number }): void {
  if (/^(?:-r|--requirement)$/.test(name)) sheet.includes.push(value);
  else if (/^(?:-e|--editable)$/.test(name)) sheet.wanted.push(editable(value, sheet.scope, line));
  else sheet.index = indexOf(name, value) ?? sheet.index;
}

function readPackage(sheet: Sheet, row: string, line: number): void {
  const found = readLine(row, sheet.scope, line);
  if (found === null) sheet.odd += 1;
  else sheet.wanted.push(found);
}

/** `--index-url` and its kin; pip takes a name from any of them, so that one other makes all of them uncertain. */
function indexOf(option: string, value: string): string | null {
  if (/^(?:-i|--index-url|--extra-index-url|-f|--find-links)$/.test(option)) {
    return isPublicRegistry('pypi', value) ? null : registryWords(value);
  }
  return option === '--no-index' ? 'files of the project' : null;
}

function editable(value: string, scope: ManifestScope, line: number): Wanted {
  const named = /[#&]egg=([\w.-]+)/.exec(value)?.[1] ?? value.split('@', 1)[0]?.trim() ?? value;
  return wantedOf({
    ecosystem: 'pypi',
    name: named.slice(0, 200),
    requested: value,
    scope,
    line,
    origin: addressWords(value),
  });
}

/** A requirement, or a bare address or path of one. */
function readLine(row: string, scope: ManifestScope, line: number): Wanted | null {
  // Options of one requirement, such as --hash, follow it.
  const bare = row.replace(/\s--[a-z-]+[= ].*$/, '').trim();
  if (/^(?:git\+|hg\+|svn\+|bzr\+|https?:|file:|\.{0,2}\/)|^[^@]+\.(?:whl|zip|tar\.gz)$/.test(bare)) {
    return editable(bare, scope, line);
  }
  const found = readRequirement(bare);
  return found === null ? null : wantedOf({ ecosystem: 'pypi', ...found, scope, line });
}
