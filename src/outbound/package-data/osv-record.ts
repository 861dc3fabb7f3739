import { type Ecosystem, type RangeEvent, type RawAdvisory, readSeverity } from '../../domain/packages/index.ts';
import { bareAdvisory } from './advisory.ts';
import { fieldOf, listIn, textIn, textsIn } from './read.ts';

/** OSV's name for each ecosystem. Source: OSV schema, "Defined ecosystems". */
export const OSV_ECOSYSTEMS: Readonly<Record<Ecosystem, string>> = {
  npm: 'npm',
  pypi: 'PyPI',
  cargo: 'crates.io',
  go: 'Go',
  maven: 'Maven',
  nuget: 'NuGet',
  gem: 'RubyGems',
  composer: 'Packagist',
};

/** What is read of one record; a record that has more than this is unheard of. */
const BOUNDS = { affected: 2_000, ranges: 500, events: 1_000, versions: 20_000, aliases: 50, references: 100 } as const;
/** Embedded malicious code, by which GitHub marks malware. Source: CWE-506. */
const MALICIOUS_CODE = 'CWE-506';

/** What a record says about one package, and for which. */
export interface OsvAffected {
  /** As `packageKey` writes it. */
  readonly key: string;
  readonly advisory: RawAdvisory;
}

/** The spelling under which a package is looked up: some ecosystems have several for one name. */
export function packageKey(osvEcosystem: string, name: string): string {
  const lower = name.toLowerCase();
  switch (osvEcosystem) {
    case 'PyPI':
      return `PyPI ${lower.replace(/[-_.]+/g, '-')}`;
    case 'NuGet':
    case 'Packagist':
      return `${osvEcosystem} ${lower}`;
    default:
      return `${osvEcosystem} ${name}`;
  }
}

/** Whether the record has been taken back, so that it says nothing any more. */
export function isWithdrawn(record: unknown): boolean {
  return textIn(record, 'withdrawn') !== null;
}

/** Reads a record, one entry for each package that it affects; null when it is none. Source: OSV schema 1.x. */
export function readOsvRecord(record: unknown): readonly OsvAffected[] | null {
  const id = textIn(record, 'id');
  if (id === null || !/^[A-Za-z0-9][\w.:-]{0,100}$/.test(id)) return null;
  const byKey = new Map<string, OsvAffected>();
  for (const affected of listIn(record, 'affected', BOUNDS.affected)) {
    const named = fieldOf(affected, 'package');
    // `Debian:12` and the like have a release behind a colon; the ecosystems here have none.
    const ecosystem = textIn(named, 'ecosystem')?.split(':')[0] ?? '';
    const name = textIn(named, 'name');
    if (name === null || ecosystem === '') continue;
    const key = packageKey(ecosystem, name);
    const read = readAffected(record, affected, id);
    const known = byKey.get(key)?.advisory;
    // One package may stand in several entries, one for each line of releases.
    const advisory =
      known === undefined
        ? read
        : { ...read, ranges: [...known.ranges, ...read.ranges], versions: [...known.versions, ...read.versions] };
    byKey.set(key, { key, advisory });
  }
  return [...byKey.values()];
}

function readAffected(record: unknown, affected: unknown, id: string): RawAdvisory {
  const labels = [
    fieldOf(record, 'database_specific'),
    fieldOf(affected, 'database_specific'),
    fieldOf(affected, 'ecosystem_specific'),
  ].map((specific) => textIn(specific, 'severity') ?? '');
  const severities = [...listIn(record, 'severity', 10), ...listIn(affected, 'severity', 10)];
  const vectors = severities.map((severity) => textIn(severity, 'score') ?? '');
  const { severity, isEstimated } = readSeverity(labels, vectors);
  return {
    ...bareAdvisory(id),
    aliases: textsIn(record, 'aliases', BOUNDS.aliases),
    severity,
    isSeverityEstimated: isEstimated,
    kind: kindOf(record, affected, id),
    summary: summaryOf(record),
    url: urlOf(record),
    ranges: listIn(affected, 'ranges', BOUNDS.ranges)
      // Ranges of commits say nothing about versions.
      .filter((range) => textIn(range, 'type') !== 'GIT')
      .map((range) => listIn(range, 'events', BOUNDS.events).flatMap((event) => readEvent(event))),
    versions: textsIn(affected, 'versions', BOUNDS.versions),
  };
}

const EVENT_KINDS = ['introduced', 'fixed', 'last_affected', 'limit'] as const;

function readEvent(event: unknown): RangeEvent[] {
  return EVENT_KINDS.flatMap((kind) => {
    const version = textIn(event, kind);
    return version === null ? [] : [{ kind, version }];
  });
}

function kindOf(record: unknown, affected: unknown, id: string): RawAdvisory['kind'] {
  if (id.startsWith('MAL-') || textsIn(record, 'aliases', BOUNDS.aliases).some((alias) => alias.startsWith('MAL-'))) {
    return 'malware';
  }
  const isNamedMalware = /\bmalware\b|\bmalicious\b/i.test(summaryOf(record));
  const weaknesses = textsIn(fieldOf(record, 'database_specific'), 'cwe_ids', 50);
  if (isNamedMalware && weaknesses.includes(MALICIOUS_CODE)) return 'malware';
  // RustSec lists crates without a maintainer among its advisories.
  const informational = textIn(fieldOf(affected, 'database_specific'), 'informational');
  return informational === 'unmaintained' ? 'unmaintained' : 'vulnerability';
}

function summaryOf(record: unknown): string {
  const summary = textIn(record, 'summary');
  if (summary !== null && summary.trim() !== '') return summary.trim();
  return (textIn(record, 'details') ?? '').trim().split('\n')[0] ?? '';
}

/** The advisory's own page if it names one. */
function urlOf(record: unknown): string | null {
  const references = listIn(record, 'references', BOUNDS.references);
  const advisory = references.find((reference) => textIn(reference, 'type') === 'ADVISORY') ?? references[0];
  const url = textIn(advisory, 'url');
  return url?.startsWith('https://') === true ? url : null;
}
