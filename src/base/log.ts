import { UnavailableError } from './unavailable.ts';

/** The values that a log line may carry: flat, so that it can be searched. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Urgency of a log line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** From which level on lines are written; `silent` writes none. The levels of pino, whose users expect them all. */
export const LOG_THRESHOLDS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogThreshold = (typeof LOG_THRESHOLDS)[number];

/** Where events are recorded. Names are dotted and in the past tense (`key.rejected`). */
export interface Log {
  event(name: string, fields?: LogFields, level?: LogLevel): void;
}

/** Records nothing: for tests and commands whose answer is their output. */
export const silentLog: Log = { event: () => {} };

/**
 * The chain of messages of a failure, outermost first, for the log only: callers get a request id instead. With the
 * place in the source, but for what was merely away: of that there are many lines, and the source has no part in it.
 */
export function describeFailure(failure: unknown): string {
  const parts: string[] = [];
  let current: unknown = failure;
  while (current instanceof Error && parts.length < 8) {
    parts.push(current instanceof UnavailableError ? String(current) : (current.stack ?? current.message));
    current = current.cause;
  }
  if (parts.length === 0) parts.push(String(failure));
  return parts.join('\ncaused by: ');
}

/** Runs work whose outcome no caller waits for; its failure is logged under `name` instead of being lost. */
export function background(log: Log, name: string, work: Promise<unknown>): void {
  work.catch((failure: unknown) => log.event(`${name}.failed`, { failure: describeFailure(failure) }, 'error'));
}
