import type { PackageJson } from '../../formats/package-json.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';

/** What a framework renders all pages of an application in. */
interface Frame {
  /** The package that an application asks for. */
  readonly by: string;
  /** Where it lies, without its ending: of each list the first that is there. */
  readonly places: readonly (readonly string[])[];
  /** Those of scripts where this is left out. */
  readonly endings?: readonly string[];
}

const ROOT_ROUTE = [['src/routes/__root', 'app/routes/__root']];

/**
 * Sources: Next.js, "layout.js", root layouts, "Custom App", "src folder"; React Router, "root.tsx"; Remix, "root"; TanStack
 * Start, "The Root Route"; Nuxt, "app.vue".
 */
const FRAMES: readonly Frame[] = [
  {
    by: 'next',
    places: [
      ['app/layout', 'src/app/layout'],
      ['pages/_app', 'src/pages/_app'],
    ],
  },
  { by: '@react-router/dev', places: [['app/root']] },
  { by: '@remix-run/dev', places: [['app/root']] },
  { by: '@tanstack/react-start', places: ROOT_ROUTE },
  { by: '@tanstack/solid-start', places: ROOT_ROUTE },
  { by: 'nuxt', places: [['app/app', 'app']], endings: ['vue'] },
];

const ENDINGS = ['tsx', 'jsx', 'ts', 'js'];

/** The files in which the application of a manifest begins by the convention of its framework; none for a library. */
export function framesOf(
  { has }: Pick<ProjectFiles, 'has'>,
  folder: string,
  { requests }: Pick<PackageJson, 'requests'>,
): readonly string[] {
  const isAsked = (name: string): boolean => requests.dependencies.has(name) || requests.devDependencies.has(name);
  const frames = FRAMES.filter(({ by }) => isAsked(by)).flatMap(({ places, endings = ENDINGS }) =>
    places.flatMap((names) => {
      const paths = names.flatMap((name) => endings.map((ending) => inFolder(folder, `${name}.${ending}`)));
      return paths.find(has) ?? [];
    }),
  );
  // Frameworks that follow one another begin in the same file.
  return [...new Set(frames)];
}
