import { SECOND_MS } from '../../base/units.ts';

/**
 * For so long what storage said of a count that others share is shown, and a refusal believed; a block that was used up
 * sooner was used up quickly.
 */
export const BELIEVED_MS = 250;

/** For so long a process that heard of a recall holds nothing beside what its waiting requests need. */
export const TIGHT_MS = SECOND_MS;
