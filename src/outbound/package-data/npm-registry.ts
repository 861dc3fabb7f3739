import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { HOUR_MS, MIB, MINUTE_MS } from '../../base/units.ts';
import type { Asked, RegistrySource, VersionDetails } from '../../domain/packages/index.ts';
import type { AskFailure, AskJson } from './ask-json.ts';
import { makeCache } from './cache.ts';
import { type NpmPackage, readManifest, readNpmDocument } from './npm-document.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * The whole document tells dates, licences and sources. Beyond this it is not read, since parsing keeps the process busy
 * for some 10 ms a MiB; the abbreviated one and the manifest of one version then have to do.
 */
const WHOLE_BYTES_MAX = 12 * MIB;
const ABBREVIATED_BYTES_MAX = 24 * MIB;
const MANIFEST_BYTES_MAX = 2 * MIB;
const ABBREVIATED = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8';
/** What is found is kept for an hour, what is not found for a few minutes, a failure not at all. */
const KEEP = { foundMs: HOUR_MS, absentMs: 5 * MINUTE_MS, packagesMax: 200, manifestsMax: 500 } as const;

/** What the client needs. `baseUrl` ends with a slash and has no credentials. */
export interface NpmRegistryDeps {
  readonly ask: AskJson;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/**
 * The npm registry, or whatever stands in for it. Reads public metadata only: no token is ever sent. Source: npm
 * registry, "Package metadata".
 */
export function makeNpmRegistry({ ask, clock, baseUrl }: NpmRegistryDeps): RegistrySource {
  const packages = makeCache(clock, { entriesMax: KEEP.packagesMax, keepMs: keepMs<NpmPackage> });
  const manifests = makeCache(clock, { entriesMax: KEEP.manifestsMax, keepMs: keepMs<VersionDetails> });

  async function fetchPackage(name: string): Promise<Asked<NpmPackage | null>> {
    const url = `${baseUrl}${encodeName(name)}`;
    const whole = await ask({ url, bytesMax: WHOLE_BYTES_MAX });
    const isWhole = whole.ok || whole.error.kind !== 'too_large';
    const answer = isWhole ? whole : await ask({ url, bytesMax: ABBREVIATED_BYTES_MAX, accept: ABBREVIATED });
    if (!answer.ok) return absentOr(answer, clock);
    const read = readNpmDocument(answer.value.value, name, isWhole);
    return read === null ? err({ text: 'its answer could not be read' }) : ok({ value: read, asOf: answer.value.asOf });
  }

  async function fetchManifest(name: string, version: string): Promise<Asked<VersionDetails | null>> {
    const url = `${baseUrl}${encodeName(name)}/${encodeURIComponent(version)}`;
    const answer = await ask({ url, bytesMax: MANIFEST_BYTES_MAX });
    if (!answer.ok) return absentOr(answer, clock);
    return ok({ value: readManifest(answer.value.value), asOf: answer.value.asOf });
  }

  const getPackage = (name: string): Promise<Asked<NpmPackage | null>> => packages.get(name, () => fetchPackage(name));

  async function getDetails(name: string, version: string): Promise<Asked<VersionDetails | null>> {
    const found = await getPackage(name);
    const details = found.ok ? found.value.value?.details.get(version) : undefined;
    if (found.ok && details !== undefined) return ok({ value: details, asOf: found.value.asOf });
    return manifests.get(`${name}\0${version}`, () => fetchManifest(name, version));
  }

  return {
    name: 'npm',
    ecosystems: ['npm'],
    async findPackage({ name }, signal) {
      const found = await untilAborted(getPackage(name), signal);
      return found.ok ? ok({ value: found.value.value?.facts ?? null, asOf: found.value.asOf }) : found;
    },
    findVersion: ({ name }, version, signal) => untilAborted(getDetails(name, version), signal),
  };
}

/** A scope's `@` stays, its slash does not. Source: npm registry, "Package endpoints". */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(/^%40/, '@');
}

/** That there is no such thing is an answer; everything else is none. */
export function absentOr(answer: Result<unknown, AskFailure> & { ok: false }, clock: Clock): Asked<null> {
  const { kind, text } = answer.error;
  return kind === 'absent' ? ok({ value: null, asOf: clock.now() }) : err({ text });
}

function keepMs<Value>(answer: Asked<Value | null>): number {
  if (!answer.ok) return 0;
  return answer.value.value === null ? KEEP.absentMs : KEEP.foundMs;
}
