import { manifests } from '../../src/code/operations/manifests.ts';
import { openSource } from '../../src/code/source/open-source.ts';

/** What the manifests of a folder ask for, or of a part of it. Throws where they cannot be read. */
export async function projectManifests(
  location: string,
  part: { readonly prefix?: string | null; readonly file?: string | null } = {},
) {
  const source = { location, ref: null, denied: [] };
  const output = await manifests(
    { of: 'project', source, prefix: null, names: null, file: null, offset: 0, limit: 50, ...part },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 60_000,
      openSource: async (selector) => await openSource(selector),
    },
  );
  if (output.status !== 'ok') throw new Error(output.status);
  return output;
}
