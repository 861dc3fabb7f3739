-- What the migrations make. Written anew by: npx vitest run --project sqlite test/contract/schema.test.ts -u

CREATE TABLE account (
  id text primary key not null,
  email text not null unique,
  plan text not null,
  created_at integer not null
) strict;

CREATE TABLE api_key (
  prefix text primary key not null,
  account_id text not null references account (id),
  name text not null,
  salt blob not null,
  secret_hash blob not null,
  tool_scope text,
  monthly_cap integer check (monthly_cap >= 0),
  expires_at integer,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer,
  overlap_salt blob,
  overlap_hash blob,
  overlap_until integer,
  legacy_lookup blob unique,
  check ((overlap_salt is null) = (overlap_until is null) and (overlap_hash is null) = (overlap_until is null))
) strict;

CREATE INDEX api_key_account on api_key (account_id, created_at);

CREATE TABLE change_epoch (id integer primary key not null check (id = 1), value integer not null) strict;

CREATE TABLE installation (
  id integer primary key not null check (id = 1),
  database_id text not null,
  secret_fingerprint text not null
) strict;

CREATE TABLE limit_window (
  subject text primary key not null,
  leased_at integer not null
) strict;

CREATE TABLE migration (
  name text primary key not null,
  hash text not null,
  applied_at integer not null
) strict;

CREATE TABLE note (
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
) strict;

CREATE UNIQUE INDEX note_current on note (account_id, project_id, key) where superseded_at is null;

CREATE TABLE project (
  id text primary key not null,
  account_id text not null references account (id),
  name text not null,
  kind text not null,
  location text not null,
  origin text not null,
  created_at integer not null,
  unique (account_id, name),
  unique (account_id, location)
) strict;

CREATE TABLE thought (
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
) strict;

CREATE TABLE thread (
  account_id text not null references account (id),
  id text not null,
  project_id text,
  created_at integer not null,
  updated_at integer not null,
  closed_at integer,
  length integer not null check (length >= 0),
  primary key (account_id, id)
) strict;

CREATE INDEX thread_updated on thread (account_id, updated_at);

CREATE TABLE transfer (
  id integer primary key not null check (id = 1),
  kind text not null,
  source text not null,
  begun_at integer not null
) strict;

CREATE TABLE usage_counter (
  counter text not null,
  period text not null,
  units integer not null check (units >= 0),
  last_grant integer not null check (last_grant >= 0),
  primary key (counter, period)
) strict;

CREATE TABLE usage_threshold (
  account_id text not null references account (id),
  period text not null,
  percent integer not null,
  recorded_at integer not null,
  primary key (account_id, period, percent)
) strict;

CREATE TABLE window_block (
  subject text not null,
  id text not null,
  ends_at integer not null,
  units integer not null check (units >= 0),
  primary key (subject, id)
) strict;

CREATE INDEX window_block_end on window_block (ends_at);
