import { find } from '../../src/code/operations/find.ts';
import type { FindInput, FoundOutput } from '../../src/code/questions/find.types.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { PLAIN_QUESTION } from './plain-question.ts';
import { type FileSpecs, makeFolder } from './repository.ts';

/** Asks one question about files of its own, without an index. Throws where nothing was found. */
export async function askCode(
  files: FileSpecs,
  question: Partial<FindInput> & Pick<FindInput, 'mode' | 'query'>,
  deadlineAtMs = Number.POSITIVE_INFINITY,
): Promise<FoundOutput> {
  const folder = makeFolder(files);
  try {
    const source = { location: folder.path, ref: null, denied: [] };
    const context = { signal: new AbortController().signal, deadlineAtMs, openSource };
    const output = await find({ ...PLAIN_QUESTION, depth: 1, source, ...question }, context);
    if (output.outcome !== 'found') throw new Error(JSON.stringify(output));
    return output;
  } finally {
    folder.remove();
  }
}
