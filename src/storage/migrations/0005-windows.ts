import type { Migration } from './migration.ts';

/**
 * Windows that processes share: the minutes of accounts and the IP limits. A block is a part of a window that one
 * process may serve; the row of its window is what racing processes wait for each other on. Blocks of the one-process
 * form before it are taken over, so that an update gives no minute back.
 */
export const WINDOWS: Migration = {
  name: '0005-windows',
  sqlite: [
    `create table limit_window (
  subject text primary key not null,
  leased_at integer not null
) strict`,
    `create table window_block (
  subject text not null,
  id text not null,
  ends_at integer not null,
  units integer not null check (units >= 0),
  primary key (subject, id)
) strict`,
    'create index window_block_end on window_block (ends_at)',
    `insert into window_block (subject, id, ends_at, units)
  select 'minute:' || account_id, cast(expires_at as text), expires_at, units from minute_block`,
    'drop table minute_block',
    'create table change_epoch (id integer primary key not null check (id = 1), value integer not null) strict',
    'insert into change_epoch (id, value) values (1, 0)',
  ],
  postgres: [
    `create table limit_window (
  subject text collate "C" primary key not null,
  leased_at bigint not null
)`,
    `create table window_block (
  subject text collate "C" not null,
  id text collate "C" not null,
  ends_at bigint not null,
  units bigint not null check (units >= 0),
  primary key (subject, id)
)`,
    'create index window_block_end on window_block (ends_at)',
    `insert into window_block (subject, id, ends_at, units)
  select 'minute:' || account_id, cast(expires_at as text), expires_at, units from minute_block`,
    'drop table minute_block',
    // Counts the changes of keys and accounts, so that a node which missed a notice sees that it did.
    'create table change_epoch (id bigint primary key not null check (id = 1), value bigint not null)',
    'insert into change_epoch (id, value) values (1, 0)',
  ],
};
