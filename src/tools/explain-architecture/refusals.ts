import type { Structure, StructureOutput } from '../../code/index.ts';
import { cutText, statusAnswer } from '../shared/answer.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { maskKeys } from '../shared/safe-text.ts';
import type { Selection } from '../shared/select-project.ts';
import type { ToolAnswer } from '../tool.ts';
import type { ExplainArchitectureArguments } from './schema.ts';

/** Why there is no answer. */
export type Refused = Exclude<StructureOutput, Structure> | { readonly status: 'timeout' };

/** What a caller is told in place of an answer; the caller's own words are cut and masked. */
export function refuseStructure(
  refused: Refused,
  { selection, args }: { readonly selection: Selection; readonly args: ExplainArchitectureArguments },
): ToolAnswer {
  const project = selection.project.name;
  const scope = JSON.stringify(cutText(maskKeys(args.scope ?? ''), 120));
  if (refused.status === 'unknown_scope') {
    const near = refused.near.length === 0 ? '' : ` Near names: ${refused.near.join(', ')}.`;
    const text = `${project} has no folder, file or declared symbol ${scope}; paths and the declarations of ${refused.searched} files were searched.${near}`;
    const next =
      refused.near[0] === undefined
        ? 'find_code for the name, with mode="files" for a path'
        : `call again with scope=${JSON.stringify(refused.near[0])}, or find_code for the name`;
    return statusAnswer({ status: 'not_found', text, next });
  }
  if (refused.status === 'ambiguous_scope') {
    const rows = refused.candidates.map(({ file, line, kind, path }) => `${file}:${line} ${kind} ${path}`);
    const text = `${scope} is declared in ${refused.total} places of ${project}:\n${rows.join('\n')}`;
    return statusAnswer({ status: 'ambiguous', text, next: 'call again with scope set to one of these files' });
  }
  if (refused.status === 'timeout') {
    return statusAnswer({
      status: 'timeout',
      text: `${project}: the analysis took too long and was ended.`,
      next: 'ask for a sub-folder by path, or for fewer aspects',
    });
  }
  const earlier = args.since === undefined ? null : { argument: 'since', ref: args.since };
  return refuseSource(refused.status, selection, { refArguments: ['ref', 'since'], earlier });
}
