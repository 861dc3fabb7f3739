import { fieldOf, stringAt } from '../../formats/json.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { targetsOf } from './exports-field.ts';
import type { NodePackage, NodePackages } from './packages.ts';

/** Where settings of a compiler are read, and whose names they may extend. */
export interface SettingsPlace {
  readonly project: ProjectFiles;
  readonly packages: Pick<NodePackages, 'member' | 'hasName' | 'around'>;
}

const NAME = /^(@[^/]+\/[^/]+|[^@./][^/]*)(?:\/(.+))?$/s;

/**
 * The settings that others extend by a path or by the name of a package of the project; null for what is not in the project,
 * as those of an installed package are not. Source: TypeScript, "TSConfig Reference", "extends"; a name is led as Node does.
 */
export function extendedFile({ project, packages }: SettingsPlace, from: string, name: string): string | null {
  const find = (target: string | null): string | null =>
    [target ?? '', `${target}.json`, inFolder(target ?? '', 'tsconfig.json')].find((one) => project.has(one)) ?? null;
  if (name.startsWith('.')) return find(resolveTarget(folderOf(from), name));
  const [, packageName = '', inner = ''] = NAME.exec(name) ?? [];
  if (!packages.hasName(packageName)) return null;
  const member = packages.member(packageName, packages.around(from)?.folder ?? null);
  const found = member && writtenIn(member, inner).map((one) => find(resolveTarget(member.folder, one)));
  const file = found?.find((one) => one !== null) ?? null;
  if (file === null) project.gap(`${from} extends ${name}, which leads to no file: its aliases are not known`);
  return file;
}

/** What a member gives out under a path, else the path itself; of a bare name what its field `tsconfig` says. */
function writtenIn({ json }: NodePackage, inner: string): readonly string[] {
  const exported = fieldOf(json, 'exports');
  const given = exported === undefined ? null : targetsOf(exported, inner === '' ? '.' : `./${inner}`);
  if (given !== null) return given.map(({ path }) => path);
  return [inner === '' ? (stringAt(json, 'tsconfig')?.text ?? 'tsconfig.json') : inner];
}
