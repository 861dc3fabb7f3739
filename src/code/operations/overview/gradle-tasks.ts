import type { CommandKind } from '../../questions/overview.types.ts';
import { kindOfName } from './fact-sheet.ts';

/** What a task begins or ends with that says what it is for. Source: Gradle, "Base Plugin", "The Checkstyle Plugin"; the plugins of Kotlin and its linters. */
const BY_FIRST: ReadonlyMap<string, CommandKind> = new Map([
  ['lint', 'lint'],
  ['check', 'check'],
  ['verify', 'check'],
  ['format', 'format'],
]);
const BY_LAST: ReadonlyMap<string, CommandKind> = new Map([
  ['Test', 'test'],
  ['Tests', 'test'],
  ['Check', 'check'],
  ['Format', 'format'],
]);
/** What these begin makes something for a task, or is for something else. */
const MAKES =
  /^(?:compile|build|generate|prepare|process|clean|copy|update|publish|skip|init|create|download|register|debug)$/;
/** Plugins whose tasks are called by them and by the sources that they look at: `checkstyleTest` runs no test. */
const LINTERS = /^(?:checkstyle|pmd|codenarc|spotbugs|detekt|lint)$/;
const CHANGES = /^(?:Fix|Setup|Classes|Baseline|Report|Sources|Dependencies)$/;

/** What a task of Gradle is for, whose name is words in one: `jvmTest`, `lintKotlin`. Null where that does not say. */
export function kindOfGradleTask(name: string): CommandKind | null {
  if (name === 'assemble') return 'build';
  const known = kindOfName(name);
  // A task of one module is none of the project.
  if (known !== null || !/^[a-z][A-Za-z0-9]{0,80}$/.test(name)) return known;
  const words = name.split(/(?=[A-Z])/);
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  if (words.length < 2 || MAKES.test(first) || CHANGES.test(last)) return null;
  const byLast = BY_LAST.get(last);
  if (LINTERS.test(first) && (byLast === undefined || byLast === 'test')) return 'lint';
  return byLast ?? BY_FIRST.get(first) ?? null;
}
