import type { StructureOutput } from '../../code/index.ts';
import { cutText, NO_REFS_TEXT, statusAnswer } from '../shared/answer.ts';
import { maskKeys } from '../shared/safe-text.ts';
import type { ToolAnswer } from '../tool.ts';
import type { ExplainArchitectureArguments } from './schema.ts';

/** Why there is no answer. */
export type Refused = Exclude<StructureOutput, { readonly status: 'ok' | 'partial' }> | { readonly status: 'timeout' };

/** Status word, what is wrong and what to do. */
const PLAIN = {
  location_gone: ['not_found', "the project's folder is gone or cannot be read.", 'ask the operator to put it back'],
  unknown_ref: [
    'not_found',
    'the project has no such branch, tag or commit.',
    'call again without ref, or with one that exists',
  ],
  not_a_repository: ['not_found', NO_REFS_TEXT, 'call again without ref, since and @ in path'],
  being_listed: ['not_indexed', 'the files of the project are still being listed.', 'call again in a few seconds'],
  empty_prefix: ['not_found', 'the project has no files below that folder.', 'call again with the name of the project'],
  timeout: [
    'timeout',
    'the analysis took longer than 30 seconds.',
    'ask for a sub-folder by path, or for fewer aspects',
  ],
} as const;

/** What a caller is told in place of an answer; the caller's own words are cut and masked. */
export function refuseStructure(
  refused: Refused,
  { project, args }: { readonly project: string; readonly args: ExplainArchitectureArguments },
): ToolAnswer {
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
  if (refused.status === 'unknown_since') {
    const since = JSON.stringify(cutText(maskKeys(args.since ?? ''), 120));
    const text = `${project}: since ${since} names no branch, tag or commit of the project; nothing was compared.`;
    return statusAnswer({
      status: 'not_found',
      text,
      next: 'call again with a ref that exists, such as HEAD~10 or the name of a branch',
    });
  }
  const [status, text, next] = PLAIN[refused.status];
  return statusAnswer({ status, text: `${project}: ${text}`, next });
}
