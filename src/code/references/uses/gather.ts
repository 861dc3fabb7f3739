import type { ScanEnd } from '../../search/scan.ts';
import { type CodeFile, familyOfUser } from '../code-file.ts';
import type { Case } from '../judge/in-reach.ts';
import { type Addresses, findAddresses } from '../names/addresses.ts';
import type { ProjectLinks } from '../names/file-links.ts';
import type { ImportedName, ImportedNames } from '../names/import-names.ts';
import { ownNames } from '../names/own-names.ts';
import { spellingsIn } from '../places/spellings.ts';
import type { Definition, Place } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { lookUpTypes } from './c-declarations.ts';
import { findTypes } from './find-types.ts';
import { type JudgedFiles, judgedFiles } from './judged-files.ts';
import type { Known } from './known.ts';
import { unlistedKeys } from './unlisted-keys.ts';
import type { FoundUses, Use } from './use.ts';
import { oneAfterOther, type UsesEnd } from './uses-end.ts';
import { usesIn } from './uses-in-file.ts';
import { isOrdered, type VisitSteps, visitOrder, visitSteps } from './visit-order.ts';
import { makeWaitingFiles, type WaitingFiles } from './waiting-files.ts';

/** The declarations that a place may mean: of its name, and of the name that what an import calls so comes from. */
export function mayBeMeant(
  names: ImportedNames,
  { name, path, isOfUnknown }: Place,
  definitions: ReadonlyMap<string, readonly Definition[]>,
  namesOf: (name: ImportedName) => readonly string[] = () => [],
): readonly Definition[] {
  const isBare = path.length === 0 && !isOfUnknown;
  const imported = isBare ? names.named(name).flatMap((one) => [one.imported, ...namesOf(one)]) : [];
  return [...new Set([name, ...imported])].flatMap((one) => definitions.get(one) ?? []);
}

/** What uses are looked for with. */
export interface Gathering {
  readonly texts: Pick<ReferenceTexts, 'holding' | 'at' | 'declaring' | 'index' | 'isIndexed' | 'isOver'>;
  readonly links: ProjectLinks;
  /** Whether uses in a file are wanted. */
  readonly accepts: (file: Pick<CodeFile, 'path' | 'role'>) => boolean;
  /** What is asked for, where that is known: of many files those near it come first. */
  readonly targets?: readonly Definition[];
}

type Visit = (use: Use) => void;

/**
 * Hands over every use of the names that is no declaration; in other files' order, each file's in its own. Where many files
 * hold a name, those come first that are nearest to a declaration: the time may not suffice for all. Who asks again then
 * goes on behind those that were judged.
 */
export async function visitUses(gathering: Gathering, known: Known, visit: Visit): Promise<UsesEnd> {
  const { texts, accepts } = gathering;
  const { steps, isSplit } = visitSteps(known, { texts, accepts });
  const isTogether = texts.index === null || (!isSplit && !isUntold(known));
  if (isTogether) return await visitTogether(gathering, known, { isAll: true, visit });
  return await visitInSteps(gathering, { ...known, steps, judged: judgedFiles(texts.index, known.definitions) }, visit);
}

interface Steps extends Known, Pick<VisitSteps, 'steps'> {
  readonly judged: JudgedFiles;
}

async function visitInSteps(gathering: Gathering, { steps, judged, ...known }: Steps, visit: Visit): Promise<UsesEnd> {
  const { texts, links } = gathering;
  let end: UsesEnd = { searched: 0, isComplete: true, unread: 0 };
  const waiting = makeWaitingFiles();
  const judgeWaiting = async (): Promise<void> => {
    const files = waiting.unjudged();
    const found = new Map<string, FoundUses>();
    if (files.size > 0) {
      const step = await visitTogether(gathering, { ...known, files }, { isAll: false, visit, found });
      // They were counted when they were read for the names.
      end = oneAfterOther(end, { ...step, searched: 0 });
    }
    waiting.visitAll(found, visit);
    // What was judged when the time was over may know less than it would else.
    if (!texts.isOver() && !links.isCut()) judged.keep(found);
  };
  for (const files of steps) {
    if (texts.isOver()) end = oneAfterOther(end, { searched: 0, isComplete: false, unread: files.size });
    else end = oneAfterOther(end, await addHolders(gathering, { ...known, files, judged }, waiting));
    // Other languages' files are judged alone, as they are by who asks again.
    if (waiting.isFull() || !hasFilesOfC(files)) await judgeWaiting();
  }
  await judgeWaiting();
  return end;
}

function hasFilesOfC(paths: ReadonlySet<string>): boolean {
  for (const path of paths) if (familyOfUser(path) === 'c') return true;
  return false;
}

/** The shortest name of which an index by three letters tells who may hold it. */
const TOLD_LENGTH = 3;

/**
 * Whether all files may hold a name as far as the index tells: then those that do are found before the imports of all are
 * followed, which would take all the time that there is.
 */
function isUntold({ definitions }: Known): boolean {
  return [...definitions.keys()].some((name) => name.length < TOLD_LENGTH);
}

