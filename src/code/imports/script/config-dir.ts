import { resolveTarget } from '../../source/project-files.ts';

/*
 * Settings of TypeScript that others extend may name files by the folder of those: `${configDir}/src`. Which folder that
 * is shows when it is known who asks, so such a path stays as it is written until then. Source: TypeScript 5.5, "The
 * ${configDir} Template Variable for Configuration Files".
 */

const TEMPLATE = /^\$\{configDir\}/i;

/** A path as settings in a folder write it; null for what leads out of the project. */
export function writtenPath(folder: string, text: string): string | null {
  if (TEMPLATE.test(text)) return text;
  return TEMPLATE.test(folder) ? `${folder}/${text}` : resolveTarget(folder, text);
}

/** The path that is meant by what `writtenPath` gave, where the settings in a folder are what is asked. */
export function pathFrom(folder: string, written: string): string | null {
  return TEMPLATE.test(written) ? resolveTarget(folder, written.replace(TEMPLATE, './')) : written;
}
