import { scalarOf } from './ci-scalar.ts';

/** What a step that fetches a repository says of it. */
interface Checkout {
  readonly repository: string | null;
  readonly path: string | null;
}

const NOTHING: Checkout = { repository: null, path: null };
const FETCHES = /^(?:- )?uses:\s*["']?actions\/checkout(?:@|["'\s]|$)/;
const GIVEN = /^(repository|path):(.*)$/;

/**
 * Which repository the steps of a job work in: the project's own, until a step fetches another one in its place.
 * Source: GitHub, "actions/checkout", `repository` and `path`.
 */
export function makeCheckouts() {
  let isAway = false;
  let isCheckout = false;
  // A step may say what it is given before what it uses.
  let given: Checkout = NOTHING;
  const settle = (): void => {
    if (isCheckout && isWorkspace(given.path)) isAway = isOthers(given.repository);
    isCheckout = false;
    given = NOTHING;
  };
  return {
    /** Whether the commands of the step that a line belongs to are run in another repository. */
    isAway: (): boolean => isAway,
    enter(key: string): void {
      if (key.startsWith('- ') || key.startsWith('steps:')) settle();
      if (key.startsWith('steps:')) isAway = false;
      if (FETCHES.test(key)) isCheckout = true;
      const [, name, value = ''] = GIVEN.exec(key) ?? [];
      if (name !== undefined) given = { ...given, [name]: scalarOf(value) };
    },
  };
}

/** Whether a path of the machine is where the steps begin. */
function isWorkspace(path: string | null): boolean {
  return path === null || /^(?:\.\/?)?$/.test(path) || /^\$\{\{\s*github\.workspace\s*\}\}\/?$/.test(path);
}

/** What an expression names may be the project itself or a fork of it, but not where it is one of several. */
function isOthers(repository: string | null): boolean {
  if (repository === null || repository === '') return false;
  return !repository.includes('${{') || /\bmatrix\b/.test(repository);
}
