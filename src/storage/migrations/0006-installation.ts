import type { Migration } from './migration.ts';

/**
 * Whose data this is, so that a backup or copy can be told from another's; and whether it is all there: while a restore
 * or a copy into this storage is unfinished it has a row of its own, and no service starts on it.
 */
export const INSTALLATION: Migration = {
  name: '0006-installation',
  sqlite: [
    `create table installation (
  id integer primary key not null check (id = 1),
  database_id text not null,
  secret_fingerprint text not null
) strict`,
    `create table transfer (
  id integer primary key not null check (id = 1),
  kind text not null,
  source text not null,
  begun_at integer not null
) strict`,
  ],
  postgres: [
    `create table installation (
  id bigint primary key not null check (id = 1),
  database_id text collate "C" not null,
  secret_fingerprint text collate "C" not null
)`,
    `create table transfer (
  id bigint primary key not null check (id = 1),
  kind text collate "C" not null,
  source text collate "C" not null,
  begun_at bigint not null
)`,
  ],
};
