import type { SourceSelector } from '../source/source.ts';

export interface ReadInput {
  readonly source: SourceSelector;
}

export interface ReadOutput {
  readonly status: string;
}
