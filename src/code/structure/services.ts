import { compareTexts } from '../../base/compare-texts.ts';
import { numberedLines } from '../formats/lines.ts';
import type { ExternalUse } from '../imports/import-graph.ts';
import type { ServiceRow } from '../questions/structure-rows.types.ts';
import { isVendored } from '../source/borrowed.ts';
import { roleOfPath } from '../source/path-role.ts';
import { inFolder, isSample, isTemplate, type ProjectFiles } from '../source/project-files.ts';
import { folderOf, nameOf } from '../text/paths.ts';
import { isBuildScript } from './build-scripts.ts';
import type { Focus } from './focus.ts';
import { packageFamilyOf } from './package-family.ts';
import type { Service } from './service.ts';
import { SERVICES } from './service-names.ts';

/** An address of an HTTP API that code holds as a text. */
export interface ApiAddress {
  readonly host: string;
  /** The beginning of the path that tells of an API, such as `/api/v4`; empty where the host does. */
  readonly prefix: string;
  readonly file: string;
  readonly line: number;
}

/** What tells of one service. */
interface Clue {
  readonly service: Pick<Service, 'name' | 'kind'>;
  readonly by: ServiceRow['by'];
  readonly as: string;
  readonly file: string;
  readonly line: number;
}

/** Settings that are read; a tree of examples has thousands. */
const SETTINGS_MAX = 60;

/**
 * Services outside of the program: whose clients it imports, whose containers or addresses its settings name, and whose
 * HTTP APIs its code addresses. Tests and examples are left out, and of an address no more is told than its host and what
 * shows that it is an API.
 */
export async function serviceRows(
  files: ProjectFiles,
  externals: readonly ExternalUse[],
  addresses: readonly ApiAddress[],
  focus: Pick<Focus, 'holds'>,
): Promise<readonly ServiceRow[]> {
  const all = [...importClues(externals), ...(await settingClues(files)), ...addresses.map(addressClue)];
  const clues = all.filter(({ file }) => focus.holds(file));
  const rows = [...Map.groupBy(clues, ({ service, by }) => `${by}\0${service.name}`).values()].flatMap(rowOf);
  const order: readonly ServiceRow['by'][] = ['import', 'settings', 'address'];
  return rows.sort(
    (a, b) => order.indexOf(a.by) - order.indexOf(b.by) || b.files - a.files || compareTexts(a.service, b.service),
  );
}

function rowOf(clues: readonly Clue[]): readonly ServiceRow[] {
  const [first] = [...clues].sort((a, b) => compareTexts(a.file, b.file) || a.line - b.line);
  if (first === undefined) return [];
  const { service, by, file, line } = first;
  const as = listSome([...new Set([first, ...clues].map((clue) => clue.as))]);
  const count = new Set(clues.map((clue) => clue.file)).size;
  // The name of a client does not prove that it is called; a text that says so in a file does prove that it says so.
  return [
    {
      service: service.name,
      kind: service.kind,
      by,
      as,
      files: count,
      file,
      line,
      known: by === 'import' ? 'import' : 'exact',
    },
  ];
}

