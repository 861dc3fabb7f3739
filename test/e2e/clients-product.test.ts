import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOL_NAMES } from '../../src/tools/index.ts';
import { CLIENT_KINDS } from '../support/mcp-clients.ts';
import { makeRepository, type TestRepository } from '../support/repository.ts';
import { openWholeService, type WholeService } from '../support/whole-service.ts';

/** The plainest call of each tool that has something to say about the repository below. */
const CALLS: Readonly<Record<string, (project: string) => Record<string, unknown>>> = {
  get_project_context: (path) => ({ path }),
  read_code: () => ({ file: 'greet.ts' }),
  find_code: () => ({ query: 'greet' }),
  // A name without a registry to ask is unknown, which is an answer.
  check_package: () => ({ packages: [{ name: 'left-pad' }] }),
  explain_architecture: () => ({}),
  service_dev_info: () => ({}),
  check_test: () => ({}),
  audit_headers: () => ({ headers: 'HTTP/1.1 200 OK\nX-Frame-Options: DENY' }),
  keep_thinking: () => ({ thought: 'Greet first.' }),
  project_memory: () => ({ action: 'list' }),
};

let repository: TestRepository;
let service: WholeService;

beforeAll(async () => {
  repository = makeRepository();
  repository.commit({ 'greet.ts': "export function greet(): string {\n  return 'hello';\n}\n" });
  service = await openWholeService({ roots: [repository.path] });
});

afterAll(async () => {
  await service.close();
  repository.remove();
});

describe.each(CLIENT_KINDS)('$name', (kind) => {
  // The library also checks structured answers against the output schema that the list has shown it.
  test('sees the tools of the product in the order of the specification and can call every one', async () => {
    const client = await kind.connect(service.origin, service.token);
    try {
      expect(await client.listTools()).toEqual(TOOL_NAMES);
      for (const name of TOOL_NAMES) {
        const answer = await client.call(name, CALLS[name]?.(repository.path) ?? {});
        // Where the registry is out of reach that is told, as an error: the one thing that this machine decides.
        const isOffline = name === 'check_package' && answer.text.includes('upstream_failed');
        expect(answer.isError, `${name}: ${answer.text}`).toBe(isOffline);
        expect(answer.text, name).not.toBe('');
      }
    } finally {
      await client.close();
    }
  });
});
