import { DAY_MS, KIB } from '../../base/units.ts';
import type { PlanName } from '../plans/index.ts';

/** Longest text of a note, in UTF-8 bytes. Source: docs/tools.md, "project_memory". */
export const NOTE_BYTES_MAX = 8 * KIB;

/** How long a forgotten note can still be read in its history. Source: docs/tools.md, "project_memory". */
export const FORGOTTEN_RETENTION_MS = 30 * DAY_MS;

/** Live notes that one scope (a project, or the account's own) may hold. Source: docs/tools.md, "project_memory". */
export const NOTES_MAX: Readonly<Record<PlanName, number>> = { free: 100, pro: 500, max: 2_000 };

/** A note's name within its scope. Source: docs/tools.md, "project_memory". */
export const NOTE_KEY_PATTERN = /^[a-z0-9][a-z0-9._/-]{0,79}$/;