/** All that tells of a service is counted together, so it is named together. */
function listSome(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  return `${names.slice(0, NAMES_MAX).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const NAMES_MAX = 3;

/** What is only declared calls nobody. */
const DECLARATIONS = /\.d\.[cm]?ts$/;

/** What builds, declares or is copied elsewhere, and calls nobody itself. */
function isNoPart(file: string): boolean {
  return isBuildScript(file) || DECLARATIONS.test(file) || isTemplate(file);
}

function importClues(externals: readonly ExternalUse[]): readonly Clue[] {
  const known = new Map<string, Service | null>();
  return externals.flatMap(({ name, packages, isTest, file, line }) => {
    if (isTest || roleOfPath(file) !== 'source' || isNoPart(file)) return [];
    const family = packageFamilyOf(file);
    const key = `${family}\0${name}`;
    const service = known.get(key) ?? (known.has(key) ? null : clientOf(family, name));
    known.set(key, service);
    return service === null || isFormat(service, packages) ? [] : [{ service, by: 'import', as: name, file, line }];
  });
}

/** Whether a file has nothing of a client but a form of data, as BSON of MongoDB's. */
function isFormat({ formats = '' }: Service, packages: readonly string[] | undefined): boolean {
  if (formats === '' || packages === undefined) return false;
  const isOne = (path: string): boolean => formats.split(' ').some((format) => isClient('go', format, path));
  return packages.every(isOne);
}

function clientOf(family: string, name: string): Service | null {
  const isOne = (client: string): boolean => client !== '' && isClient(family, client, name);
  const service = SERVICES.find(({ clients }) => (clients[family] ?? '').split(' ').some(isOne));
  return service === undefined || service.helpers?.split(' ').includes(name) === true ? null : service;
}

/** A name that ends in a sign of separation stands for all that begin so, one of Go for its versions and packages. */
function isClient(family: string, client: string, name: string): boolean {
  if (family === 'go') return `${name}/`.startsWith(client.endsWith('/') ? client : `${client}/`);
  return /[/.\\_]$/.test(client) ? name.startsWith(client) : name === client;
}

const SETTINGS =
  /^(?:(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml|\.env\.(?:example|sample|template|dist)|application(?:-[\w-]+)?\.(?:ya?ml|properties)|database\.yml|schema\.prisma)$/;

async function settingClues(files: ProjectFiles): Promise<readonly Clue[]> {
  const paths = files.entries
    .map(({ path }) => path)
    .filter((path) => SETTINGS.test(nameOf(path)) && !isSample(path) && !isVendored(path) && !isInTests(path));
  if (paths.length > SETTINGS_MAX)
    files.gap(`${paths.length - SETTINGS_MAX} files of settings were not read for services`);
  const clues: Clue[] = [];
  for (const file of paths.slice(0, SETTINGS_MAX)) {
    const text = (await files.text(file)) ?? '';
    for (const [row, line] of numberedLines(text))
      clues.push(...lineClues(row).map((clue) => ({ ...clue, file, line })));
  }
  return clues;
}

/** Whether a file lies among tests, whatever its own name says: what tests are run against is no part of the program. */
function isInTests(path: string): boolean {
  return roleOfPath(inFolder(folderOf(path), 'x')) === 'test';
}

const IMAGE =
  /^\s*(?:-\s*)?image:\s*["']?(?:[\w.-]+(?::\d+)?\/)*?((?:[a-z][\w.-]*\/)?[a-z][\w.-]*)(?=:(?!\d+\/)|[@"'\s]|$)/;
/** What images of a service put behind its name: how it is packed or set up, and nothing that goes beside it. */
const VARIANT =
  /-(?:server|local|oss|community|enterprise|ce|ee|stack|bundle|cluster|sentinel|sharded|galera|repmgr|ha|alpine|emulator|standalone|devel)$/;
const VARIANTS_MAX = 3;
const ADDRESS = /(?<![\w+])(?:jdbc:)?([a-z][a-z0-9+]{2,14}):\/\//g;
const ADAPTER = /^\s*(?:adapter:\s*|provider\s*=\s*)["']?([a-z]\w{2,20})/;

/** What a line of settings names; comments do not count. */
function lineClues(row: string): readonly Pick<Clue, 'service' | 'by' | 'as'>[] {
  if (/^\s*(?:#|\/\/)/.test(row)) return [];
  const image = IMAGE.exec(row.slice(0, 2_000))?.[1];
  const names = [
    ADAPTER.exec(row)?.[1] ?? '',
    ...[...row.slice(0, 2_000).matchAll(ADDRESS)].map(([, scheme = '']) => scheme),
  ];
  const by = 'settings' as const;
  return [
    ...(image === undefined ? [] : byImage(image)).map((service) => ({ service, by, as: `image ${image}` })),
    ...names.flatMap((name) => bySign('schemes', name).map((service) => ({ service, by, as: `${name}:` }))),
  ];
}

/** By its name in an organisation, else by the name alone, else by that without what tells variants apart. */
function byImage(image: string): readonly Service[] {
  const names = [image, nameOf(image)];
  for (let at = 0; at < VARIANTS_MAX; at++) names.push((names.at(-1) ?? '').replace(VARIANT, ''));
  return names.map((name) => bySign('images', name)).find(({ length }) => length > 0) ?? [];
}

function bySign(sign: 'images' | 'schemes', name: string): readonly Service[] {
  return name === '' ? [] : (BY_SIGN[sign].get(name) ?? []);
}

/** Services by each of their images or schemes. */
function signsOf(sign: 'images' | 'schemes'): ReadonlyMap<string, readonly Service[]> {
  const pairs = SERVICES.flatMap((service) => (service[sign] ?? '').split(' ').map((name) => ({ name, service })));
  const groups = Map.groupBy(pairs, ({ name }) => name);
  return new Map([...groups].map(([name, found]) => [name, found.map(({ service }) => service)]));
}

const BY_SIGN = { images: signsOf('images'), schemes: signsOf('schemes') };

function addressClue({ host, prefix, file, line }: ApiAddress): Clue {
  return { service: { name: host, kind: 'api' }, by: 'address', as: `https://${host}${prefix}`, file, line };
}
