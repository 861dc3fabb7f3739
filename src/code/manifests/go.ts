import { numberedLines } from '../formats/lines.ts';
import { facts, type ManifestReader, type Wanted, wantedOf } from './manifest.ts';

/**
 * go.mod: requirements, `// indirect` ones as transitive, with replacements. Since Go 1.17 it names every module that is
 * built, and with the version that is chosen, so that no lock file is needed. Source: Go Modules Reference, "go.mod".
 */
export const readGoMod: ManifestReader = (text) => {
  const all = [...directives(text)];
  const wordOf = (verb: string): string | null => all.find((one) => one.verb === verb)?.words[0] ?? null;
  const required = all.filter(({ verb }) => verb === 'require').flatMap(requirementOf);
  const owner = wordOf('module');
  if (owner === null && required.length === 0) return 'not a go.mod: it names no module';
  const replaced = replacementsIn(all);
  const isPruned = /^1\.(?:1[7-9]|[2-9]\d)|^[2-9]/.test(wordOf('go') ?? '');
  const gaps = isPruned ? [] : ['before Go 1.17 a go.mod need not name what is used only by others'];
  return facts({ wanted: required.map((wanted) => replace(wanted, replaced)), owner, gaps });
};

function requirementOf({ words: [name, requested], comment, line }: Directive): readonly Wanted[] {
  if (name === undefined || requested === undefined) return [];
  const scope = /^\/\/\s*indirect\b/.test(comment) ? 'transitive' : 'runtime';
  return [wantedOf({ ecosystem: 'go', name, requested, scope, line })];
}

interface Directive {
  readonly verb: string;
  readonly words: readonly string[];
  readonly comment: string;
  readonly line: number;
}

/** Lines of a go.mod, those of a block with the verb of the block. */
function* directives(text: string): Generator<Directive> {
  let block: string | null = null;
  for (const [whole, line] of numberedLines(text)) {
    const at = whole.indexOf('//');
    const comment = at === -1 ? '' : whole.slice(at);
    const words = (at === -1 ? whole : whole.slice(0, at)).trim().split(/\s+/).map(unquote);
    const [first = '', second] = words;
    if (first === ')') block = null;
    else if (block === null && second === '(') block = first;
    else if (first !== '') {
      yield block === null
        ? { verb: first, words: words.slice(1), comment, line }
        : { verb: block, words, comment, line };
    }
  }
}

function unquote(word: string): string {
  return word.replace(/^["`](.*)["`]$/, '$1');
}

interface Replacement {
  readonly name: string;
  /** Null: a folder. */
  readonly version: string | null;
}

/** `old [version] => new [version]`; without a version on the left it holds for all. */
function replacementsIn(all: readonly Directive[]): ReadonlyMap<string, Replacement> {
  const replaced = new Map<string, Replacement>();
  for (const { verb, words } of all) {
    const arrow = words.indexOf('=>');
    const [name, version = null] = words.slice(arrow + 1);
    if (verb === 'replace' && arrow > 0 && name !== undefined)
      replaced.set(words.slice(0, arrow).join(' '), { name, version });
  }
  return replaced;
}

function replace(wanted: Wanted, replaced: ReadonlyMap<string, Replacement>): Wanted {
  // A replacement of one version goes before one of all.
  const other = replaced.get(`${wanted.name} ${wanted.requested}`) ?? replaced.get(wanted.name);
  if (other === undefined) return isInside(wanted.name) ? { ...wanted, origin: 'private host' } : wanted;
  if (other.version === null) return { ...wanted, origin: 'folder of the project' };
  return { ...wanted, name: other.name, alias: wanted.name, requested: other.version };
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
