import { compareTexts } from '../../base/compare-texts.ts';
import { plural } from '../../base/plural.ts';
import type { ImportUnit } from '../imports/import-graph.ts';
import { roleOfPath } from '../source/path-role.ts';
import { folderOf } from '../text/paths.ts';

/** A part of the project that an answer speaks of as one thing. */
export interface Module {
  /** A folder ends in `/`, the files right in a folder in `/*`; a bucket says how many it holds, and the first of them. */
  readonly label: string;
  /** Indexes of its units, in their order. */
  readonly units: readonly number[];
}

/** More modules than this are no picture any more. */
export const MODULES_MAX = 22;

/** With fewer modules than this a folder that holds most of the units is opened into its files. */
const FEW_MODULES = 8;

/** A folder is opened in part only if so many of its children can be shown. */
const PARTIAL_MIN = 4;

/** A part that may be opened further. */
interface Part {
  /** Without a slash at the end; empty for the top. */
  readonly folder: string;
  readonly kind: 'folder' | 'files' | 'unit' | 'others';
  readonly label: string;
  readonly units: readonly number[];
}

/** Which units are split, and what is known of them. */
export interface SplitInput {
  readonly units: readonly ImportUnit[];
  readonly chosen: readonly number[];
  readonly modulesMax: number;
  /** How much a unit stands for when only some of a folder can be shown. */
  readonly weightOf: (unit: number) => number;
}

/**
 * Parts by folders, the largest opened first, at most `modulesMax`. Folders aside (examples, documentation, built
 * files) are never opened. Ordered by label; every chosen unit is in exactly one.
 */
export function splitModules(input: SplitInput): readonly Module[] {
  const { chosen, modulesMax } = input;
  if (chosen.length === 0) return [];
  let parts: readonly Part[] = [wholePart(input)];
  for (let next = openFolder(input, parts); next !== null; next = openFolder(input, parts)) parts = next;
  if (parts.length < Math.min(FEW_MODULES, modulesMax)) parts = openFiles(input, parts) ?? parts;
  return parts
    .map(({ label, units }) => ({ label, units: [...units].sort((a, b) => a - b) }))
    .sort((a, b) => compareTexts(a.label, b.label));
}

/** All units as one part, named by the folder that holds them. */
function wholePart({ units, chosen }: SplitInput): Part {
  const [first = '', ...others] = chosen.map((unit) => folderOfUnit(units[unit]));
  const segments = first === '' ? [] : first.split('/');
  const isShared = (length: number): boolean => {
    const folder = segments.slice(0, length).join('/');
    return others.every((other) => other === folder || other.startsWith(`${folder}/`));
  };
  let shared = segments.length;
  while (shared > 0 && !isShared(shared)) shared -= 1;
  const folder = segments.slice(0, shared).join('/');
  if (chosen.length === 1) return filesPart(units, folder, chosen);
  return { folder, kind: 'folder', label: folder === '' ? './' : `${folder}/`, units: chosen };
}

/** Opens the largest folder that can be opened; null when none can. */
function openFolder(input: SplitInput, parts: readonly Part[]): readonly Part[] | null {
  const folders = parts.filter(({ kind, units }) => kind === 'folder' && units.length > 1);
  folders.sort((a, b) => b.units.length - a.units.length || compareTexts(a.folder, b.folder));
  for (const part of folders) {
    if (isAside(part.folder)) continue;
    const children = childrenOf(input.units, part);
    const room = input.modulesMax - (parts.length - 1);
    const opened = fitChildren(input, part, children, room);
    if (opened !== null) return [...parts.filter((other) => other !== part), ...opened];
  }
  return null;
}

/** Folders in a folder, and the files right in it. One lonely folder is passed through. */
function childrenOf(units: readonly ImportUnit[], part: Part): readonly Part[] {
  const below = new Map<string, number[]>();
  const direct: number[] = [];
  const depth = part.folder === '' ? 0 : part.folder.split('/').length;
  for (const index of part.units) {
    const segment = folderOfUnit(units[index]).split('/')[depth] ?? '';
    const group = below.get(segment);
    if (segment === '') direct.push(index);
    else if (group) group.push(index);
    else below.set(segment, [index]);
  }
  const folders = [...below].map(([segment, members]): Part => {
    const folder = part.folder === '' ? segment : `${part.folder}/${segment}`;
    return { folder, kind: 'folder', label: `${folder}/`, units: members };
  });
  if (direct.length === 0) {
    const [only, ...others] = folders;
    return only !== undefined && others.length === 0 && only.units.length > 1 ? childrenOf(units, only) : folders;
  }
  return folders.length === 0 ? [] : [...folders, filesPart(units, part.folder, direct)];
}

function filesPart(units: readonly ImportUnit[], folder: string, direct: readonly number[]): Part {
  const [first] = direct;
  const only = direct.length === 1 && first !== undefined ? units[first] : undefined;
  if (only?.kind === 'file') return { folder, kind: 'unit', label: only.path, units: direct };
  return { folder, kind: 'files', label: `${folder === '' ? '.' : folder}/*`, units: direct };
}

