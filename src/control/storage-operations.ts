import { z } from 'zod';
import { type Operation, type OperationDeps, operation } from './operation.ts';
import { RefusedError } from './protocol.ts';

const path = z.string().min(1).max(4_096, 'is too long for a path');

/** Arguments of the operations that need the storage to themselves. */
export const ALONE_OPERATIONS = {
  migrate: z.strictObject({}),
  restore: z.strictObject({ file: path }),
  copy: z.strictObject({ to: path }),
} as const;

/** Whether an operation needs the storage to itself, and opens it in its own way. */
export function needsStorageAlone(name: string): name is keyof typeof ALONE_OPERATIONS {
  return Object.hasOwn(ALONE_OPERATIONS, name);
}

/** `portico backup`, and what a running service answers to the commands that need its storage to themselves. */
export function storageOperations(deps: OperationDeps): Record<string, Operation> {
  const backup = z.strictObject({ file: path, force: z.literal('yes').optional() });
  return {
    backup: operation(backup, ({ file, force }) => deps.backUp({ file, isForced: force === 'yes' })),
    // The start of the service has brought it up to date.
    migrate: operation(ALONE_OPERATIONS.migrate, async () => deps.schemaNow()),
    restore: operation(ALONE_OPERATIONS.restore, () => refuseServed('restores into a storage')),
    copy: operation(ALONE_OPERATIONS.copy, () => refuseServed('copies a storage')),
  };
}

async function refuseServed(what: string): Promise<never> {
  throw new RefusedError(`a service runs on this data directory, and nobody ${what} that is in use: stop it first`);
}
