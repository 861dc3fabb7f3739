import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from '../support/install-packages.ts';

/** Two sets, so that the tests of every day do without the coding agents, which are some hundred megabytes. */
export type ClientSet = 'clients' | 'agents';

interface SetFolder {
  /** Where the set's package.json and lockfile stand, from the project's folder. */
  readonly folder: string;
  /** What npm leaves out: the clients run without their optional parts, the agents are nothing else. */
  readonly flags: readonly string[];
}

const SETS: Readonly<Record<ClientSet, SetFolder>> = {
  clients: { folder: 'test/clients', flags: ['--omit=optional'] },
  agents: { folder: 'test/clients/agents', flags: [] },
};

/** The folder whose node_modules holds the set; fetched on the first run of a machine. */
export async function installClients(set: ClientSet): Promise<string> {
  const { folder, flags } = SETS[set];
  return await installPackages(folder, flags);
}

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** The version of a client that is installed; it is named in transcripts and in the guide. */
export function versionOf(name: string): string {
  for (const { folder } of Object.values(SETS)) {
    const { dependencies } = JSON.parse(readFileSync(join(PROJECT, folder, 'package.json'), 'utf8'));
    if (name in dependencies) return dependencies[name];
  }
  throw new Error(`${name} is in none of the sets`);
}
