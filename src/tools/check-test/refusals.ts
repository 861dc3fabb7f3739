import type { TestsFound, TestsOutput } from '../../code/index.ts';
import { statusAnswer } from '../shared/answer.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';
import type { Selection } from '../shared/select-project.ts';
import type { ToolAnswer } from '../tool.ts';
import type { CheckTestArguments } from './schema.ts';

type Refused = Exclude<TestsOutput, TestsFound>;

/** What a question that could not be answered gets: what was looked for, where, and near names. */
export function refuseTarget(output: Refused, selection: Selection, args: CheckTestArguments): ToolAnswer {
  const project = selection.project.name;
  if (output.outcome === 'no_source') {
    const earlier = args.since === undefined ? null : { argument: 'since', ref: args.since };
    return refuseSource(output.problem, selection, { refArguments: ['ref', 'since'], earlier });
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
