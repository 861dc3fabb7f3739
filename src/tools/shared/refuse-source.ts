import type { ProjectProblem } from '../../code/index.ts';
import type { ToolAnswer } from '../tool.ts';
import { cutText, type StatusWord, statusAnswer } from './answer.ts';
import { maskKeys } from './safe-text.ts';

/** What was asked about: a selection, or one whose project the answer does not name. */
interface Asked {
  readonly project: { readonly name: string } | null;
  readonly source: { readonly ref: string | null };
  readonly prefix: string | null;
}

/** Where a tool takes refs. */
interface Refs {
  /** The names of its arguments that do. */
  readonly refArguments: readonly string[];
  /** The one of them with the state to compare with, and what was given in it. */
  readonly earlier?: { readonly argument: string; readonly ref: string } | null;
}

/** Characters of the caller's own words that are said back. */
const SAID_BACK_MAX = 120;

/** What is wrong and what to do, in every tool's words. Where the project lies is the operator's business and never named. */
export function refuseSource(problem: ProjectProblem, asked: Asked, refs: Refs): ToolAnswer {
  const { status = 'not_found', text, next } = REFUSALS[problem](asked, refs);
  return statusAnswer({ status, text: asked.project === null ? text : `${asked.project.name}: ${text}`, next });
}

interface Refusal {
  readonly status?: StatusWord;
  readonly text: string;
  readonly next: string;
}

const REFUSALS: Readonly<Record<ProjectProblem, (asked: Asked, refs: Refs) => Refusal>> = {
  location_gone: () => ({
    text: 'the folder of the project is gone or cannot be read.',
    next: 'ask the operator to put it back',
  }),
  unknown_ref: ({ source: { ref } }) => ({
    text: `there is no such branch, tag or commit${ref === null ? '' : ` (ref ${saidBack(ref)})`}${beyondHistory(ref)}.`,
    next: 'call again without ref, or with one that exists',
  }),
  not_a_repository: (_asked, { refArguments }) => ({
    text: 'the project is a folder without git, or with one that is not used, as other answers about it say, so it has no refs.',
    next: `call again without ${refArguments.length === 0 ? '' : `${refArguments.join(', ')} and `}@ in path`,
  }),
  unknown_earlier: (_asked, { earlier }) => ({
    text: `${earlier?.argument ?? 'the ref'} ${saidBack(earlier?.ref ?? '')} names no branch, tag or commit of the project${beyondHistory(earlier?.ref ?? null)}; nothing was compared.`,
    next: `call again with a ${earlier?.argument ?? 'ref'} that exists, such as HEAD~1 or the name of a branch`,
  }),
  empty_prefix: ({ prefix }) => ({
    text: `the project has no files below that folder${prefix === null ? '' : ` (${saidBack(prefix)})`}.`,
    next: 'call again with the name of the project',
  }),
  being_listed: () => ({
    status: 'not_indexed',
    text: 'the files of the project are still being listed.',
    next: 'call again in a few seconds',
  }),
};

/** Who counts back (`HEAD~5`) may have come to the end of what is there. */
function beyondHistory(ref: string | null): string {
  return ref !== null && /[~^]/.test(ref) ? ', or its history is not that long, as that of a shallow clone' : '';
}

function saidBack(text: string): string {
  return JSON.stringify(cutText(maskKeys(text), SAID_BACK_MAX));
}
