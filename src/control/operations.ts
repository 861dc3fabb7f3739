import { z } from 'zod';
import { accountOperations } from './account-operations.ts';
import { keyOperations } from './key-operations.ts';
import { type Operation, type OperationDeps, operation } from './operation.ts';
import { projectOperations } from './project-operations.ts';
import { type ControlRequest, UsageError } from './protocol.ts';
import { storageOperations } from './storage-operations.ts';

/** Runs a request of the command. Throws `UsageError` and `RefusedError` with texts for the operator. */
export function makeOperations(deps: OperationDeps): (request: ControlRequest) => Promise<unknown> {
  const operations: Readonly<Record<string, Operation>> = {
    ...accountOperations(deps),
    ...keyOperations(deps),
    ...projectOperations(deps),
    ...storageOperations(deps),
    doctor: operation(z.object({}), () => deps.checkHealth()),
  };
  return async (request) => {
    const found = Object.hasOwn(operations, request.operation) ? operations[request.operation] : undefined;
    if (found === undefined) throw new UsageError(`this version has no operation "${request.operation}"`);
    return found.run(request.arguments);
  };
}
