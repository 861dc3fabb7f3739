import type { SourceSelector } from '../source/source.ts';

export interface OverviewInput {
  readonly source: SourceSelector;
}

export interface OverviewOutput {
  readonly status: string;
}
