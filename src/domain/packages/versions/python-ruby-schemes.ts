import * as pep440 from '@renovatebot/pep440';
import * as gem from '@renovatebot/ruby-semver';
import { overAllTexts, type VersionScheme } from './scheme.ts';

/** Longer texts are no versions of anything and would cost time. */
const VERSION_LENGTH_MAX = 200;

const isPythonVersion = (text: string): boolean => text.length <= VERSION_LENGTH_MAX && pep440.valid(text) !== null;

/** Source: PEP 440, "Version specifiers". */
export const PYPI_SCHEME: VersionScheme = {
  isVersion: isPythonVersion,
  compare: overAllTexts(isPythonVersion, (one, other) => pep440.compare(one, other)),
  satisfies(version, range) {
    const wanted = isPythonVersion(range.trim()) ? `==${range.trim()}` : range;
    if (wanted.length > 1_000 || !pep440.validRange(wanted)) return null;
    return isPythonVersion(version) && pep440.satisfies(version, wanted);
  },
  isPrerelease(version) {
    const read = isPythonVersion(version) ? pep440.explain(version) : null;
    return read !== null && (read.is_prerelease || read.is_devrelease);
  },
  majorOf: (version) => (isPythonVersion(version) ? String(pep440.major(version)) : null),
};

const isGemVersion = (text: string): boolean => text.length <= VERSION_LENGTH_MAX && gem.valid(text) !== null;
const GEM_REQUIREMENT = /^(?:=|!=|>=?|<=?|~>)?\s*[0-9][0-9A-Za-z.-]*$/;

/** Source: RubyGems, Gem::Version and Gem::Requirement. */
export const GEM_SCHEME: VersionScheme = {
  isVersion: isGemVersion,
  compare: overAllTexts(isGemVersion, (one, other) => {
    if (gem.eq(one, other)) return 0;
    return gem.lt(one, other) ? -1 : 1;
  }),
  satisfies(version, range) {
    const parts = range.split(',').map((part) => part.trim());
    if (range.length > 1_000 || !parts.every((part) => GEM_REQUIREMENT.test(part))) return null;
    return isGemVersion(version) && gem.satisfies(version, parts.join(', '));
  },
  // RubyGems: any letter makes a version one that comes before the release.
  isPrerelease: (version) => /[a-z]/i.test(version),
  majorOf: (version) => (isGemVersion(version) ? String(gem.major(version)) : null),
};
