import { ACCOUNTS_AND_KEYS } from './0001-accounts-and-keys.ts';
import { USAGE } from './0002-usage.ts';
import { PROJECTS_AND_MEMORY } from './0003-projects-and-memory.ts';
import { THINKING } from './0004-thinking.ts';
import { WINDOWS } from './0005-windows.ts';
import { INSTALLATION } from './0006-installation.ts';
import type { Migration } from './migration.ts';

/** Every step, oldest first. */
export const MIGRATIONS: readonly Migration[] = [
  ACCOUNTS_AND_KEYS,
  USAGE,
  PROJECTS_AND_MEMORY,
  THINKING,
  WINDOWS,
  INSTALLATION,
];
