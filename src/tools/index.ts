import { makeAuditHeaders } from './audit-headers/audit-headers.ts';
import type { AuditHeadersDeps } from './audit-headers/deps.ts';
import { type CheckPackageDeps, makeCheckPackage } from './check-package/check-package.ts';
import { type CheckTestDeps, makeCheckTest } from './check-test/check-test.ts';
import { type ExplainArchitectureDeps, makeExplainArchitecture } from './explain-architecture/explain-architecture.ts';
import { type FindCodeDeps, makeFindCode } from './find-code/find-code.ts';
import { type GetProjectContextDeps, makeGetProjectContext } from './get-project-context/get-project-context.ts';
import type { ThinkingDeps } from './keep-thinking/deps.ts';
import { makeKeepThinking } from './keep-thinking/keep-thinking.ts';
import type { MemoryDeps } from './project-memory/deps.ts';
import { makeProjectMemory } from './project-memory/project-memory.ts';
import { makeReadCode, type ReadCodeDeps } from './read-code/read-code.ts';
import { makeToolRegistry, type ToolRegistry } from './registry.ts';
import type { ServiceInfoDeps } from './service-dev-info/deps.ts';
import { makeServiceDevInfo } from './service-dev-info/service-dev-info.ts';
import type { Tool } from './tool.ts';

/** Everything that the tools stand on. */
export type ToolPorts = GetProjectContextDeps &
  ReadCodeDeps &
  FindCodeDeps &
  CheckPackageDeps &
  ExplainArchitectureDeps &
  CheckTestDeps &
  AuditHeadersDeps &
  Omit<ServiceInfoDeps, 'registry'> &
  ThinkingDeps &
  MemoryDeps;

type Ports = ToolPorts & Pick<ServiceInfoDeps, 'registry'>;

/** The tools in the order in which they are listed. Source: specification, "What the service does". */
const MAKERS: Readonly<Record<string, (ports: Ports) => Tool>> = {
  get_project_context: makeGetProjectContext,
  read_code: makeReadCode,
  find_code: makeFindCode,
  check_package: makeCheckPackage,
  explain_architecture: makeExplainArchitecture,
  service_dev_info: makeServiceDevInfo,
  check_test: makeCheckTest,
  audit_headers: makeAuditHeaders,
  keep_thinking: makeKeepThinking,
  project_memory: makeProjectMemory,
};

/** Names of the tools, in the same order. */
export const TOOL_NAMES: readonly string[] = Object.keys(MAKERS);

/** Makes every tool of the service. */
export function makeTools(ports: ToolPorts): readonly Tool[] {
  let registry: ToolRegistry | null = null;
  // One of the tools describes all of them, so that it asks for the registry only when it is called.
  const own: Ports = { ...ports, registry: () => (registry ??= makeToolRegistry(tools)) };
  const tools = Object.values(MAKERS).map((make) => make(own));
  return tools;
}
