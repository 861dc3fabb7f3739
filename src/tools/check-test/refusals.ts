import type { TestsFound, TestsOutput } from '../../code/index.ts';
import { NO_REFS_TEXT, statusAnswer } from '../shared/answer.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';
import type { ToolAnswer } from '../tool.ts';
import type { CheckTestArguments } from './schema.ts';

type Refused = Exclude<TestsOutput, TestsFound>;

/** Why a source could not be opened, and what to do. The place itself is the operator's business and never named. */
const PROBLEMS = {
  location_gone: ['the folder of the project is gone or cannot be read.', 'ask the operator to put it back'],
  unknown_ref: ['there is no such branch, tag or commit.', 'call again without ref, or with one that exists'],
  not_a_repository: [NO_REFS_TEXT, 'call again without ref'],
  unknown_since: [
    'since is no branch, tag or commit of the project.',
    'call again with a ref that exists, such as HEAD~1',
  ],
  since_needs_git: [
    'the project is a folder without git: since has nothing to compare with.',
    'call again with target',
  ],
} as const;

/** What a question that could not be answered gets: what was looked for, where, and near names. */
export function refuseTarget(output: Refused, project: string, args: CheckTestArguments): ToolAnswer {
  if (output.outcome === 'no_source') {
    const [text, next] = PROBLEMS[output.problem];
    return statusAnswer({ status: 'not_found', text: `${project}: ${text}`, next });
  }
  const wanted = JSON.stringify(shown(args.target ?? '').slice(0, 120));
  if (output.outcome === 'ambiguous') {
    const rest = output.total - output.candidates.length;
    const list = `${output.candidates.map(shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    const text = `${project}: ${wanted} is declared in ${output.total} places: ${list}.`;
    return statusAnswer({ status: 'ambiguous', text, next: 'call again with target set to one of these' });
  }
  const near = output.near.length === 0 ? '' : ` Near names: ${output.near.map(shown).join(', ')}.`;
  const text = `${project}: no file, folder or declared symbol ${wanted}; the declarations of ${output.searched} files were searched.${near}`;
  return statusAnswer({
    status: 'not_found',
    text,
    next: 'find_code finds names and paths; or call again without target for an overview',
  });
}

function shown(text: string): string {
  return redactSecrets(safeText(text)).text.replaceAll('\n', '\\n');
}
