import { compareTexts } from '../../../base/compare-texts.ts';
import { depthOf } from '../../source/project-files.ts';
import type { EntryPoint } from '../overview.types.ts';

const KINDS: readonly EntryPoint['kind'][] = ['bin', 'main', 'library', 'container'];

/**
 * Entry points in the order of a reader: those of the package nearest to the top first; there programs go before libraries
 * and short names before long ones, as `vue` before `@vue/runtime-test`. Containers come last.
 */
export function rankEntries(entries: readonly EntryPoint[]): readonly EntryPoint[] {
  const isContainer = ({ kind }: EntryPoint): number => (kind === 'container' ? 1 : 0);
  return entries
    .filter((entry) => !isOfTests(entry))
    .sort(
      (a, b) =>
        isContainer(a) - isContainer(b) ||
        homeDepth(a) - homeDepth(b) ||
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        a.name.length - b.name.length ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.target ?? a.file, b.target ?? b.file),
    );
}

/** A package of tests beside the others, as `tests-integration/`; tools for tests, as `test-utils/`, are none. */
function isOfTests({ file }: EntryPoint): boolean {
  return /(?:^|\/)(?:e2e|fuzz|(?:integration|stress|smoke)-tests?|tests?[-_](?!(?:utils?|kit|helpers?|support|tools?|renderer|runner|lib)\b)[\w-]+)\//.test(
    file,
  );
}

/** Folders above the package: those by which a layout sorts its sources do not make a program a lesser one. */
function homeDepth({ file, line, target }: EntryPoint): number {
  const place = line === null || target === null ? file : `${file.slice(0, file.lastIndexOf('/') + 1)}x`;
  return depthOf(place.replace(/(?:^|\/)(?:src|bin|cmd|lib)\/.*$/, '/x').replace(/^\//, ''));
}
