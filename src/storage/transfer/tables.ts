import type { Schema } from '../schema.ts';

/** What a column holds; `?` = it may be null. */
export type ColumnKind = `${'text' | 'integer' | 'real' | 'bytes'}${'' | '?'}`;

/** A table as a backup describes it. */
export interface TableShape {
  readonly table: string;
  /** The primary key: rows are read, written and compared in its order. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, ColumnKind>>;
}

type Kind<Value> = Value extends string ? 'text' : Value extends number ? 'integer' | 'real' : 'bytes';
type Nullable<Value> = null extends Value ? `${Kind<NonNullable<Value>>}?` : Kind<Value>;
interface Shape<Table> {
  readonly key: readonly (keyof Table)[];
  readonly columns: { readonly [Column in keyof Table]: Nullable<Table[Column]> };
}

/**
 * Every table, parents before what references them; a new one does not compile without a row here. Null: of this
 * storage alone, so that it does not go along. Windows do: a restore within the minute loosens no limit of it.
 */
const SHAPES: { readonly [Name in keyof Schema]: Shape<Schema[Name]> | null } = {
  account: { key: ['id'], columns: { id: 'text', email: 'text', plan: 'text', created_at: 'integer' } },
  api_key: {
    key: ['prefix'],
    columns: {
      prefix: 'text',
      account_id: 'text',
      name: 'text',
      salt: 'bytes',
      secret_hash: 'bytes',
      tool_scope: 'text?',
      monthly_cap: 'integer?',
      expires_at: 'integer?',
      created_at: 'integer',
      last_used_at: 'integer?',
      revoked_at: 'integer?',
      overlap_salt: 'bytes?',
      overlap_hash: 'bytes?',
      overlap_until: 'integer?',
      legacy_lookup: 'bytes?',
    },
  },
  usage_counter: {
    key: ['counter', 'period'],
    columns: { counter: 'text', period: 'text', units: 'integer', last_grant: 'integer' },
  },
  usage_threshold: {
    key: ['account_id', 'period', 'percent'],
    columns: { account_id: 'text', period: 'text', percent: 'integer', recorded_at: 'integer' },
  },
  limit_window: { key: ['subject'], columns: { subject: 'text', leased_at: 'integer' } },
  window_block: {
    key: ['subject', 'id'],
    columns: { subject: 'text', id: 'text', ends_at: 'integer', units: 'integer' },
  },
  project: {
    key: ['id'],
    columns: {
      id: 'text',
      account_id: 'text',
      name: 'text',
      kind: 'text',
      location: 'text',
      origin: 'text',
      created_at: 'integer',
    },
  },
  note: {
    key: ['account_id', 'project_id', 'key', 'version'],
    columns: {
      account_id: 'text',
      project_id: 'text',
      key: 'text',
      version: 'integer',
      id: 'text',
      type: 'text',
      text: 'text',
      tags: 'text',
      refs: 'text',
      links: 'text',
      pinned: 'integer',
      created_at: 'integer',
      updated_at: 'integer',
      by_key: 'text',
      at_commit: 'text?',
      expires_at: 'integer?',
      forgotten_at: 'integer?',
      superseded_at: 'integer?',
    },
  },
  thread: {
    key: ['account_id', 'id'],
    columns: {
      account_id: 'text',
      id: 'text',
      project_id: 'text?',
      created_at: 'integer',
      updated_at: 'integer',
      closed_at: 'integer?',
      length: 'integer',
    },
  },
  thought: {
    key: ['account_id', 'thread_id', 'number'],
    columns: {
      account_id: 'text',
      thread_id: 'text',
      number: 'integer',
      kind: 'text',
      text: 'text',
      revises: 'integer?',
      branch_from: 'integer?',
      branch: 'text?',
      refs: 'text',
      confidence: 'real?',
      total: 'integer?',
      more: 'integer?',
      created_at: 'integer',
      by_key: 'text',
      at_commit: 'text?',
    },
  },
  change_epoch: null,
  installation: null,
  transfer: null,
  migration: null,
};

/** The tables that a backup and a copy hold, in the order in which they are written. */
export const TABLES: readonly TableShape[] = Object.entries(SHAPES).flatMap(([table, shape]) =>
  shape === null ? [] : [{ table, ...shape }],
);

/** Every table, in an order in which they may be dropped. */
export const TABLES_TO_DROP: readonly string[] = Object.keys(SHAPES).reverse();
