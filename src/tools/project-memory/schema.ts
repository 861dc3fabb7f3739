import { z } from 'zod';
import { NOTE_KEY_PATTERN, NOTE_TYPES } from '../../domain/memory/index.ts';

/** Arguments of project_memory. Source: docs/tools.md, "project_memory". */
export const memoryInput = z.object({
  action: z.enum(['save', 'search', 'get', 'list', 'update', 'forget', 'history']),
  path: z.string().optional(),
  key: z.string().regex(NOTE_KEY_PATTERN).optional(),
  text: z.string().max(8_000).optional(),
  type: z.enum(NOTE_TYPES).optional(),
  tags: z.array(z.string().min(1).max(40)).max(10).optional(),
  refs: z.array(z.string().min(1).max(300)).max(10).optional().describe('file or file#symbol it is about'),
  links: z
    .array(z.object({ to: z.string().min(1).max(80), rel: z.string().max(40).default('see') }))
    .max(10)
    .optional(),
  query: z.string().max(500).optional(),
  pin: z.boolean().optional(),
  expect_version: z.int().min(1).optional(),
  expires_days: z.int().min(0).max(3_650).optional(),
  scope: z.enum(['project', 'account']).default('project'),
  limit: z.int().min(1).max(100).optional(),
  cursor: z.string().max(100).optional(),
  budget: z.int().min(300).max(10_000).default(1_200),
});

/** The arguments as read. */
export type MemoryArguments = z.output<typeof memoryInput>;

/**
 * The structured answer of project_memory. Only what every program needs is declared, since clients pay for the
 * schema. An item has `key, type, tags, refs, version, updated_at, by_key`, and `text` or `excerpt` but in a list; a
 * conflict both texts; `cursor` where there is more. Source: docs/tools.md, "project_memory".
 */
export const memoryOutput = z.looseObject({
  status: z.string(),
  items: z.array(z.unknown()).optional(),
  total: z.int().optional(),
});

/** What each action cannot do without, and what belongs to some actions only; null when the arguments fit together. */
export function checkTogether(args: MemoryArguments): string | null {
  if (args.action === 'list') return null;
  if (args.action === 'search') return isBlank(args.query) ? 'action "search" needs query' : null;
  if (args.key === undefined) return `action "${args.action}" needs key`;
  if (args.expect_version !== undefined && args.action !== 'update') return 'expect_version belongs to action "update"';
  if (args.scope === 'account' && (args.refs?.length ?? 0) > 0) {
    return 'refs need scope "project": they are places in its code';
  }
  if (args.action === 'save') return isBlank(args.text) ? 'action "save" needs text' : null;
  return args.action === 'update' ? checkUpdate(args) : null;
}

function checkUpdate(args: MemoryArguments): string | null {
  if (args.text !== undefined && isBlank(args.text)) return 'text is empty; action "forget" takes a note away';
  const hasChange = CHANGES.some((name) => args[name] !== undefined);
  return hasChange ? null : `action "update" needs something to change: ${CHANGES.join(', ')}`;
}

const CHANGES = ['text', 'type', 'tags', 'refs', 'links', 'pin', 'expires_days'] as const;

function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}
