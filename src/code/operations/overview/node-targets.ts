import type { BuildEntries } from '../../imports/script/build-entries.ts';
import { sourceOfBuilt } from '../../imports/script/built.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { nameOf } from '../../text/paths.ts';
import type { Field, Library } from './node-exports.ts';

/** What a path that a manifest names is looked up in. */
export interface TargetInput {
  readonly files: ProjectFiles;
  readonly builds: BuildEntries;
}

const TYPES = /\.d\.[cm]?ts$/;

/** Where a field leads, and what that is built from where only a build makes it. */
export function targetAt(
  { files, builds }: TargetInput,
  folder: string,
  { text, kind }: { readonly text: string; readonly kind: EntryPoint['kind'] },
): Pick<EntryPoint, 'target' | 'isThere' | 'builtFrom'> {
  const target = resolveTarget(folder, text);
  if (target === null) return { target, isThere: false };
  const there = existing(files, target);
  if (there !== null) return { target: there, isThere: true };
  const told = sourceOfBuilt({ project: files, builds }, folder, target)?.path ?? null;
  // Of types alone no code is built.
  const isSource = told !== null && (TYPES.test(target) || !TYPES.test(told));
  const built = besideIt(files, target) ?? (isSource ? told : sourceOf(files, folder, { target, kind }));
  return { target, isThere: false, ...(built === null ? {} : { builtFrom: built }) };
}

/** A compiler without a folder for what it makes puts that beside its source. Source: TypeScript, TSConfig, "outDir". */
function besideIt(files: ProjectFiles, target: string): string | null {
  const [, stem, form = ''] = /^(.*)\.([cm]?)jsx?$/s.exec(target) ?? [];
  const endings = form === '' ? ['ts', 'tsx'] : [`${form}ts`];
  return endings.map((ending) => `${stem}.${ending}`).find((path) => stem !== undefined && files.has(path)) ?? null;
}

/** Fields of one package that are tried. */
const FIELDS_MAX = 16;

/**
 * Of what a library gives out under different conditions the first that the tree has, or has the source of: `import` may
 * lead to what only a build makes, and `require` to the code itself. A bundle that is kept in the tree is what others run,
 * and not where who works on it begins: where another field leads to the code, that counts.
 */
export function inTree(input: TargetInput, folder: string, library: Pick<Library, 'text' | 'line' | 'others'>): Field {
  const { others } = library;
  const code = others.filter(({ text }) => /\.[cm]?[jt]sx?$/.test(text) && !TYPES.test(text)).slice(0, FIELDS_MAX);
  const { base } = input.files;
  const here = [library, ...code].flatMap((field) => {
    const { target, isThere, builtFrom } = targetAt(input, folder, { text: field.text, kind: 'library' });
    const isBundle = isThere === true && isVendored((target ?? '').slice(base.length));
    return isThere === true || builtFrom !== undefined ? [{ field, isBundle }] : [];
  });
  return (here.find(({ isBundle }) => !isBundle) ?? here[0])?.field ?? library;
}

/** Node takes `./lib/view` for `./lib/view.js` or `./lib/view/index.js` in `main`. */
function existing(files: ProjectFiles, target: string): string | null {
  const forms = [target, `${target}.js`, `${target}.cjs`, inFolder(target, 'index.js')];
  return forms.find((form) => files.has(form)) ?? null;
}

const SOURCE_ENDINGS = ['ts', 'tsx', 'mts', 'cts', 'js', 'mjs', 'cjs', 'jsx'] as const;

/** Where the names differ (`dist/acme.cjs.js`): what is called so in `src/` up to its first point, for a library else the index. */
function sourceOf(
  files: ProjectFiles,
  folder: string,
  { target, kind }: { readonly target: string; readonly kind: EntryPoint['kind'] },
): string | null {
  const stem = nameOf(target).replace(/\..*$/, '');
  const stems = [...new Set([stem, ...(kind === 'library' ? ['index'] : [])])];
  const places = stems.flatMap((name) => SOURCE_ENDINGS.map((ending) => inFolder(folder, `src/${name}.${ending}`)));
  return places.find((place) => files.has(place)) ?? null;
}
