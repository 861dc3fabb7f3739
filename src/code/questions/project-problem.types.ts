import type { SourceProblem } from '../source/open-source.ts';

/** Why the state to compare with cannot be opened: of the problems of a source its ref is told apart from the one that is asked about. */
export type EarlierProblem = SourceProblem | 'unknown_earlier';

/** Why nothing can be said of a project, whatever is asked: `empty_prefix`: no file below it; `being_listed`: no file is known yet. */
export type ProjectProblem = EarlierProblem | 'empty_prefix' | 'being_listed';
