import type { Client, QueryResult } from 'pg';
import type { StatementResult } from '../database.ts';
import { destroyClient, endClient, gatherWrites } from './connector.ts';

/** Statements that stay prepared on each connection: more than the program has, few enough to bound a mistake. */
const PREPARED_MAX = 256;

/** Texts that were used once and are remembered, to be prepared when they come again. */
const ONCE_MAX = 256;

/** A connection of the pool. Statements are sent at once, one behind the other, and answered in that order. */
export interface Session {
  /** False once it was destroyed or lost. */
  readonly isUsable: boolean;
  run(statement: { readonly sql: string; readonly parameters: readonly unknown[] }): Promise<StatementResult>;
  /** Runs a command without values, such as `begin`. Resolves to the word that the server answers. */
  control(sql: string): Promise<string>;
  /** Fails what runs on it. */
  destroy(): void;
  /** Says goodbye. */
  end(): Promise<void>;
}

/** Gives a statement the name under which connections keep it prepared; undefined when it is to be parsed each time. */
export type NameStatement = (sql: string) => string | undefined;

/** Names statements from their second use on, up to a bound: a text that is never seen again must not take a place. */
export function makeStatementNames(max = PREPARED_MAX): NameStatement {
  const names = new Map<string, string>();
  const once = new Set<string>();
  return (sql) => {
    const name = names.get(sql);
    if (name !== undefined || names.size >= max) return name;
    if (once.delete(sql)) {
      const given = `portico_${names.size + 1}`;
      names.set(sql, given);
      return given;
    }
    once.add(sql);
    if (once.size > ONCE_MAX) once.delete(once.values().next().value ?? sql);
    return undefined;
  };
}

/** Wraps a connected client. `onLost` is called once when it is no longer usable, whoever caused that. */
export function makeSession(client: Client, name: NameStatement, onLost: (session: Session) => void): Session {
  let isUsable = true;
  const lose = () => {
    if (!isUsable) return;
    isUsable = false;
    onLost(session);
  };
  const session: Session = {
    get isUsable() {
      return isUsable;
    },
    async run({ sql, parameters }) {
      gatherWrites(client);
      const query = { name: name(sql), text: sql, values: [...parameters] };
      return toResult(await client.query(query));
    },
    async control(sql) {
      gatherWrites(client);
      const answered: QueryResult | readonly QueryResult[] = await client.query(sql);
      return [answered].flat().at(-1)?.command ?? '';
    },
    destroy() {
      lose();
      destroyClient(client);
    },
    async end() {
      lose();
      await endClient(client);
    },
  };
  client.on('error', lose);
  client.on('end', lose);
  return session;
}

/** A statement that returns rows has changed as many as it returns. */
function toResult({ rowCount, rows }: QueryResult): StatementResult {
  return { changes: rowCount ?? 0, rows };
}
