import * as pep440 from '@renovatebot/pep440';
import * as gem from '@renovatebot/ruby-semver';
import { Requirement } from '@renovatebot/ruby-semver/dist/ruby/requirement.js';
import { Version } from '@renovatebot/ruby-semver/dist/ruby/version.js';
import { overAllTexts, type VersionScheme } from './scheme.ts';

/** Longer texts are no versions of anything and would cost time. */
const VERSION_LENGTH_MAX = 200;

const isPythonVersion = (text: string): boolean => text.length <= VERSION_LENGTH_MAX && pep440.valid(text) !== null;

/** Source: PEP 440, "Version specifiers"; Poetry, "Dependency specification". */
export const PYPI_SCHEME: VersionScheme = {
  isVersion: isPythonVersion,
  compare: overAllTexts(isPythonVersion, (one, other) => pep440.compare(one, other)),
  fitting(versions, range) {
    if (range.length > 1_000) return null;
    const alternatives = range.split(/\|\|?/).map((one) => one.split(',').map(specifierOf).join(','));
    if (!alternatives.every((wanted) => pep440.validRange(wanted))) return null;
    const [first = ''] = alternatives;
    if (alternatives.length === 1) return fittingPython(versions, first);
    const found = new Set(alternatives.flatMap((wanted) => fittingPython(versions, wanted)));
    return versions.filter((version) => found.has(version));
  },
  isPrerelease(version) {
    const read = isPythonVersion(version) ? pep440.explain(version) : null;
    return read !== null && (read.is_prerelease || read.is_devrelease);
  },
  majorOf: (version) => (isPythonVersion(version) ? String(pep440.major(version)) : null),
};

function fittingPython(versions: readonly string[], wanted: string): readonly string[] {
  const found = pep440.filter(versions.filter(isPythonVersion), wanted);
  // Where nothing fits the library gives what would fit with pre-releases allowed; none of that fits by itself.
  const isOwn = found[0] !== undefined && pep440.satisfies(found[0], wanted);
  return isOwn ? found : [];
}

/** Poetry's `^1.2`, `~1.2` and `1.2.*` in the words of PEP 440; any other part as it is. */
function specifierOf(part: string): string {
  const text = part.trim();
  if (isPythonVersion(text) || /^\d+(?:\.\d+)*\.\*$/.test(text)) return `==${text}`;
  const [, operator, version = '', release = ''] = /^([~^])\s*((\d+(?:\.\d+)*)[^=,\s]*)$/.exec(text) ?? [];
  if (operator === undefined || !isPythonVersion(version)) return text;
  const numbers = release.split('.');
  const notZero = numbers.findIndex((number) => !/^0+$/.test(number));
  const caret = notZero === -1 ? numbers.length - 1 : notZero;
  const place = operator === '^' ? caret : Math.min(1, numbers.length - 1);
  const next = [...numbers.slice(0, place), String(BigInt(numbers[place] ?? '0') + 1n)].join('.');
  return `>=${version},<${next}`;
}

/** Null for one that the library refuses: then no version has it. */
function readRequirement(parts: readonly string[]): Requirement | null {
  try {
    return new Requirement(...parts);
  } catch {
    return null;
  }
}

const isGemVersion = (text: string): boolean => text.length <= VERSION_LENGTH_MAX && gem.valid(text) !== null;
const GEM_REQUIREMENT = /^(?:=|!=|>=?|<=?|~>)?\s*[0-9][0-9A-Za-z.-]*$/;

/** Source: RubyGems, Gem::Version and Gem::Requirement. */
export const GEM_SCHEME: VersionScheme = {
  isVersion: isGemVersion,
  compare: overAllTexts(isGemVersion, (one, other) => new Version(one).compare(new Version(other)) ?? 0),
  fitting(versions, range) {
    const parts = range.split(',').map((part) => part.trim());
    if (range.length > 1_000 || !parts.every((part) => GEM_REQUIREMENT.test(part))) return null;
    const requirement = readRequirement(parts);
    return versions.filter((version) => isGemVersion(version) && requirement?.isSatisfiedBy(new Version(version)));
  },
  // RubyGems: any letter makes a version one that comes before the release.
  isPrerelease: (version) => /[a-z]/i.test(version),
  majorOf: (version) => (isGemVersion(version) ? String(gem.major(version)) : null),
};
