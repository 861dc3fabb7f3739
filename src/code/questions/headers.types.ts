import type { SourceProblem } from '../source/open-source.ts';
import type { PathRole } from '../source/path-role.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { FindGap } from './find.types.ts';

/** Asks where a project says which headers its answers carry. */
export interface HeadersInput {
  readonly source: SourceSelector;
  /** Only files in this folder of the source; null for all. */
  readonly prefix: string | null;
}

/** One header at a place. */
export interface HeaderSetting {
  /** As browsers know it, lower-cased. */
  readonly name: string;
  /** What is sent; null when it is made at run time. Text of the repository. */
  readonly value: string | null;
  readonly line: number;
  /** Written there, a default of the library, or switched off. */
  readonly by: 'written' | 'default' | 'removed';
}

/** One place that decides over headers. */
export interface HeaderPlace {
  /** What is configured there: `nginx`, `helmet`, `next.config` … */
  readonly tool: string;
  readonly file: string;
  readonly line: number;
  readonly role: PathRole;
  /** What it applies to, as written there: `location /api`, `source /(.*)`; null when the place does not say. */
  readonly scope: string | null;
  readonly settings: readonly HeaderSetting[];
  /** What cannot be told from the text, and traps. */
  readonly notes: readonly string[];
}

/** What was found, or why nothing could be looked for. */
export type HeadersOutput =
  | { readonly outcome: 'no_source'; readonly problem: SourceProblem }
  | {
      readonly outcome: 'read';
      /** `partial` when the deadline or a limit of the listing ended the search. */
      readonly status: 'ok' | 'partial';
      readonly identity: SourceIdentity;
      /** Production code and configuration first, then what stands aside, then tests. */
      readonly places: readonly HeaderPlace[];
      /** Places found; more than are given when a limit was passed. */
      readonly total: number;
      /** Files in scope, and those whose content was looked at. */
      readonly files: { readonly inScope: number; readonly read: number };
      readonly gaps: readonly FindGap[];
    };
