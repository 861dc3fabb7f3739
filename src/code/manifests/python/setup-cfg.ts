import { numberedLines } from '../../formats/lines.ts';
import { type Requirement, readRequirement } from '../../formats/pep508.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from '../manifest.ts';

/** setup.cfg: the lists of setuptools. What setup.py computes is not known without running it. */
export const readSetupCfg: ManifestReader = (text, { settings }) => {
  const wanted: Wanted[] = [];
  const index = settings.registries.get('pypi') ?? null;
  for (const { scope, requirement, line } of setupCfgRequests(text)) {
    if (requirement === null) continue;
    const { name, requested, origin } = requirement;
    wanted.push(wantedOf({ ecosystem: 'pypi', name, requested, scope, line, origin: origin ?? index }));
  }
  return facts({ wanted });
};

/** What the lists of a setup.cfg ask for; null for a line that is no requirement. */
export function* setupCfgRequests(
  text: string,
): Generator<Omit<ListedLine, 'value'> & { readonly requirement: Requirement | null }> {
  for (const { scope, value, line } of listedLines(text)) yield { scope, requirement: readRequirement(value), line };
}

/** What a list of setuptools is for. */
type ListScope = 'runtime' | 'optional' | 'build' | 'dev';

interface ListedLine {
  readonly scope: ListScope;
  readonly value: string;
  readonly line: number;
}

/** Lines of the lists that ask for packages; a list goes on while its lines are indented. */
function* listedLines(text: string): Generator<ListedLine> {
  let section = '';
  let scope: ListScope | null = null;
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

function scopeOf(section: string, field: string): ListScope | null {
  if (section === 'options.extras_require') return 'optional';
  if (section !== 'options') return null;
  if (field === 'install_requires') return 'runtime';
  if (field === 'setup_requires') return 'build';
  return field === 'tests_require' ? 'dev' : null;
}
