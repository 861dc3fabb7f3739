import { reviewThoughts, type Thought, type Thread } from '../../domain/thinking/index.ts';
import { cutText } from '../shared/answer.ts';
import { estimateTokens } from '../shared/budget.ts';
import { safeText } from '../shared/safe-text.ts';
import { fitJson } from '../shared/structured.ts';

/** Longest digest, in tokens. Source: docs/tools.md, "keep_thinking". */
const DIGEST_TOKENS_MAX = 300;

/** Room for the fence and the line of facts around a digest. */
const FRAME_TOKENS = 90;

const STEPS_LISTED_MAX = 8;

/** Lines of one kind before the other kinds have their turn. */
const FIRST_OF_KIND = 2;

/**
 * What one needs to go on with a thread: the newest decisions, open questions, hypotheses without evidence and latest
 * steps, then the rest of them. As much as fits; `left out` counts what did not.
 */
export function digestOf(thoughts: readonly Thought[]): string {
  const review = reviewThoughts(thoughts);
  const kinds = [
    review.decisions.toReversed().map((thought) => digestLine('decided', thought)),
    review.openQuestions.toReversed().map((thought) => digestLine('open', thought)),
    review.unsupported.toReversed().map((thought) => digestLine('no evidence', thought)),
    thoughts
      .slice(-3)
      .toReversed()
      .map((thought) => digestLine(thought.kind, thought)),
  ];
  const lines = [...kinds.flatMap((kind) => kind.slice(0, FIRST_OF_KIND)), ...kinds.flat()];
  const texts = new Map<number, string>();
  for (const { number, text } of lines) if (!texts.has(number)) texts.set(number, text);
  return fitLines([...texts.values()]);
}

/** A step as a line, under the number that keeps it from being shown twice. */
function digestLine(label: string, thought: Thought): { readonly number: number; readonly text: string } {
  const branch = thought.branch === null ? '' : ` [${thought.branch}]`;
  return { number: thought.number, text: `${label} #${thought.number}${branch}: ${brief(thought.text, 160)}` };
}

/** Lines from the first on, until the room is used up. */
function fitLines(lines: readonly string[]): string {
  const kept: string[] = [];
  let tokens = FRAME_TOKENS;
  for (const line of lines) {
    tokens += estimateTokens(`${line}\n`);
    if (tokens > DIGEST_TOKENS_MAX) break;
    kept.push(line);
  }
  const rest = lines.length - kept.length;
  return rest === 0 ? kept.join('\n') : [...kept, `left out: ${rest} lines`].join('\n');
}

/** The thread's facts in one line. */
export function threadLine(thread: Thread): string {
  const state = thread.closedAt === null ? 'open' : 'closed';
  return `thread ${thread.id} · ${thread.length} steps · ${state} · last step ${thread.updatedAt.toISOString()}`;
}

/** Steps as small data for a structured answer: the first eight, their beginnings. */
export function briefSteps(
  thoughts: readonly Thought[],
): readonly { readonly number: number; readonly text: string }[] {
  return thoughts
    .slice(0, STEPS_LISTED_MAX)
    .map(({ number, text }) => ({ number, text: fitJson(brief(text, 120), 130) }));
}

/** Branches as small data: the first twenty. */
export function branchesData(branches: readonly string[]): readonly string[] {
  return branches.slice(0, BRANCHES_LISTED_MAX).map((branch) => fitJson(safeText(branch), 60));
}

const BRANCHES_LISTED_MAX = 20;

/** `3 (#2, #5, #9)`, at most eight numbers. */
export function numbersOf(thoughts: readonly Thought[]): string {
  const numbers = thoughts.slice(0, STEPS_LISTED_MAX).map(({ number }) => `#${number}`);
  const rest = thoughts.length > numbers.length ? ', …' : '';
  return `${thoughts.length} (${numbers.join(', ')}${rest})`;
}

/** The beginning of a text in one safe line. */
export function brief(text: string, charactersMax: number): string {
  return cutText(
    safeText(text.slice(0, charactersMax * 4))
      .replace(/\s+/g, ' ')
      .trim(),
    charactersMax,
  );
}
