// Row types of every table: instants are integer milliseconds, flags 0 or 1, JSON is text. docs/storage-schema.md says
// what each column means; schema.sql is the dump of what the migrations make.

/** The owner of keys, plan and usage. */
export interface AccountTable {
  id: string;
  email: string;
  plan: string;
  created_at: number;
}

/** An issued credential; its secret is there only as salted hash. */
export interface ApiKeyTable {
  prefix: string;
  account_id: string;
  name: string;
  salt: Uint8Array;
  secret_hash: Uint8Array;
  /** JSON list of tool names; null = all tools. */
  tool_scope: string | null;
  monthly_cap: number | null;
  expires_at: number | null;
  created_at: number;
  last_used_at: number | null;
  revoked_at: number | null;
  /** The secret before the last rotation: all three or none. */
  overlap_salt: Uint8Array | null;
  overlap_hash: Uint8Array | null;
  overlap_until: number | null;
  legacy_lookup: Uint8Array | null;
}

/** Units taken from a monthly counter. */
export interface UsageCounterTable {
  counter: string;
  period: string;
  units: number;
  /** What the last lease was granted: how one statement can both decide and tell. */
  last_grant: number;
}

/** A share of the quota that an account has passed. */
interface UsageThresholdTable {
  account_id: string;
  period: string;
  percent: number;
  recorded_at: number;
}

/** A window that processes share; its row orders their leases. */
interface LimitWindowTable {
  /** `minute:<account id>` or `ip:<limit>:<address>`. */
  subject: string;
  leased_at: number;
}

/** Requests of a window that one process may serve until an instant; or has served, the last of them then. */
export interface WindowBlockTable {
  subject: string;
  id: string;
  ends_at: number;
  units: number;
}

/** Kept up to date on PostgreSQL only: how many changes of keys and accounts there were. */
interface ChangeEpochTable {
  id: number;
  value: number;
}

/** A repository known to the service. */
export interface ProjectTable {
  id: string;
  account_id: string;
  name: string;
  kind: string;
  location: string;
  origin: string;
  created_at: number;
}

/** One version of a note. */
export interface NoteTable {
  account_id: string;
  /** Empty for the account's own scope: a null would make the keys of that scope incomparable. */
  project_id: string;
  key: string;
  version: number;
  id: string;
  type: string;
  text: string;
  tags: string;
  refs: string;
  links: string;
  pinned: number;
  created_at: number;
  updated_at: number;
  by_key: string;
  at_commit: string | null;
  expires_at: number | null;
  forgotten_at: number | null;
  /** Null for the current version; else when the next one was written. */
  superseded_at: number | null;
}

/** A chain of thoughts. */
export interface ThreadTable {
  account_id: string;
  id: string;
  project_id: string | null;
  created_at: number;
  updated_at: number;
  closed_at: number | null;
  length: number;
}

/** One step of a chain. */
export interface ThoughtTable {
  account_id: string;
  thread_id: string;
  number: number;
  kind: string;
  text: string;
  revises: number | null;
  branch_from: number | null;
  branch: string | null;
  refs: string;
  confidence: number | null;
  total: number | null;
  more: number | null;
  created_at: number;
  by_key: string;
  at_commit: string | null;
}

/** One row: whose data this is. */
export interface InstallationTable {
  id: number;
  /** Made with the first opening; goes along with a backup and a copy. */
  database_id: string;
  /** Tells another secret from the one that legacy keys and cursors need, and nothing else about it. */
  secret_fingerprint: string;
}

/** At most one row: what is being written into this storage and is not all there yet. */
export interface TransferTable {
  id: number;
  kind: string;
  source: string;
  begun_at: number;
}

/** A step of the schema that was executed here. */
interface MigrationTable {
  name: string;
  hash: string;
  applied_at: number;
}

/** Every table by its name. */
export interface Schema {
  account: AccountTable;
  api_key: ApiKeyTable;
  usage_counter: UsageCounterTable;
  usage_threshold: UsageThresholdTable;
  limit_window: LimitWindowTable;
  window_block: WindowBlockTable;
  change_epoch: ChangeEpochTable;
  project: ProjectTable;
  note: NoteTable;
  thread: ThreadTable;
  thought: ThoughtTable;
  installation: InstallationTable;
  transfer: TransferTable;
  migration: MigrationTable;
}