/** The children, the lesser ones in one bucket where there is no room for all; null when opening shows too little. */
function fitChildren(input: SplitInput, part: Part, children: readonly Part[], room: number): readonly Part[] | null {
  if (children.length < 2) return null;
  if (children.length <= room) return children;
  if (room < PARTIAL_MIN) return null;
  const weight = ({ units }: Part): number => units.reduce((sum, unit) => sum + input.weightOf(unit), 0);
  const ranked = [...children].sort((a, b) => weight(b) - weight(a) || compareTexts(a.label, b.label));
  const families = familiesOf(part.folder, ranked.slice(room - 1));
  if (families.length > 0 && room - families.length - 1 >= PARTIAL_MIN) {
    const shown = ranked.slice(0, room - families.length - 1);
    const left = ranked.slice(shown.length);
    const named = families.map((prefix) => familyPart(part.folder, prefix, { shown, left }));
    const isNamed = ({ kind, folder }: Part): boolean =>
      kind === 'folder' && families.some((prefix) => hasPrefix(folder, part.folder, prefix));
    const others = left.filter((child) => !isNamed(child));
    return [...shown, ...named, ...(others.length === 0 ? [] : [bucketOf(part, others)])];
  }
  return [...ranked.slice(0, room - 1), bucketOf(part, ranked.slice(room - 1))];
}

/** Fewer folders of one name are no family, nor are more families a picture. */
const FAMILY_MIN = 8;
const FAMILIES_MAX = 3;

/** First words that many folders have in common: `babel-plugin-`; the longest one that still holds most of them. */
function familiesOf(folder: string, parts: readonly Part[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { kind, folder: path } of parts) {
    if (kind !== 'folder') continue;
    const words = path.slice(folder === '' ? 0 : folder.length + 1).split(/(?<=[-_])/);
    for (const length of [1, 2]) {
      const prefix = words.slice(0, length).join('');
      if (words.length > length) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  // One that all have says nothing of what makes some of them alike.
  const large = [...counts].filter(([, count]) => count >= FAMILY_MIN && count < parts.length);
  const free = large.filter(([prefix, count]) => !large.some(([other, all]) => isWithin(prefix, count, other, all)));
  free.sort(([a, countA], [b, countB]) => countB - countA || compareTexts(a, b));
  const prefixes = free.slice(0, FAMILIES_MAX).map(([prefix]) => prefix);
  // A folder is in one of them.
  return prefixes.filter((prefix) => !prefixes.some((other) => other !== prefix && prefix.startsWith(other)));
}

/** Of `babel-` and `babel-plugin-` the shorter one goes; of two that hold the same the longer one stays. */
function isWithin(prefix: string, count: number, other: string, otherCount: number): boolean {
  return other !== prefix && other.startsWith(prefix) && otherCount * 2 >= count;
}

function hasPrefix(path: string, folder: string, prefix: string): boolean {
  return path.startsWith(folder === '' ? prefix : `${folder}/${prefix}`);
}

function familyPart(
  folder: string,
  prefix: string,
  { shown, left }: { readonly shown: readonly Part[]; readonly left: readonly Part[] },
): Part {
  const isOfIt = (part: Part): boolean => part.kind === 'folder' && hasPrefix(part.folder, folder, prefix);
  const own = left.filter(isOfIt);
  const label = `${folder === '' ? '' : `${folder}/`}${prefix}* (${own.length}${shown.some(isOfIt) ? ' other' : ''} folders)`;
  return { folder, kind: 'others', label, units: own.flatMap(({ units }) => units) };
}

function bucketOf(part: Part, rest: readonly Part[]): Part {
  const word = rest.every(({ kind }) => kind === 'folder')
    ? 'folder'
    : rest.every(({ kind }) => kind === 'unit')
      ? 'file'
      : 'part';
  const count = plural(rest.length, `other ${word}`);
  const label = `${part.folder === '' ? '.' : part.folder}/(${count}: ${namesIn(part.folder, rest)})`;
  return { folder: part.folder, kind: 'others', label, units: rest.flatMap(({ units }) => units) };
}

/** Parts of a bucket that its label names; two of many, since every edge repeats the label. */
const NAMED_MAX = 3;
const NAMED_OF_MANY = 2;
const NAME_CHARACTERS_MAX = 40;

function namesIn(folder: string, rest: readonly Part[]): string {
  const shown = rest.slice(0, rest.length > NAMED_MAX ? NAMED_OF_MANY : NAMED_MAX);
  const names = shown.map(({ label }) => {
    const name = label.slice(folder === '' ? 0 : folder.length + 1).replace(/\/$/, '');
    return name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX - 1)}…` : name;
  });
  return `${names.join(', ')}${rest.length > shown.length ? ', …' : ''}`;
}

/** Where folders tell little, the folder with most of the units is opened into its files; null when there is none. */
function openFiles(input: SplitInput, parts: readonly Part[]): readonly Part[] | null {
  const { units, chosen, modulesMax } = input;
  const large = parts.find((part) => {
    const isOpen = (part.kind === 'folder' || part.kind === 'files') && !isAside(part.folder);
    return isOpen && part.units.length > 1 && part.units.length * 2 > countOpen(units, chosen);
  });
  if (large === undefined || large.units.some((unit) => units[unit]?.kind !== 'file')) return null;
  const files = large.units.map((unit): Part => {
    const path = units[unit]?.path ?? '';
    return { folder: large.folder, kind: 'unit', label: path, units: [unit] };
  });
  const opened = fitChildren(input, large, files, modulesMax - (parts.length - 1));
  return opened === null ? null : [...parts.filter((part) => part !== large), ...opened];
}

function countOpen(units: readonly ImportUnit[], chosen: readonly number[]): number {
  return chosen.filter((unit) => !isAside(folderOfUnit(units[unit]))).length;
}

/** Only a folder is asked: the name of a file in it says nothing about the folder. */
function isAside(folder: string): boolean {
  return folder !== '' && roleOfPath(`${folder}/x`) === 'aside';
}

/** The folder that a unit lies in; a package is its folder. */
function folderOfUnit(unit: ImportUnit | undefined): string {
  if (unit === undefined) return '';
  if (unit.kind === 'package') return unit.path === '.' ? '' : unit.path.replace(/\/$/, '');
  return folderOf(unit.path);
}
