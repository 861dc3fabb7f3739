import { plural } from '../../../base/plural.ts';
import { DAY_MS } from '../../../base/units.ts';
import { describeDays, NEW_MS } from '../age.ts';
import type { PackageFacts } from '../sources.ts';

/** Downloads a month below which a package is hardly used. Source: docs/tools.md, "check_package". */
const DOWNLOADS_MIN = 50;
/** Where downloads are not known, so long a life with so many releases speaks for a package of its own. */
const LONG_LIFE = { ms: 365 * DAY_MS, versionsMin: 10 } as const;

/** Whether age and use speak against a name near a popular one being a squat. What is not known speaks for nothing. */
export function isEstablished({ createdAt, downloadsMonth, versions }: PackageFacts, now: Date): boolean {
  const ageMs = createdAt === null ? 0 : now.getTime() - createdAt.getTime();
  if (ageMs < NEW_MS) return false;
  if (downloadsMonth !== null) return downloadsMonth >= DOWNLOADS_MIN;
  return ageMs >= LONG_LIFE.ms && versions.length >= LONG_LIFE.versionsMin;
}

/** What is known of its age and use, in words, so that the reader can judge. */
export function squatSignals({ createdAt, downloadsMonth, versions }: PackageFacts, now: Date): string {
  const count = plural(versions.length, 'version');
  const age = createdAt === null ? 'its age is not known' : `its oldest version is ${describeDays(createdAt, now)} old`;
  const use = downloadsMonth === null ? 'its downloads are not known' : `${downloadsMonth} downloads a month`;
  return `this one has ${count}, ${age}, ${use}`;
}
