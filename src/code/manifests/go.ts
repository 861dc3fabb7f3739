import { type GoReplace, type GoRequire, parseGoMod } from '../formats/go-mod.ts';
import { numberedLines } from '../formats/lines.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from './manifest.ts';

/**
 * go.mod: requirements, `// indirect` ones as transitive, with replacements. Since Go 1.17 it names every module that is
 * built, and with the version that is chosen, so that no lock file is needed. Source: Go Modules Reference, "go.mod".
 */
export const readGoMod: ManifestReader = (text) => {
  const { module, go, requires, replaces } = parseGoMod(text);
  if (module === null && requires.length === 0) return 'not a go.mod: it names no module';
  const replaced = replacementsIn(replaces);
  const isPruned = /^1\.(?:1[7-9]|[2-9]\d)|^[2-9]/.test(go ?? '');
  const gaps = isPruned ? [] : ['before Go 1.17 a go.mod need not name what is used only by others'];
  return facts({
    wanted: requires.map((one) => replace(wantedOfGo(one), replaced)),
    owner: module?.path ?? null,
    gaps,
  });
};

function wantedOfGo({ path, version, isIndirect, line }: GoRequire): Wanted {
  return wantedOf({
    ecosystem: 'go',
    name: path,
    requested: version,
    scope: isIndirect ? 'transitive' : 'runtime',
    line,
  });
}

/** By the module and its version, or by the module alone where the replacement holds for all. */
function replacementsIn(all: readonly GoReplace[]): ReadonlyMap<string, GoReplace> {
  return new Map(all.map((one) => [one.version === null ? one.path : `${one.path} ${one.version}`, one]));
}

function replace(wanted: Wanted, replaced: ReadonlyMap<string, GoReplace>): Wanted {
  // A replacement of one version goes before one of all.
  const other = replaced.get(`${wanted.name} ${wanted.requested}`) ?? replaced.get(wanted.name);
  if (other === undefined) return isInside(wanted.name) ? { ...wanted, origin: 'private host' } : wanted;
  if (other.targetVersion === null) return { ...wanted, origin: 'folder of the project' };
  return { ...wanted, name: other.target, alias: wanted.name, requested: other.targetVersion };
}

/** Module paths begin with a host; one that only an inner network can know is not to be told outside. */
export function isInside(name: string): boolean {
  const host = name.split('/', 1)[0] ?? '';
  if (!host.includes('.')) return true;
  return /^[\d.:]+$|\.(?:local|internal|intranet|corp|lan|home|private|test|localhost|arpa)(?::\d+)?$/i.test(host);
}

/**
 * go.sum, for one that is given alone: it lists the checksums of more than is built. Beside a go.mod it is not read,
 * because what it lists need not be used.
 */
export const readGoSum: ManifestReader = (text) => {
  const wanted: Wanted[] = [];
  let odd = 0;
  for (const [row, line] of numberedLines(text)) {
    const found = /^(\S+) (v[^\s/]+)(\/go\.mod)? h1:\S+$/.exec(row.trim());
    if (found?.[1] === undefined) odd += row.trim() === '' ? 0 : 1;
    // `/go.mod` is the sum of a module's go.mod alone, which was looked at and need not be built.
    else if (found[3] === undefined) {
      const [, name, requested = null] = found;
      const origin = isInside(name) ? 'private host' : null;
      wanted.push(wantedOf({ ecosystem: 'go', name, requested, scope: 'transitive', line, origin }));
    }
  }
  if (wanted.length === 0 && odd > 0) return 'not a go.sum: no checksum of a module';
  const gaps = ['a go.sum lists checksums of more modules than are built'];
  return facts({ wanted, gaps: odd === 0 ? gaps : [...gaps, `${odd} lines were not understood`] });
};
