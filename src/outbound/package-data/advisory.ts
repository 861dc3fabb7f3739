import type { RawAdvisory } from '../../domain/packages/index.ts';

/** What the identifier alone says of an advisory. */
export function bareAdvisory(id: string): RawAdvisory {
  return {
    id,
    aliases: [],
    severity: 'unknown',
    isSeverityEstimated: false,
    kind: id.startsWith('MAL-') ? 'malware' : 'vulnerability',
    summary: '',
    url: null,
    ranges: [],
    versions: [],
  };
}
