import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { promisify } from 'node:util';
import { plural } from './base/plural.ts';
import { MIB } from './base/units.ts';
import type { HealthCheck } from './control/operation.ts';
import type { DataDir } from './data-dir.ts';
import { checkStorage, failedCheck, type StorageHealthDeps } from './doctor-storage.ts';
import type { AccountStore } from './domain/accounts/index.ts';
import type { Project, ProjectStore } from './domain/projects/index.ts';
import { realFolder } from './roots.ts';

const NODE_MAJOR_MIN = 24;
/** Oldest git whose flags the engine uses. */
const GIT_MIN = [2, 34] as const;
const COMMAND_WITHIN_MS = 5_000;

/** Looks at everything that the service stands on. Never throws: what cannot be looked at is a failed check. */
export async function checkHealth(deps: {
  readonly storage: StorageHealthDeps;
  readonly accounts: AccountStore;
  readonly projects: ProjectStore;
  /** Process ids of a running service's workers, none when it is one process; null when no service runs. */
  readonly workers: readonly number[] | null;
}): Promise<readonly HealthCheck[]> {
  return [
    ...(await checkMachine(deps.storage.dataDir)),
    await checkDatabase(deps.accounts),
    ...(await checkStorage(deps.storage)),
    { check: 'service', ok: true, detail: serviceDetail(deps.workers) },
    ...(await checkProjects(deps.projects)),
  ];
}

/** What can be looked at when the storage cannot be opened; `failure` says why. */
export async function checkWithoutStorage(dataDir: DataDir, failure: unknown): Promise<readonly HealthCheck[]> {
  return [...(await checkMachine(dataDir)), failedCheck(failure)];
}

async function checkMachine(dataDir: DataDir): Promise<readonly HealthCheck[]> {
  return [checkNode(), await checkGit(), checkDataDir(dataDir), await checkIndex(dataDir)];
}

/** Without storage there is nothing to say of projects, and the check of the database says that. */
async function checkProjects(projects: ProjectStore): Promise<readonly HealthCheck[]> {
  try {
    return (await projects.list(null)).map(checkProject);
  } catch {
    return [];
  }
}

function serviceDetail(workers: readonly number[] | null): string {
  if (workers === null) return 'not running (npm start)';
  return workers.length === 0 ? 'running' : `running; workers are the processes ${workers.join(', ')}`;
}

function checkNode(): HealthCheck {
  const version = process.versions.node;
  const isNew = Number(version.split('.')[0]) >= NODE_MAJOR_MIN;
  return {
    check: 'node',
    ok: isNew,
    detail: isNew ? version : `${version}: run npm ci, it brings Node ${NODE_MAJOR_MIN}`,
  };
}

async function checkGit(): Promise<HealthCheck> {
  try {
    const { stdout } = await promisify(execFile)('git', ['--version'], { timeout: COMMAND_WITHIN_MS });
    const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout)?.slice(1) ?? []).map(Number);
    const isNew = major > GIT_MIN[0] || (major === GIT_MIN[0] && minor >= GIT_MIN[1]);
    return {
      check: 'git',
      ok: isNew,
      detail: isNew ? `${major}.${minor}` : `${major}.${minor}: install ${GIT_MIN.join('.')} or newer`,
    };
  } catch {
    // Missing or not permitted: for the operator the remedy is the same.
    return { check: 'git', ok: false, detail: 'git was not found: install it, repositories are read through it' };
  }
}

function checkDataDir(dataDir: DataDir): HealthCheck {
  const mode = statSync(dataDir.path).mode & 0o777;
  const isPrivate = (mode & 0o077) === 0;
  return {
    check: 'data directory',
    ok: isPrivate,
    detail: isPrivate ? dataDir.path : `${dataDir.path} is open to others: chmod 700`,
  };
}

/** What can be deleted at any time: it is built anew where it is asked for. */
async function checkIndex({ indexDirectory }: DataDir): Promise<HealthCheck> {
  try {
    // Loaded only here: with it comes all of the index, which no other part of this process needs.
    const { measureRoots } = await import('./code/index/evict.ts');
    const roots = measureRoots(indexDirectory);
    const megabytes = (roots.reduce((sum, { bytes }) => sum + bytes, 0) / MIB).toFixed(1);
    return {
      check: 'index',
      ok: true,
      detail: `${megabytes} MiB for ${plural(roots.length, 'root')}, in ${indexDirectory}`,
    };
  } catch (failure) {
    return { check: 'index', ok: false, detail: failure instanceof Error ? failure.message : String(failure) };
  }
}

async function checkDatabase(accounts: AccountStore): Promise<HealthCheck> {
  try {
    const count = (await accounts.list()).length;
    return { check: 'database', ok: true, detail: plural(count, 'account') };
  } catch (failure) {
    return { check: 'database', ok: false, detail: failure instanceof Error ? failure.message : String(failure) };
  }
}

function checkProject(project: Project): HealthCheck {
  const isThere = realFolder(project.location) === project.location;
  const remedy = `${project.location} is gone: npx portico project remove ${project.name}`;
  return { check: `project ${project.name}`, ok: isThere, detail: isThere ? project.location : remedy };
}
