import { numberedLines } from '../../formats/lines.ts';
import { readRequirement } from '../../formats/pep508.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';

/** setup.cfg: the lists of setuptools. What setup.py computes is not known without running it. */
export const readSetupCfg: ManifestReader = (text, { settings }) => {
  const wanted: Wanted[] = [];
  const index = settings.registries.get('pypi') ?? null;
  for (const { scope, value, line } of listedLines(text)) {
    const found = readRequirement(value);
    if (found === null) continue;
    const { name, requested, origin } = found;
    wanted.push(wantedOf({ ecosystem: 'pypi', name, requested, scope, line, origin: origin ?? index }));
  }
  return facts({ wanted });
};

interface ListedLine {
  readonly scope: ManifestScope;
  readonly value: string;
  readonly line: number;
}

/** Lines of the lists that ask for packages; a list goes on while its lines are indented. */
function* listedLines(text: string): Generator<ListedLine> {
  let section = '';
  let scope: ManifestScope | null = null;
  for (const [row, line] of numberedLines(text)) {
    const header = /^\[([^\]]{1,100})\]\s*$/.exec(row)?.[1];
    const field = /^([\w.-]+)\s*[=:]\s*(.*)$/.exec(row);
    section = header ?? section;
    if (header !== undefined) scope = null;
    else if (field) scope = scopeOf(section, field[1] ?? '');
    const value = (field ? (field[2] ?? '') : row).replace(/(?:^|\s)#.*$/, '').trim();
    if (scope !== null && value !== '' && (field || /^\s/.test(row))) yield { scope, value, line };
  }
}

function scopeOf(section: string, field: string): ManifestScope | null {
  if (section === 'options.extras_require') return 'optional';
  if (section !== 'options') return null;
  if (field === 'install_requires') return 'runtime';
  if (field === 'setup_requires') return 'build';
  return field === 'tests_require' ? 'dev' : null;
}
