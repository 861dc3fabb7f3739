import type { Migration } from './migration.ts';

/**
 * Repositories and the notes about them. A note does not reference its project: what an owner wrote down must outlive
 * one start of the service with other roots.
 */
export const PROJECTS_AND_MEMORY: Migration = {
  name: '0003-projects-and-memory',
  sqlite: [
    `create table project (
  id text primary key not null,
  account_id text not null references account (id),
  name text not null,
  kind text not null,
  location text not null,
  origin text not null,
  created_at integer not null,
  unique (account_id, name),
  unique (account_id, location)
) strict`,
    `create table note (
  account_id text not null references account (id),
  project_id text not null,
  key text not null,
  version integer not null check (version >= 1),
  id text not null,
  type text not null,
  text text not null,
  tags text not null,
  refs text not null,
  links text not null,
  pinned integer not null check (pinned in (0, 1)),
  created_at integer not null,
  updated_at integer not null,
  by_key text not null,
  at_commit text,
  expires_at integer,
  forgotten_at integer,
  superseded_at integer,
  primary key (account_id, project_id, key, version)
) strict`,
    // At most one version of a key is the current one, whatever the races.
    'create unique index note_current on note (account_id, project_id, key) where superseded_at is null',
  ],
  postgres: [
    `create table project (
  id text collate "C" primary key not null,
  account_id text collate "C" not null references account (id),
  name text collate "C" not null,
  kind text collate "C" not null,
  location text collate "C" not null,
  origin text collate "C" not null,
  created_at bigint not null,
  unique (account_id, name),
  unique (account_id, location)
)`,
    `create table note (
  account_id text collate "C" not null references account (id),
  project_id text collate "C" not null,
  key text collate "C" not null,
  version bigint not null check (version >= 1),
  id text collate "C" not null,
  type text collate "C" not null,
  text text collate "C" not null,
  tags text collate "C" not null,
  refs text collate "C" not null,
  links text collate "C" not null,
  pinned bigint not null check (pinned in (0, 1)),
  created_at bigint not null,
  updated_at bigint not null,
  by_key text collate "C" not null,
  at_commit text collate "C",
  expires_at bigint,
  forgotten_at bigint,
  superseded_at bigint,
  primary key (account_id, project_id, key, version)
)`,
    // At most one version of a key is the current one, whatever the races.
    'create unique index note_current on note (account_id, project_id, key) where superseded_at is null',
  ],
};
