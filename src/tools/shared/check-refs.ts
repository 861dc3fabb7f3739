import { SECOND_MS } from '../../base/units.ts';
import { type CheckedRef, type Engine, EngineError, type RefsOutput, type SourceSelector } from '../../code/index.ts';

/** How long checking the references of one call may take; afterwards they count as not checked. */
const CHECK_DEADLINE_MS = 8 * SECOND_MS;

/** Most references in one question to the engine. */
const REFS_PER_CALL_MAX = 50;

/** Most references in one call of a tool; what is beyond stays unchecked. */
export const REFS_CHECKED_MAX = 500;

/** What the references lead to now, in the order asked; or, for a person, why nobody could look. */
export type RefsCheck =
  | { readonly isChecked: true; readonly commit: string | null; readonly refs: readonly CheckedRef[] }
  | { readonly isChecked: false; readonly reason: string };

/** Whose source, and which references (those after the 500th are left out of the answer). */
export interface RefsQuestion {
  /** The account that asks. */
  readonly party: string;
  readonly source: SourceSelector;
  readonly refs: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Asks the engine whether references hold. An engine that gives no answer is no reason to lose a note or a thought:
 * then the references count as not checked, and the answer says so.
 */
export async function checkRefs(deps: { readonly engine: Engine }, question: RefsQuestion): Promise<RefsCheck> {
  const { party, source, signal } = question;
  const options = { party, signal, deadlineMs: CHECK_DEADLINE_MS };
  const asked = question.refs.slice(0, REFS_CHECKED_MAX);
  const outputs: RefsOutput[] = [];
  for (let from = 0; from < asked.length; from += REFS_PER_CALL_MAX) {
    const refs = asked.slice(from, from + REFS_PER_CALL_MAX);
    try {
      outputs.push(await deps.engine.call('refs', { source, refs }, options));
    } catch (failure) {
      if (!(failure instanceof EngineError) || failure.reason === 'cancelled') throw failure;
      return { isChecked: false, reason: `not checked: the code engine gave no answer (${failure.reason})` };
    }
  }
  const unopened = outputs.find(({ identity }) => identity === null);
  if (unopened) return { isChecked: false, reason: 'not checked: the project or its ref is not there' };
  const commit = outputs[0]?.identity?.commit ?? null;
  return { isChecked: true, commit, refs: outputs.flatMap(({ refs }) => refs) };
}
