import type { EntryPoint, LanguageFacts } from '../../questions/overview.types.ts';
import { measureLanguages, type ReadingPass } from './languages.ts';
import { findMain } from './mains.ts';
import type { Votes } from './map/count-votes.ts';
import { makeVoteCounter } from './map/symbol-map.ts';

/** What the source files of a project tell, whatever is asked of it: all of them are read for this once. */
export interface Survey {
  readonly languages: LanguageFacts;
  readonly mains: readonly EntryPoint[];
  /** Files whose texts were read. */
  readonly read: number;
  /** Null where it was not asked for, and where not all files were read: which ones were depends on the machine. */
  readonly votes: Votes | null;
  readonly gaps: readonly string[];
}

/** What a survey is made of. */
export interface SurveyInput extends Omit<ReadingPass, 'onText'> {
  /** Whether a map of symbols is asked for. */
  readonly wantsVotes: boolean;
}

/** Reads all source files, as far as the bounds of a reading pass go. */
export async function surveySources({ wantsVotes, files, ...pass }: SurveyInput): Promise<Survey> {
  const gaps: string[] = [];
  const mains: EntryPoint[] = [];
  let read = 0;
  const counter = wantsVotes ? makeVoteCounter() : null;
  const onText = (path: string, text: string, blobId: string | null): void => {
    read += 1;
    counter?.see({ path, text, blobId });
    const main = findMain(path, text);
    if (main) mains.push(main);
  };
  const noted = { ...files, gap: (text: string) => void gaps.push(text) };
  const languages = await measureLanguages({ ...pass, files: noted, onText });
  const isWhole = languages.measure === 'code lines';
  return { languages, mains, read, votes: isWhole ? (counter?.count() ?? null) : null, gaps };
}

/** Bytes that one takes with nothing in it. */
const SURVEY_BYTES = 4_096;
/** Bytes that a file, a declaration with its signature, a name, and a vote take. */
const FILE_BYTES = 250;
const TARGET_BYTES = 300;
const NAME_BYTES = 60;
const VOTE_BYTES = 20;

/** About how many bytes a survey takes. */
export function weighSurvey({ read, votes }: Survey): number {
  const ofVotes =
    votes === null
      ? 0
      : votes.targets.length * TARGET_BYTES + votes.names.length * NAME_BYTES + votes.weights.length * VOTE_BYTES;
  return SURVEY_BYTES + read * FILE_BYTES + ofVotes;
}
