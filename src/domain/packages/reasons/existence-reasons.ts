import type { Findings, JudgeOptions } from '../findings.ts';
import { isPossibleName } from '../names.ts';
import type { PackageReason } from '../package.ts';
import { latestOf } from '../resolve.ts';
import type { PackageFacts } from '../sources.ts';
import { isEstablished, squatSignals } from '../squat/established.ts';
import { findNearName, type NearName } from '../squat/near-name.ts';
import { schemeOf } from '../versions/scheme-of.ts';

/** Whether the package and the version are there, and whether its name is one that could be mistaken. */
export function existenceReasons(findings: Findings, options: JudgeOptions): readonly PackageReason[] {
  const { facts, request } = findings;
  const near = findNearName(request);
  if (!isPossibleName(request))
    return [noPackage(`"${request.name}" is no name that ${request.ecosystem} takes`), ...meant(near)];
  if (!facts.isKnown) return [{ code: 'not_asked', severity: 'low', text: facts.text, url: null }];
  if (facts.value === null) {
    const text = `${facts.source} has no ${request.ecosystem} package named ${request.name}`;
    return [noPackage(text), ...meant(near)];
  }
  if (facts.value.versions.length === 0) {
    const text = `${facts.source} knows the name ${request.name}, but no version of it is published (any more)`;
    return [noPackage(text), ...meant(near)];
  }
  return [...versionReasons(findings, facts.value), ...squatReasons(facts.value, near, options)];
}

function noPackage(text: string): PackageReason {
  return { code: 'absent', severity: 'high', text, url: null };
}

/** For a package that is not there the near name is a hint, not a charge. */
function meant(near: NearName | null): PackageReason[] {
  if (near === null) return [];
  const text = `perhaps ${near.popular} is meant: the name ${near.how} it`;
  return [{ code: 'typosquat_of', severity: 'info', text, url: null }];
}

function versionReasons({ request, resolution, facts: known }: Findings, facts: PackageFacts): PackageReason[] {
  if (resolution === null || resolution.kind === 'version') return [];
  const asked = request.requested ?? 'newest';
  if (resolution.kind === 'not_understood') {
    const text = `"${asked}" could not be read as a version or range of ${request.ecosystem}, so no version was checked`;
    return [{ code: 'not_asked', severity: 'low', text, url: null }];
  }
  const by = known.isKnown ? ` (${known.source})` : '';
  if (facts.withdrawn.includes(asked)) {
    const text = `${request.name} ${asked} was published once and has been taken back${by}`;
    return [{ code: 'yanked', severity: 'medium', text, url: null }, noPackage(text)];
  }
  const latest = latestOf(schemeOf(request.ecosystem), facts);
  return [noPackage(`${request.name} exists, but no published version fits ${asked}; newest is ${latest}${by}`)];
}

function squatReasons(facts: PackageFacts, near: NearName | null, { now }: JudgeOptions): PackageReason[] {
  if (near === null || isEstablished(facts, now)) return [];
  const text = `the name ${near.how} ${near.popular}, which many projects use; ${squatSignals(facts, now)}`;
  return [{ code: 'typosquat_of', severity: 'medium', text, url: null }];
}
