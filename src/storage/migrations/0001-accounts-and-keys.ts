import type { Migration } from './migration.ts';

/** Accounts and the keys that act for them. */
export const ACCOUNTS_AND_KEYS: Migration = {
  name: '0001-accounts-and-keys',
  sqlite: [
    `create table account (
  id text primary key not null,
  email text not null unique,
  plan text not null,
  created_at integer not null
) strict`,
    `create table api_key (
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
) strict`,
    'create index api_key_account on api_key (account_id, created_at)',
  ],
  postgres: [
    `create table account (
  id text collate "C" primary key not null,
  email text collate "C" not null unique,
  plan text collate "C" not null,
  created_at bigint not null
)`,
    `create table api_key (
  prefix text collate "C" primary key not null,
  account_id text collate "C" not null references account (id),
  name text collate "C" not null,
  salt bytea not null,
  secret_hash bytea not null,
  tool_scope text collate "C",
  monthly_cap bigint check (monthly_cap >= 0),
  expires_at bigint,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  overlap_salt bytea,
  overlap_hash bytea,
  overlap_until bigint,
  legacy_lookup bytea unique,
  check ((overlap_salt is null) = (overlap_until is null) and (overlap_hash is null) = (overlap_until is null))
)`,
    'create index api_key_account on api_key (account_id, created_at)',
  ],
};
