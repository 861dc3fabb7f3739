import type { OutboundReason } from './outbound.ts';

/** Thrown by `askOnce` for every failure that has a name. */
export class AskError extends Error {
  override readonly name = 'AskError';
  readonly reason: OutboundReason;
  /** Whether another address of the same host may do better: nothing was sent yet. */
  readonly isBeforeSending: boolean;

  constructor(reason: OutboundReason, text: string, isBeforeSending: boolean) {
    super(text);
    this.reason = reason;
    this.isBeforeSending = isBeforeSending;
  }
}
