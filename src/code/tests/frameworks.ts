import type { FrameworkFact } from './test-file.types.ts';

/** What detection asks of a project: `ProjectFiles` of the overview fits. */
export interface FrameworkFiles {
  readonly entries: readonly { readonly path: string }[];
  /** Paths of files with this name (lower-cased), nearest to the top first. */
  named(name: string): readonly string[];
  /** Text of a file of bounded size; null when it cannot be read. */
  text(path: string): Promise<string | null>;
}

/**
 * The test frameworks that manifests and configuration name, each with its first proof, manifests nearest to the top
 * first. What only test files show is in their `TestFileFacts.frameworks`.
 */
export async function detectFrameworks(_files: FrameworkFiles): Promise<readonly FrameworkFact[]> {
  return [];
}
