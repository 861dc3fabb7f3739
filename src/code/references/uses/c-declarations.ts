import { MIB } from '../../../base/units.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { isType } from '../../search/symbols-of.ts';
import type { CodeFile } from '../code-file.ts';
import {
  bodiesOfChain,
  bodiesOfType,
  type CDeclared,
  chainBefore,
  classAround,
  type LookUpC,
  memberOf,
} from '../judge/c-types.ts';
import { isOfOneFile } from '../judge/in-reach.ts';
import { offsetOf } from '../names/declarations.ts';
import type { ProjectLinks } from '../names/file-links.ts';
import { placesOf } from '../places/places.ts';
import type { ReferenceTexts } from '../texts.ts';
import { meaningOf, typeBefore } from '../types/c-bodies.ts';

/** Rounds of looking up what the types found so far are made of. */
const ROUNDS_MAX = 8;
/** Names that are looked up for one question, and places whose types are followed. */
const NAMES_MAX = 1_000;
const PLACES_MAX = 20_000;
/** Characters of the files that are kept for it. */
const CHARACTERS_MAX = 8 * MIB;

/** A name in a file. */
export interface NamePlace {
  readonly file: CodeFile;
  readonly at: number;
  readonly name: string;
}

/** A place whose type is followed. */
interface Followed extends NamePlace {
  readonly chain: readonly string[];
}

/**
 * Looks up what the values before members of some names are, in the files of C and C++ that hold them: what their variables,
 * types and classes are declared as, step by step from a value to the types of its fields.
 */
export async function lookUpTypes(
  texts: Pick<ReferenceTexts, 'declaring' | 'holding'>,
  links: ProjectLinks,
  names: readonly string[],
): Promise<LookUpC> {
  const followed: Followed[] = [];
  let characters = 0;
  await texts.holding(names, (file) => {
    if (file.family !== 'c' || characters > CHARACTERS_MAX) return;
    const all = names.flatMap((name) => placesOf(file, name).map(({ at }) => ({ file, at, name })));
    const found = all.flatMap(followedAt).slice(0, PLACES_MAX - followed.length);
    if (found.length > 0) characters += file.text.length;
    followed.push(...found);
  });
  return await lookUpFollowed(texts, links, { followed, roundsMax: ROUNDS_MAX });
}

/** Rounds without an index, each of which goes through all files. */
const ROUNDS_WITHOUT_INDEX = 3;

/** The same for some places: what is known of the values before them, as far as that is found in few rounds. */
export async function lookUpTypesAt(
  texts: Pick<ReferenceTexts, 'declaring' | 'isIndexed'>,
  links: ProjectLinks,
  places: readonly NamePlace[],
): Promise<LookUpC> {
  const followed = places
    .filter(({ file }) => file.family === 'c')
    .slice(0, PLACES_MAX)
    .flatMap(followedAt);
  const roundsMax = texts.isIndexed ? ROUNDS_MAX : ROUNDS_WITHOUT_INDEX;
  return await lookUpFollowed(texts, links, { followed, roundsMax });
}

async function lookUpFollowed(
  texts: Pick<ReferenceTexts, 'declaring'>,
  links: ProjectLinks,
  { followed: all, roundsMax }: { readonly followed: readonly Followed[]; readonly roundsMax: number },
): Promise<LookUpC> {
  const known = new Map<string, CDeclared[]>();
  let wanted = new Set<string>();
  const lookUp: LookUpC = (name) => {
    const found = known.get(name) ?? null;
    if (found === null && known.size + wanted.size < NAMES_MAX) wanted.add(name);
    return found;
  };
  let followed = all;
  for (let round = 0; round < roundsMax && followed.length > 0; round += 1) {
    followed = followed.filter((one) => !isKnown(one, links, lookUp));
    if (wanted.size === 0) break;
    for (const name of wanted) known.set(name, []);
    const asked = wanted;
    wanted = new Set();
    await texts.declaring([...asked], (file) => {
      for (const [name, declared] of declaredIn(file, asked)) known.get(name)?.push(declared);
    });
  }
  return (name) => known.get(name) ?? null;
}

/** A place with what stands before it, where it is a member of something that may be followed. */
function followedAt({ file, at, name }: NamePlace): readonly Followed[] {
  const chain = chainBefore(file, at);
  const isAlone = chain?.length === 0 && classAround(file, at) === null;
  return chain === null || isAlone ? [] : [{ file, at, name, chain }];
}

/** Whether the type of a value is known, with all that it has its members from; what is not yet is asked for. */
function isKnown({ file, at, name, chain }: Followed, links: ProjectLinks, lookUp: LookUpC): boolean {
  const view = { file, links, lookUp };
  const bodies =
    chain.length > 0
      ? bodiesOfChain(view, file, chain, at)
      : bodiesOfType(view, { name: classAround(file, at), body: null });
  return memberOf(view, bodies, name) !== null;
}

/** What a file of C or C++ declares by some names. */
function declaredIn(file: CodeFile, names: ReadonlySet<string>): ReadonlyMap<string, CDeclared> {
  if (file.family !== 'c') return new Map();
  const byName = Map.groupBy(
    file.symbols().filter(({ name }) => names.has(name)),
    ({ name }) => name,
  );
  return new Map([...byName].map(([name, symbols]) => [name, declaredBy(file, symbols)]));
}

function declaredBy(file: CodeFile, symbols: readonly FileSymbol[]): CDeclared {
  const meanings = symbols.filter(isType).flatMap((symbol) => meaningOf(file, symbol) ?? []);
  const variables = symbols.filter(({ kind }) => kind === 'variable');
  return {
    file: file.path,
    bodies: [...new Set(meanings.flatMap((one) => ('body' in one ? [one.body] : [])))],
    aliases: meanings.flatMap((one) => ('alias' in one ? [one.alias] : [])),
    variables: variables.map((symbol) => ({
      type: typeBefore(file, offsetOf(file, symbol)),
      isOfOneFile: isOfOneFile(symbol),
    })),
  };
}
