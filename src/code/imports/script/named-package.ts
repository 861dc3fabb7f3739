import semver from 'semver';
import { fieldOf, stringAt } from '../../formats/json.ts';
import { resolveTarget } from '../../source/project-files.ts';
import type { Declared } from './declared.ts';
import type { Asker } from './find-file.ts';
import type { NodePackage, NodePackages } from './packages.ts';
import type { Candidates } from './tsconfig.ts';
import type { Tie } from './workspaces.ts';

interface Names {
  readonly packages: NodePackages;
  readonly declared: Declared;
}

/** What the manifests say of a name. */
export interface NamedPackage {
  /** A package of the project. */
  readonly member: NodePackage | null;
  /** Whether only its name says that the package is meant. */
  readonly isByName: boolean;
  /** Whether a manifest above asks for a package of the project's name and has it from a registry. */
  readonly isApart: boolean;
  /** Whether a manifest above asks for a package of this name, and gets none of the project. */
  readonly isOfOthers: boolean;
  /** Whether no manifest above asks for it, though there is one. */
  readonly mayBeAlias: boolean;
}

/** Which package a file means by a name. */
export function findPackage(names: Names, from: string, name: string): NamedPackage {
  const own = names.packages.around(from);
  const declared = names.declared.above(from, name);
  const linked = declared && linkedPackage(names, declared);
  const shared = linked ?? names.packages.member(name, (declared ?? own)?.folder ?? null);
  const tie = declared && shared && linked === null ? tieOf(names, declared, shared) : 'linked';
  const member = (tie === 'apart' ? null : shared) ?? (own && isSelf(own, name) ? own : null);
  return {
    member,
    isByName: tie === 'unknown',
    isApart: tie === 'apart',
    isOfOthers: declared !== null && member === null && (tie === 'apart' || !names.packages.hasName(name)),
    mayBeAlias: own !== null && declared === null,
  };
}

/** A package may import itself by its name when it says what it exports. */
function isSelf({ name, json }: NodePackage, wanted: string): boolean {
  return name === wanted && fieldOf(json, 'exports') !== undefined;
}

/** What is asked for as one of the same workspaces is one, by whatever it is that takes the asker in. */
function tieOf(
  { packages }: Names,
  { folder, wanted }: NonNullable<ReturnType<Declared['above']>>,
  member: NodePackage,
): Tie {
  if (wanted.startsWith('workspace:')) return 'linked';
  return isNamesake(member, folder, wanted) ? 'apart' : packages.tieOf(folder, member);
}

/**
 * Whether a registry has what is asked for, and the member only bears its name: nobody asks for himself, and the root of
 * workspaces is linked in its own version alone. Sources: npm, "workspaces"; Yarn, "Workspaces"; pnpm, "Workspace".
 */
function isNamesake(member: NodePackage, folder: string, wanted: string): boolean {
  if (member.folder === folder) return true;
  if (member.folder !== '' && !folder.startsWith(`${member.folder}/`)) return false;
  const range = semver.validRange(wanted, { loose: true });
  const version = semver.parse(stringAt(member.json, 'version')?.text ?? '0.0.0', { loose: true });
  return range !== null && version !== null && !semver.satisfies(version, range, { includePrerelease: true });
}

/** `link:./a` and its like take a package from a folder of the project. */
function linkedPackage(
  { packages }: Names,
  { folder, wanted }: NonNullable<ReturnType<Declared['above']>>,
): NodePackage | null {
  const place = /^(?:link|file|portal):(.+)$/s.exec(wanted)?.[1];
  const target = place === undefined ? null : resolveTarget(folder, place);
  return target === null ? null : packages.inFolder(target);
}

/** Where settings lead that lead nowhere. */
export const NO_CANDIDATES: Candidates = { targets: [], isOwn: false };

/**
 * A folder that settings look for all names in is the compiler's: what is required of a package of others is that package.
 * Source: TypeScript, TSConfig, "baseUrl".
 */
export function settingsFor({ isRequired }: Asker, { isOfOthers }: NamedPackage, found: Candidates): Candidates {
  return isRequired === true && isOfOthers && !found.isOwn ? NO_CANDIDATES : found;
}
