import type { ScanEnd } from '../../search/scan.ts';
import type { CodeFile } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { anonymousTypes, bodyAround } from '../types/anonymous-types.ts';
import { constantBodies } from '../types/constant-bodies.ts';
import { mayHaveUnlisted, unlistedMembers } from './unlisted-members.ts';

/** Methods with the type without a name that each is a member of, which only the brackets around it tell. */
export interface AnonymousMethods {
  readonly pairs: readonly (readonly [type: Definition, method: Definition])[];
  readonly end: ScanEnd;
}

/** Methods that may be one of a type without a name, which are known to be, or of what no list of declarations has. */
interface Sought {
  readonly name: string;
  readonly methods: readonly Definition[];
}

/**
 * Those of some methods that stand directly in the body of one of some types without names, and what is declared there by
 * their name that is in no list: values, and functions within a line.
 */
export async function methodsOfAnonymous(
  texts: Pick<ReferenceTexts, 'at'>,
  types: readonly Definition[],
  { name, methods }: Sought,
): Promise<AnonymousMethods> {
  const pairs: (readonly [Definition, Definition])[] = [];
  const byFile = Map.groupBy(types, ({ file }) => file);
  const end = await texts.at([...byFile.keys()], (file) => {
    const inFile = methods.filter((method) => method.file === file.path);
    const mayHave = inFile.length > 0 || mayHaveUnlisted(file);
    const bodies = mayHave ? bodiesIn(file, byFile.get(file.path) ?? []) : new Map<number, Definition>();
    pairs.push(...unlistedMembers(file, name, bodies));
    for (const method of inFile) {
      const type = bodies.get(bodyAround(file, offsetOf(file, method.symbol)));
      if (type !== undefined) pairs.push([type, method]);
    }
  });
  return { pairs, end };
}

/** Types by the offset of the brace that opens their body. */
function bodiesIn(file: CodeFile, types: readonly Definition[]): ReadonlyMap<number, Definition> {
  const byStart = new Map(types.map((type) => [offsetOf(file, type.symbol), type]));
  return new Map(
    [...anonymousTypes(file), ...constantBodies(file)].flatMap(({ at, open }) => {
      const type = byStart.get(at);
      return type === undefined ? [] : [[open, type] as const];
    }),
  );
}
