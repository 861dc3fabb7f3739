import type { SourceSelector } from '../source/source.ts';

export interface FindInput {
  readonly source: SourceSelector;
}

export interface FindOutput {
  readonly status: string;
}
