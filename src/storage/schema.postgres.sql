-- What the migrations make. Written anew by: npx vitest run --project postgres src/storage/postgres/schema.test.ts -u

create table account (
  id text collate "C" not null,
  email text collate "C" not null,
  plan text collate "C" not null,
  created_at bigint not null,
  PRIMARY KEY (id),
  UNIQUE (email)
);

create table api_key (
  prefix text collate "C" not null,
  account_id text collate "C" not null,
  name text collate "C" not null,
  salt bytea not null,
  secret_hash bytea not null,
  tool_scope text collate "C",
  monthly_cap bigint,
  expires_at bigint,
  created_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  overlap_salt bytea,
  overlap_hash bytea,
  overlap_until bigint,
  legacy_lookup bytea,
  CHECK ((((overlap_salt IS NULL) = (overlap_until IS NULL)) AND ((overlap_hash IS NULL) = (overlap_until IS NULL)))),
  CHECK ((monthly_cap >= 0)),
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (prefix),
  UNIQUE (legacy_lookup)
);
CREATE INDEX api_key_account ON public.api_key USING btree (account_id, created_at);

create table change_epoch (
  id bigint not null,
  value bigint not null,
  CHECK ((id = 1)),
  PRIMARY KEY (id)
);

create table installation (
  id bigint not null,
  database_id text collate "C" not null,
  secret_fingerprint text collate "C" not null,
  CHECK ((id = 1)),
  PRIMARY KEY (id)
);

create table limit_window (
  subject text collate "C" not null,
  leased_at bigint not null,
  PRIMARY KEY (subject)
);

create table migration (
  name text collate "C" not null,
  hash text collate "C" not null,
  applied_at bigint not null,
  PRIMARY KEY (name)
);

create table note (
  account_id text collate "C" not null,
  project_id text collate "C" not null,
  key text collate "C" not null,
  version bigint not null,
  id text collate "C" not null,
  type text collate "C" not null,
  text text collate "C" not null,
  tags text collate "C" not null,
  refs text collate "C" not null,
  links text collate "C" not null,
  pinned bigint not null,
  created_at bigint not null,
  updated_at bigint not null,
  by_key text collate "C" not null,
  at_commit text collate "C",
  expires_at bigint,
  forgotten_at bigint,
  superseded_at bigint,
  CHECK ((pinned = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CHECK ((version >= 1)),
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, project_id, key, version)
);
CREATE UNIQUE INDEX note_current ON public.note USING btree (account_id, project_id, key) WHERE (superseded_at IS NULL);

create table project (
  id text collate "C" not null,
  account_id text collate "C" not null,
  name text collate "C" not null,
  kind text collate "C" not null,
  location text collate "C" not null,
  origin text collate "C" not null,
  created_at bigint not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (id),
  UNIQUE (account_id, location),
  UNIQUE (account_id, name)
);

create table thought (
  account_id text collate "C" not null,
  thread_id text collate "C" not null,
  number bigint not null,
  kind text collate "C" not null,
  text text collate "C" not null,
  revises bigint,
  branch_from bigint,
  branch text collate "C",
  refs text collate "C" not null,
  confidence double precision,
  total bigint,
  more bigint,
  created_at bigint not null,
  by_key text collate "C" not null,
  at_commit text collate "C",
  CHECK ((more = ANY (ARRAY[(0)::bigint, (1)::bigint]))),
  CHECK ((number >= 1)),
  FOREIGN KEY (account_id, thread_id) REFERENCES thread(account_id, id) ON DELETE CASCADE,
  PRIMARY KEY (account_id, thread_id, number)
);

create table thread (
  account_id text collate "C" not null,
  id text collate "C" not null,
  project_id text collate "C",
  created_at bigint not null,
  updated_at bigint not null,
  closed_at bigint,
  length bigint not null,
  CHECK ((length >= 0)),
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX thread_updated ON public.thread USING btree (account_id, updated_at);

create table transfer (
  id bigint not null,
  kind text collate "C" not null,
  source text collate "C" not null,
  begun_at bigint not null,
  CHECK ((id = 1)),
  PRIMARY KEY (id)
);

create table usage_counter (
  counter text collate "C" not null,
  period text collate "C" not null,
  units bigint not null,
  last_grant bigint not null,
  CHECK ((last_grant >= 0)),
  CHECK ((units >= 0)),
  PRIMARY KEY (counter, period)
);

create table usage_threshold (
  account_id text collate "C" not null,
  period text collate "C" not null,
  percent bigint not null,
  recorded_at bigint not null,
  FOREIGN KEY (account_id) REFERENCES account(id),
  PRIMARY KEY (account_id, period, percent)
);

create table window_block (
  subject text collate "C" not null,
  id text collate "C" not null,
  ends_at bigint not null,
  units bigint not null,
  CHECK ((units >= 0)),
  PRIMARY KEY (subject, id)
);
CREATE INDEX window_block_end ON public.window_block USING btree (ends_at);
