import type { OperationContext } from '../../questions/context.ts';
import type { TestsInput } from '../../questions/tests.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import type { Source, SourceListing } from '../../source/source.ts';
import type { ProjectScan } from '../../test-evidence/map/scan-project.ts';
import type { Target } from '../../test-evidence/map/target.ts';

/** What the parts of an answer share. */
export interface Asking {
  readonly input: TestsInput;
  readonly context: OperationContext;
  readonly source: Source;
  readonly listing: SourceListing;
  readonly scan: ProjectScan;
  /** All files of the project: manifests may lie above the folder that is asked about. */
  readonly files: ProjectFiles;
  readonly target: Target;
  /** Folder that is asked about, `/`-terminated; empty for the whole project. */
  readonly base: string;
}
