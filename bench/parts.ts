import { parseArgs } from 'node:util';

/** What a run is asked for. */
export interface Asked {
  /** Names of parts, all of them when none is named. */
  readonly parts: readonly string[];
  /** Folders, as given. */
  readonly repositories: readonly string[];
}

/** Reads the arguments of a run; one that means nothing ends it, rather than an hour later with a table less. */
export function readAsked(known: readonly string[]): Asked {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { repository: { type: 'string', multiple: true, default: [] } },
    });
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}; there are ${known.join(', ')}`);
    return { parts: positionals.length > 0 ? positionals : known, repositories: values.repository };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
