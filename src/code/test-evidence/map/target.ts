import type { FileSymbol } from '../../lex/symbol.ts';

/** A file of the target. */
export interface TargetFile {
  readonly path: string;
  /** The symbols that are meant: those of the file, or the one that was asked about, or those that changed. */
  readonly symbols: readonly FileSymbol[];
  /** Whether the whole file is meant, so that its own name counts as well. */
  readonly isWhole: boolean;
  /** Words of the lines that changed; left out where no change is meant. */
  readonly words?: readonly string[];
}

/** What tests are wanted for. */
export interface Target {
  readonly kind: 'project' | 'file' | 'directory' | 'symbol' | 'diff';
  readonly name: string;
  readonly files: readonly TargetFile[];
  /** Test files that the target takes in themselves. */
  readonly testFiles: readonly string[];
  /** Why a test file is among them, as evidence says it. */
  readonly selfWhy: string;
}
