import type { ScanEnd } from '../../search/scan.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { declarationsIn } from '../names/declarations.ts';
import { spellingsIn, spellingsOf } from '../places/spellings.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';

/** The declarations of names, and the files that may use them. */
export interface Known {
  /** Declarations by name, in order of file and line. */
  readonly definitions: ReadonlyMap<string, readonly Definition[]>;
  readonly files: ReadonlySet<string>;
  readonly end: ScanEnd;
}

/**
 * Finds what is declared by some names in the whole project, and every file that may hold one of them. Where an index
 * tells, only the files that declare one are read: those that hold a name may be hundreds, and are read for their uses.
 */
export async function gatherKnown(
  texts: Pick<ReferenceTexts, 'holding' | 'declaring' | 'holders'>,
  names: ReadonlySet<string>,
): Promise<Known> {
  const holders = texts.holders([...names]);
  if (holders === null) return await gather(texts.holding, names, spellingsOf([...names]));
  const declared = await gather(texts.declaring, names);
  return {
    ...declared,
    files: texts.holders([...new Set([...names, ...spellingsIn(declared.definitions)])]) ?? holders,
  };
}

/** Finds what is declared by some names; of the files it knows those that declare one. */
export async function gatherDeclared(
  texts: Pick<ReferenceTexts, 'declaring'>,
  names: ReadonlySet<string>,
): Promise<Known> {
  return await gather(texts.declaring, names);
}

async function gather(
  visitTexts: ReferenceTexts['holding'],
  names: ReadonlySet<string>,
  written: readonly string[] = [...names],
): Promise<Known> {
  const definitions = new Map<string, Definition[]>();
  const files = new Set<string>();
  const end = await visitTexts(written, (file) => {
    files.add(file.path);
    for (const definition of declarationsIn(file, names)) {
      const all = definitions.get(definition.symbol.name) ?? [];
      definitions.set(definition.symbol.name, all);
      if (all.length < REFERENCE_LIMITS.declarationsMax) all.push(definition);
    }
  });
  return { definitions, files, end };
}
