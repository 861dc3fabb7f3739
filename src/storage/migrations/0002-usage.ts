import type { Migration } from './migration.ts';

/** What was used of the limits. */
export const USAGE: Migration = {
  name: '0002-usage',
  sqlite: [
    `create table usage_counter (
  counter text not null,
  period text not null,
  units integer not null check (units >= 0),
  last_grant integer not null check (last_grant >= 0),
  primary key (counter, period)
) strict`,
    `create table usage_threshold (
  account_id text not null references account (id),
  period text not null,
  percent integer not null,
  recorded_at integer not null,
  primary key (account_id, period, percent)
) strict`,
    `create table minute_block (
  account_id text not null references account (id),
  expires_at integer not null,
  units integer not null check (units >= 0),
  primary key (account_id, expires_at)
) strict`,
    'create index minute_block_expiry on minute_block (expires_at)',
  ],
  postgres: [
    `create table usage_counter (
  counter text collate "C" not null,
  period text collate "C" not null,
  units bigint not null check (units >= 0),
  last_grant bigint not null check (last_grant >= 0),
  primary key (counter, period)
)`,
    `create table usage_threshold (
  account_id text collate "C" not null references account (id),
  period text collate "C" not null,
  percent bigint not null,
  recorded_at bigint not null,
  primary key (account_id, period, percent)
)`,
    `create table minute_block (
  account_id text collate "C" not null references account (id),
  expires_at bigint not null,
  units bigint not null check (units >= 0),
  primary key (account_id, expires_at)
)`,
    'create index minute_block_expiry on minute_block (expires_at)',
  ],
};
