import type { KeyObject } from 'node:crypto';
import type { z } from 'zod';
import type { Clock } from '../base/clock.ts';
import type { AccountStore } from '../domain/accounts/index.ts';
import type { KeyRandomness, KeyStore } from '../domain/keys/index.ts';
import type { PlanCatalogue } from '../domain/plans/index.ts';
import type { Project, ProjectStore } from '../domain/projects/index.ts';
import { UsageError } from './protocol.ts';

/** Everything that the operator's commands need; the same whether a service runs or not. */
export interface OperationDeps {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly projects: ProjectStore;
  readonly plans: PlanCatalogue;
  readonly clock: Clock;
  readonly random: KeyRandomness;
  /** Environment tag of keys that name none. */
  readonly environment: string;
  readonly isToolName: (name: string) => boolean;
  readonly legacyLookupKey: KeyObject;
  /** Units of the monthly quota that the account has used. */
  readonly usedUnits: (accountId: string) => Promise<number>;
  /** Real path of a folder, or null when it is none. */
  readonly realFolder: (path: string) => string | null;
  /** Whether a real path lies in the data directory. */
  readonly isPrivate: (path: string) => boolean;
  /** Commit id at which a project is; null for a plain folder or one that is gone. */
  readonly headOf: (project: Project) => Promise<string | null>;
  readonly checkHealth: () => Promise<readonly HealthCheck[]>;
  /** Writes all that is stored into a file; the report of it. Throws `RefusedError` with what is in the way. */
  readonly backUp: (target: { readonly file: string; readonly isForced: boolean }) => Promise<unknown>;
  /** The schema of the open storage, as `migrate` tells it. */
  readonly schemaNow: () => SchemaReport;
}

/** What `portico migrate` tells: steps by their names; null for a storage that was not there before. */
export interface SchemaReport {
  readonly from: string | null;
  readonly to: string;
  readonly applied: readonly string[];
}

/** One line of `portico doctor`. */
export interface HealthCheck {
  readonly check: string;
  readonly ok: boolean;
  /** What was found, or what to do. */
  readonly detail: string;
}

/** One thing that an operator can ask for: the shape of its arguments, and what it does. */
export interface Operation {
  readonly schema: z.ZodType;
  run(input: unknown): Promise<unknown>;
}

/** Ties a schema to the function that gets what it has read. */
export function operation<Schema extends z.ZodType>(
  schema: Schema,
  act: (input: z.output<Schema>) => Promise<unknown>,
): Operation {
  return { schema, run: async (input) => act(await readInput(schema, input)) };
}

async function readInput<Schema extends z.ZodType>(schema: Schema, input: unknown): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map(({ path, message }) => `${optionName(path)}: ${message}`).join('; '));
}

/** The option of an argument, as the operator wrote it: `monthly-cap` of `monthlyCap`. */
function optionName(path: readonly PropertyKey[]): string {
  return path.join('.').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
