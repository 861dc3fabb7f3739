import { numberedLines } from '../../formats/lines.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

const PRODUCT = /^\s*\.(library|executable|executableTarget)\s*\(\s*(?:name:\s*"([\w.+-]{1,100})")?/;
const NAME = /^\s*name:\s*"([\w.+-]{1,100})"/;
const PACKAGE =
  /^\s*\.package\s*\(\s*(?:name:\s*"[^"]*",\s*)?url:\s*"([^"\s]{1,300})"(?:\s*,\s*(?:(from|exact|branch|revision):\s*"([^"]{1,60})"|\.(upToNextMajor|upToNextMinor)\(\s*from:\s*"([^"]{1,60})"))?/;

/** Package.swift: products, programs, Swift's own commands, packages of others. It is not run. */
export async function readSwift(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const paths = manifestsNamed(files, 'package.swift');
  const leading = leadingManifest(paths);
  for (const file of paths) {
    sheet.manifests.push({ name: 'Package.swift', file, line: null });
    const text = (await files.text(file)) ?? '';
    if (file === leading) addCommands(sheet, file, text);
    addProducts(files, sheet, file, text);
    addPackages(sheet, file, text);
  }
  addOtherManifests(files, sheet);
}

/** Package files for one version of Swift, and what CocoaPods reads: of the top, as others are of examples. */
function addOtherManifests(files: ProjectFiles, sheet: FactSheet): void {
  const base = files.base.replace(/\/$/, '');
  for (const { path } of files.entries) {
    if (folderOf(path) !== base) continue;
    if (/(?:^|\/)Package@swift-[\d.]{1,12}\.swift$/.test(path)) {
      sheet.manifests.push({ name: 'Package.swift', file: path, line: null });
    }
    if (path.endsWith('.podspec')) sheet.manifests.push({ name: 'podspec', file: path, line: null });
  }
}

function addPackages(sheet: FactSheet, file: string, text: string): void {
  const ofTests = packagesOfTests(text);
  for (const [row, line] of numberedLines(text)) {
    const found = PACKAGE.exec(row);
    const name = found?.[1]
      ?.replace(/\.git$/, '')
      .split('/')
      .at(-1);
    if (found === null || name === undefined) continue;
    const [, , kind = found[4], version = found[5]] = found;
    const requirement = kind === undefined ? '' : `${kind} ${version}`;
    const scope = ofTests.has(name) ? 'dev' : 'runtime';
    sheet.dependencies.push({ ecosystem: 'swift', name, requirement, scope, file, line });
  }
}

/** Packages of which only targets of tests use products. */
function packagesOfTests(text: string): ReadonlySet<string> {
  const [tests, others] = [new Set<string>(), new Set<string>()];
  let isTest = false;
  for (const [line] of numberedLines(text)) {
    const target = /^\s*\.(\w*[tT]arget|macro|plugin)\s*\(/.exec(line)?.[1];
    if (target !== undefined) isTest = target === 'testTarget';
    for (const [, name = ''] of line.matchAll(/\bpackage:\s*"([^"]{1,100})"/g)) (isTest ? tests : others).add(name);
  }
  return new Set([...tests].filter((name) => !others.has(name)));
}

function addCommands(sheet: FactSheet, file: string, text: string): void {
  sheet.managers.push({ name: 'swift package manager', file, line: null });
  const add = (kind: CommandFact['kind'], command: string): void => {
    const at = { directory: folderOf(file), file, line: null, detail: null };
    sheet.commands.push({ kind, command, ...at, basis: 'convention' });
  };
  add('build', 'swift build');
  if (/^[ \t]*\.testTarget\b/m.test(text)) add('test', 'swift test');
}

/** Libraries and programs, each once: a program is a product, a target or both. */
function addProducts(files: ProjectFiles, sheet: FactSheet, file: string, text: string): void {
  const seen = new Set<string>();
  for (const { kind, name, line } of productsOf(text)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const folder = inFolder(folderOf(file), `Sources/${name}/`);
    const isThere = files.entries.some(({ path }) => path.startsWith(folder));
    // A product may be made of targets of other names.
    const at = isThere ? { target: folder, isThere } : { target: null, isThere: null };
    // Source: Swift Package Manager, "Creating an executable package".
    const first = `${folder}main.swift`;
    const start = kind !== 'library' && files.has(first) ? { startsIn: first } : {};
    const entry = { kind: kind === 'library' ? 'library' : 'bin', name, file, line, ...at, ...start } as const;
    sheet.entryPoints.push({ ...entry, basis: 'defined' });
  }
}

interface Product {
  readonly kind: string;
  readonly name: string;
  readonly line: number;
}

/** The name stands behind the bracket, or on the line after it. */
function productsOf(text: string): readonly Product[] {
  const products: Product[] = [];
  let open: Omit<Product, 'name'> | null = null;
  for (const [row, line] of numberedLines(text)) {
    const [, kind, ownName] = PRODUCT.exec(row) ?? [];
    const begun: Omit<Product, 'name'> | null = kind === undefined ? open : { kind, line };
    const name = ownName ?? NAME.exec(row)?.[1];
    if (begun !== null && name !== undefined) products.push({ ...begun, name });
    open = kind !== undefined && name === undefined ? begun : null;
  }
  return products;
}