/** An index leads to more files than hold a name: of some files adds those that do, with the uses of those that were judged before. */
async function addHolders(
  { texts, accepts }: Gathering,
  { files, definitions, judged }: Pick<Known, 'files' | 'definitions'> & Pick<Steps, 'judged'>,
  waiting: WaitingFiles,
): Promise<UsesEnd> {
  const names = spellingsIn(definitions);
  const cut = new Set<string>();
  const end = await texts.at([...files], (file) => {
    const found = accepts(file) ? judged.usesIn(file) : null;
    if (found?.isCut === true) cut.add(file.path);
    if (found !== null || names.some((name) => file.text.includes(name))) waiting.add(file.path, found);
  });
  return withCut(end, cut);
}

function withCut(end: ScanEnd, cut: ReadonlySet<string>): UsesEnd {
  return cut.size === 0 ? end : { ...end, isComplete: false, cut };
}

interface Visiting {
  readonly isAll: boolean;
  readonly visit: Visit;
  /** Where what each file of C has is put, to be visited later; all is visited at once when it is left out. */
  readonly found?: Map<string, FoundUses>;
}

/** Visits some files: all that may hold the names, or no others than these. */
async function visitTogether(
  { texts: all, links, accepts, targets }: Gathering,
  { definitions, files }: Known,
  { isAll, visit, found }: Visiting,
): Promise<UsesEnd> {
  const texts = isAll ? all : onlyOf(all, files);
  const types = await findTypes(texts, { definitions, files });
  await links.follow(new Set([...files, ...[...types.bodies.values()].map(({ file }) => file.path)]));
  const isOwnOf = ownNames(definitions);
  const addresses = await findAddresses({ texts, links, holders: files, isOwnOf }, [...definitions.values()].flat());
  const ofC = await typesFor(texts, links, definitions);
  const unlisted = await unlistedKeys(texts, { definitions, files });
  const cut = new Set<string>();
  const judged = isAll ? keptWhole({ texts, links }, { definitions, files }) : null;
  const judgeFile = (file: CodeFile): FoundUses => {
    const here = usesIn(file, { definitions, links, addresses, types, unlisted, ...ofC });
    judged?.keep(new Map([[file.path, here]]));
    return here;
  };
  // Of other languages files that do not hold a name may use it, which only judging those that do leads to.
  const isPut = (file: CodeFile): boolean => file.family === 'c' && files.has(file.path);
  const visitFile = (file: CodeFile): void => {
    if (!accepts(file)) return;
    const here = judged?.usesIn(file) ?? judgeFile(file);
    if (here.isCut) cut.add(file.path);
    if (found !== undefined && isPut(file)) found.set(file.path, here);
    else for (const use of here.uses) visit(use);
  };
  const near = targets ?? [...definitions.values()].flat();
  const end = await visitFiles({ texts, addresses }, { names: spellingsIn(definitions), files, near }, visitFile);
  return withCut(end, cut);
}

/**
 * What was judged of many files, for which one question may not suffice; null for few, and where what judging goes by is
 * not known in whole.
 */
function keptWhole(
  { texts: { index, isOver }, links }: Pick<Gathering, 'texts' | 'links'>,
  { definitions, files }: Pick<Known, 'definitions' | 'files'>,
): JudgedFiles | null {
  const isKept = isOrdered(files.size) && !isOver() && !links.isCut();
  return isKept && index !== null ? judgedFiles(index, definitions) : null;
}

/** Texts of which only some files hold anything. */
function onlyOf(texts: Gathering['texts'], files: ReadonlySet<string>): Gathering['texts'] {
  return { ...texts, holding: (_, visit) => texts.at([...files], visit) };
}

/** Names whose types are looked up without an index, for each of which all files are gone through. */
const UNINDEXED_MAX = 2;

/** What values of C and C++ are, where something of these languages is declared by the names. */
async function typesFor(
  texts: Gathering['texts'],
  links: ProjectLinks,
  definitions: Known['definitions'],
): Promise<Pick<Case, 'lookUpC'>> {
  const isOfC = [...definitions.values()].some((all) => all.some(({ family }) => family === 'c'));
  if (!isOfC || (!texts.isIndexed && definitions.size > UNINDEXED_MAX)) return {};
  return { lookUpC: await lookUpTypes(texts, links, [...definitions.keys()]) };
}

interface MayUse {
  readonly names: readonly string[];
  readonly files: ReadonlySet<string>;
  /** What many files are ordered by. */
  readonly near?: readonly Definition[];
}

/** Hands over every file that may use what is declared by some names; few in order of path, of many the nearest first. */
export async function visitFiles(
  { texts, addresses }: { readonly texts: Gathering['texts']; readonly addresses: Addresses },
  { names, files, near = [] }: MayUse,
  visit: (file: CodeFile) => void,
): Promise<ScanEnd> {
  const isNamed = addresses.files.size === 0;
  if (isNamed && (near.length === 0 || !isOrdered(files.size))) return await texts.holding(names, visit);
  // What imports a declaration under another name need not hold its own.
  const paths = [...new Set([...files, ...addresses.files])];
  return await texts.at(visitOrder(paths, new Set(near.map(({ file }) => file))), (file) => {
    if (addresses.files.has(file.path) || names.some((name) => file.text.includes(name))) visit(file);
  });
}
