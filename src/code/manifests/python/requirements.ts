import { addressWords } from '../../formats/pep508.ts';
import {
  nameInAddress,
  type RequirementsRow,
  readRequirementsRows,
  scopeOfRequirements,
} from '../../formats/requirements-txt.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';

/** requirements*.txt and constraints as pip reads them. Source: pip, "Requirements File Format". */
export const readRequirements: ManifestReader = (text, { path, settings }) => {
  const set = settings.registries.get('pypi') ?? null;
  const sheet: Sheet = { scope: scopeOfRequirements(path), wanted: [], includes: [], index: set, odd: 0 };
  for (const row of readRequirementsRows(text)) addRow(sheet, row);
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

function addRow(sheet: Sheet, row: RequirementsRow): void {
  const { scope } = sheet;
  if (row.kind === 'odd') sheet.odd += 1;
  else if (row.kind === 'address') sheet.wanted.push(editable(row.address, scope, row.line));
  else if (row.kind === 'option') addOption(sheet, row);
  else {
    const { name, requested, origin } = row.requirement;
    sheet.wanted.push(wantedOf({ ecosystem: 'pypi', name, requested, origin, scope, line: row.line }));
  }
}

function addOption(sheet: Sheet, { name, value, line }: RequirementsRow & { readonly kind: 'option' }): void {
  if (/^(?:-r|--requirement)$/.test(name)) sheet.includes.push(value);
  else if (/^(?:-e|--editable)$/.test(name)) sheet.wanted.push(editable(value, sheet.scope, line));
  else sheet.index = indexOf(name, value) ?? sheet.index;
}

/** `--index-url` and its kin; pip takes a name from any of them, so that one other makes all of them uncertain. */
function indexOf(option: string, value: string): string | null {
  if (/^(?:-i|--index-url|--extra-index-url|-f|--find-links)$/.test(option)) {
    return isPublicRegistry('pypi', value) ? null : registryWords(value);
  }
  return option === '--no-index' ? 'files of the project' : null;
}

function editable(value: string, scope: ManifestScope, line: number): Wanted {
  const named = nameInAddress(value) ?? value.split('@', 1)[0]?.trim() ?? value;
  return wantedOf({
    ecosystem: 'pypi',
    name: named.slice(0, 200),
    requested: value,
    scope,
    line,
    origin: addressWords(value),
  });
}
