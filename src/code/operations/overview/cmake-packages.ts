import type { CMakeCommand } from '../../formats/cmake.ts';
import type { DependencyFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { isBuiltAside } from './built-aside.ts';
import type { FactSheet } from './fact-sheet.ts';

/** Commands that look for libraries one by one, by names that only a compiler or pkg-config knows. */
const SINGLE = new Set(['find_library', 'check_library_exists', 'pkg_check_modules', 'pkg_search_module']);
/** How a name of a package is written; what a variable holds is not known. */
const NAME = /^[\w.+-]{1,100}$/;
const VERSION = /^\d[\w.]{0,40}(?:\.\.\.<?\d[\w.]{0,40})?$/;

interface Asked extends Pick<DependencyFact, 'name' | 'requirement' | 'scope'> {
  readonly line: number;
}

/**
 * Packages that a CMakeLists.txt asks for, each once: by `find_package` on the machine, by `FetchContent_Declare` from where
 * it says. Whatever is looked for otherwise is a gap. Source: CMake, "find_package", "FetchContent".
 */
export function addSought(
  files: Pick<ProjectFiles, 'gap'>,
  sheet: FactSheet,
  { file, commands }: { readonly file: string; readonly commands: readonly CMakeCommand[] },
): void {
  const byName = new Map<string, Asked>();
  let isUntold = false;
  for (const command of commands) {
    const asked = askedBy(command);
    isUntold ||= asked === 'untold' || SINGLE.has(command.name);
    if (asked === null || asked === 'untold') continue;
    const known = byName.get(asked.name);
    // What is needed in one place is needed, wherever it is only tried besides.
    if (known === undefined || (known.scope !== 'build' && asked.scope === 'build')) byName.set(asked.name, asked);
  }
  for (const asked of byName.values()) sheet.dependencies.push({ ecosystem: 'cmake', ...asked, file });
  if (!isUntold) return;
  files.gap(
    `${file}: libraries that are looked for by other commands than find_package, or by names in variables, are not told`,
  );
}

/** Null for what asks for no package; `untold` where its name is not known. */
function askedBy({ name, words, line, conditions, within }: CMakeCommand): Asked | 'untold' | null {
  const [written = '', version = ''] = words;
  if (name !== 'find_package' && name !== 'fetchcontent_declare') return null;
  if (!NAME.test(written)) return 'untold';
  if (name === 'fetchcontent_declare') {
    const tag = words[words.indexOf('GIT_TAG') + 1] ?? '';
    const requirement = words.includes('GIT_TAG') && NAME.test(tag) ? tag : '';
    return { name: written, requirement, scope: scopeOf(conditions, true), line };
  }
  const requirement = VERSION.test(version) ? version : '';
  // Whether a function is called is not known.
  return {
    name: written,
    requirement,
    scope: scopeOf(conditions, within === null && words.includes('REQUIRED')),
    line,
  };
}

function scopeOf(conditions: readonly string[], isNeeded: boolean): DependencyFact['scope'] {
  if (isBuiltAside(conditions)) return 'dev';
  return isNeeded && conditions.length === 0 ? 'build' : 'optional';
}
