import { z } from 'zod';
import { STRUCTURE_ASPECTS, type StructureAspect } from '../../code/index.ts';
import { BUDGET_MAX, BUDGET_MIN } from '../shared/budget.ts';

/** Hops that may be asked for. */
export const DEPTH_MAX = 4;

/** Arguments of explain_architecture. Source: docs/tools.md, "explain_architecture". */
export const explainArchitectureInput = z.object({
  path: z.string().min(1).max(490).optional(),
  question: z.string().min(1).max(499).optional(),
  aspects: z.array(z.enum(STRUCTURE_ASPECTS)).optional(),
  scope: z.string().min(1).max(490).optional().describe('Folder, file, symbol'),
  since: z.string().min(1).max(250).optional(),
  depth: z.int().min(1).max(DEPTH_MAX).optional(),
  diagram: z.enum(['none', 'mermaid']).optional(),
  ref: z.string().min(1).max(255).optional(),
  budget: z.int().min(BUDGET_MIN).max(BUDGET_MAX).default(3_000),
  cursor: z.string().max(200).optional(),
  format: z.enum(['text', 'json']).optional(),
});

/** Arguments as the schema gives them. */
export type ExplainArchitectureInput = z.output<typeof explainArchitectureInput>;

/**
 * Arguments with what is meant when they are left out. The schema does not say the defaults, since every client pays
 * for its words in every conversation; docs/tools.md does.
 */
export type ExplainArchitectureArguments = ReturnType<typeof withDefaults>;

/** Fills in what was left out; an empty list of aspects is none. */
export function withDefaults(args: ExplainArchitectureInput) {
  const { aspects = [], depth = 2, diagram = 'none', format = 'text' } = args;
  const asked: readonly StructureAspect[] = aspects.length === 0 ? ['overview'] : [...new Set(aspects)];
  return { ...args, aspects: asked, depth, diagram, format };
}

/** Rules over several arguments; null when they fit. */
export function checkExplainArchitecture(args: ExplainArchitectureInput): string | null {
  if (args.question?.trim() === '') return 'question is blank: give a few words, or leave it out';
  if (args.scope?.trim() === '') return 'scope is blank: give a folder, file or symbol, or leave it out';
  return null;
}
