import { askService } from '../../../src/control/client.ts';

/** What an operator asks of a running service, over its control socket; the answers as the command prints them. */
export interface Operator {
  createAccount(email: string, plan: string): Promise<{ readonly id: string }>;
  createKey(options: {
    readonly account: string;
    readonly name: string;
    readonly monthlyCap?: number | undefined;
    readonly tools?: string;
  }): Promise<IssuedKey>;
  updateKey(prefix: string, changes: { readonly tools?: string; readonly monthlyCap?: string }): Promise<void>;
  revokeKey(prefix: string): Promise<void>;
  listKeys(): Promise<readonly { readonly prefix: string; readonly status: string }[]>;
  setPlan(email: string, plan: string): Promise<void>;
  /** Units of the account's quota that were used this month. */
  used(email: string): Promise<number>;
}

/** A key that was just made. */
export interface IssuedKey {
  readonly prefix: string;
  readonly key: string;
}

/** Speaks with the service of a data directory. Every act rejects when it was refused, or when none is running. */
export function operatorOf(dataDir: string): Operator {
  const ask = (operation: string, input: object) => control(dataDir, operation, input);
  return {
    createAccount: (email, plan) => ask('account.create', { email, plan }),
    createKey: ({ monthlyCap, ...rest }) =>
      ask('key.create', { ...rest, ...(monthlyCap === undefined ? {} : { monthlyCap: String(monthlyCap) }) }),
    updateKey: (prefix, changes) => ask('key.update', { prefix, ...changes }),
    revokeKey: (prefix) => ask('key.revoke', { prefix }),
    listKeys: () => ask('key.list', {}),
    setPlan: (email, plan) => ask('account.set-plan', { email, plan }),
    used: async (email) => (await ask('account.show', { email })).usage.used,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are the command's JSON, which proofs read as a caller does
async function control(dataDir: string, operation: string, input: object): Promise<any> {
  const answer = await askService(dataDir, { operation, arguments: input });
  if (answer === null) throw new Error('no service is running');
  if (!answer.ok) throw new Error(`${operation}: ${answer.message}`);
  return answer.result;
}
