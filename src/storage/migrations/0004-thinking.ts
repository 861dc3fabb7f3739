import type { Migration } from './migration.ts';

/** Chains of thoughts. A thread's id means something only together with its account. */
export const THINKING: Migration = {
  name: '0004-thinking',
  sqlite: [
    `create table thread (
  account_id text not null references account (id),
  id text not null,
  project_id text,
  created_at integer not null,
  updated_at integer not null,
  closed_at integer,
  length integer not null check (length >= 0),
  primary key (account_id, id)
) strict`,
    'create index thread_updated on thread (account_id, updated_at)',
    `create table thought (
  account_id text not null,
  thread_id text not null,
  number integer not null check (number >= 1),
  kind text not null,
  text text not null,
  revises integer,
  branch_from integer,
  branch text,
  refs text not null,
  confidence real,
  total integer,
  more integer check (more in (0, 1)),
  created_at integer not null,
  by_key text not null,
  at_commit text,
  primary key (account_id, thread_id, number),
  foreign key (account_id, thread_id) references thread (account_id, id) on delete cascade
) strict`,
  ],
  postgres: [
    `create table thread (
  account_id text collate "C" not null references account (id),
  id text collate "C" not null,
  project_id text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  closed_at bigint,
  length bigint not null check (length >= 0),
  primary key (account_id, id)
)`,
    'create index thread_updated on thread (account_id, updated_at)',
    `create table thought (
  account_id text collate "C" not null,
  thread_id text collate "C" not null,
  number bigint not null check (number >= 1),
  kind text collate "C" not null,
  text text collate "C" not null,
  revises bigint,
  branch_from bigint,
  branch text collate "C",
  refs text collate "C" not null,
  confidence double precision,
  total bigint,
  more bigint check (more in (0, 1)),
  created_at bigint not null,
  by_key text collate "C" not null,
  at_commit text collate "C",
  primary key (account_id, thread_id, number),
  foreign key (account_id, thread_id) references thread (account_id, id) on delete cascade
)`,
  ],
};
