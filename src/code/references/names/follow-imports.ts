import { linkImports } from '../../imports/build-import-graph.ts';
import { mayBeProgram } from '../../lex/shebang.ts';
import type { Scope } from '../../search/scope.ts';
import { type Family, familyOfUser } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { isRust, makeBarrelTest } from './barrels.ts';
import { followIncludes } from './included-files.ts';
import { emptyLinks, forget, type KeptLinks } from './kept-links.ts';
import { sinkInto } from './links-sink.ts';

/** Follows imports, and says where it had to stop. */
export interface Follower {
  /** Follows the imports of files, and of those that only give out others'; what was followed before is kept. */
  follow(paths: Iterable<string>): Promise<void>;
  /** Whether files were left out because there are too many. */
  isCut(): boolean;
}

/** Follows imports of the files of a source for one question; what it finds goes into `kept`. */
export function makeFollower({ source, context }: Pick<Scope, 'source' | 'context'>, kept: KeptLinks): Follower {
  const { files, known, project } = kept;
  const isBarrel = makeBarrelTest(files);
  let isCut = false;

  async function link(paths: ReadonlySet<string>): Promise<void> {
    for (const path of paths) if (!known.has(path)) known.set(path, emptyLinks());
    const only = kept.readAlong(paths);
    try {
      await linkImports({ source, entries: files, base: '', ...context, only }, project, sinkInto(kept));
    } finally {
      // What the time did not suffice for must not be taken for all there is by a later question.
      if (context.signal.aborted || performance.now() > context.deadlineAtMs) forget(source);
    }
  }

  /** Follows imports whose names mean nothing without the files that declare them, all of those together. */
  async function followTogether(paths: readonly string[]): Promise<void> {
    if (paths.every((path) => kept.together.has(path))) return;
    const asked = [...paths, ...(paths.some(isRust) ? waysOfRust(kept, isBarrel) : [])];
    const all = new Set([...kept.together, ...asked]);
    // Past the bound only this question's files are looked at together.
    kept.together = all.size > REFERENCE_LIMITS.linkedFilesMax ? new Set(asked) : all;
    isCut ||= paths.length > REFERENCE_LIMITS.linkedFilesMax;
    await link(new Set([...kept.together].slice(0, REFERENCE_LIMITS.linkedFilesMax)));
  }

  /** Follows imports that write out where they lead to, and what gives out others, hop by hop. */
  async function followHops(asked: readonly string[], before: number): Promise<void> {
    let wanted = new Set(asked.filter((path) => !kept.followed.has(path)));
    for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && wanted.size > 0; hop += 1) {
      const room = REFERENCE_LIMITS.linkedFilesMax - (known.size - before);
      isCut ||= wanted.size > room;
      const some = new Set([...wanted].slice(0, Math.max(0, room)));
      if (some.size === 0) return;
      await link(new Set([...some].filter((path) => !known.has(path))));
      for (const path of hop === 0 ? some : []) kept.followed.add(path);
      const given = [...some].flatMap((path) => givingTargets(kept, path, { isBarrel, isAsked: hop === 0 }));
      wanted = new Set(given.filter((path) => !known.has(path)));
    }
  }

  return {
    async follow(paths) {
      const before = known.size;
      const asked = [...paths];
      await followTogether(asked.filter(needsOthers));
      await followIncludes(asked, (path) => known.get(path)?.targets ?? null, link);
      await followHops(asked, before);
    },
    isCut: () => isCut,
  };
}

/** Languages whose imports write out where they lead to. */
const WRITTEN_OUT: ReadonlySet<Family> = new Set(['script', 'python', 'go', 'c']);

function needsOthers(path: string): boolean {
  const family = familyOfUser(path);
  // Of a program without an ending only its content tells the language.
  return family === null ? mayBeProgram(path) : !WRITTEN_OUT.has(family);
}

type PathTest = (path: string) => boolean;

/**
 * Which files a path leads through is only known once all are read, whether or not they hold what is asked for: with
 * some of them answers would depend on what was asked before. Of very many those that mostly give out others.
 */
function waysOfRust({ files }: KeptLinks, isBarrel: PathTest): readonly string[] {
  const all = files.map(({ path }) => path).filter(isRust);
  return all.length <= REFERENCE_LIMITS.rustFilesMax ? all : all.filter(isBarrel);
}

/** Of what a file imports that which may give out others. A script that does so with no name in it does so by a star. */
function givingTargets(
  { known, mayStar }: KeptLinks,
  path: string,
  { isBarrel, isAsked }: { readonly isBarrel: PathTest; readonly isAsked: boolean },
): readonly string[] {
  const { targets, reexported } = known.get(path) ?? emptyLinks();
  return [...targets].filter((target) => isBarrel(target) || ((isAsked || reexported.has(target)) && mayStar(target)));
}
