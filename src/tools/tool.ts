import type { z } from 'zod';
import type { PlanName } from '../domain/plans/index.ts';

/** Who is calling, as tools may know it. */
export interface ToolCaller {
  readonly accountId: string;
  readonly plan: PlanName;
  readonly keyPrefix: string | null;
  readonly keyExpiresAt: Date | null;
  readonly keyMonthlyCap: number | null;
  readonly toolScope: 'all' | readonly string[];
}

/** What a tool gets beside its arguments. */
export interface ToolContext {
  readonly caller: ToolCaller;
  readonly requestId: string;
  /** Aborted when the caller goes away or the deadline passes. */
  readonly signal: AbortSignal;
  readonly now: Date;
  /** Reports progress; does nothing when the caller did not ask for it. */
  progress(done: number, total: number | null, message: string): void;
}

/** A tool's answer. */
export interface ToolAnswer {
  /** At most `ANSWER_CHARACTERS_MAX` characters; already safe to show. */
  readonly text: string;
  /** Present where the tool declares an output schema, or when the caller asked for `format: "json"`. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** Only for bad arguments found late, forbidden paths, failed upstreams and time-outs. */
  readonly isError?: boolean;
}

/** A callable MCP tool: a value in its own file. */
export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** At most 90 words. */
  readonly description: string;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
  /** Whether a call takes a unit of the monthly quota. */
  readonly isChargeable: boolean;
  readonly input: Schema;
  readonly output?: z.ZodObject;
  /** Other names that callers use for an argument, `alias -> argument`, beside the ones shared by all tools. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Turns another service's manner of asking into ours, before names and types are checked. Gets own properties only. */
  adapt?(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
  /** A rule over several arguments; the text says what to change. Null when they fit. */
  check?(args: z.output<Schema>): string | null;
  run(args: z.output<Schema>, context: ToolContext): Promise<ToolAnswer>;
}

/** Longest text that any tool gives. */
export const ANSWER_CHARACTERS_MAX = 40_000;

/** Keeps the schema's type while a tool is written down. */
export function defineTool<Schema extends z.ZodObject>(tool: Tool<Schema>): Tool<Schema> {
  return tool;
}
