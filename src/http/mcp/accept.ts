import type { Message } from './envelope.ts';
import { progressTokenOf } from './meta.ts';
import type { StreamUse } from './turn.ts';

/**
 * Whether the answer may be an event stream: only when the caller accepts one and sent a progress token, or accepts
 * nothing else. `Accept` decides nothing more, so that a plain client without it is served. Source: docs/contract.md, "Faces". A
 * mounted server (`needsToken` false) has more to tell than progress.
 */
export function chooseStream(accept: string | undefined, message: Message, needsToken: boolean): StreamUse {
  const ranges = acceptedRanges(accept ?? '*/*');
  const takesJson = ['application/json', 'application/*', '*/*'].some((range) => ranges.has(range));
  if (!ranges.has('text/event-stream')) return 'never';
  if (!takesJson) return 'always';
  return needsToken && progressTokenOf(message.params) === undefined ? 'never' : 'progress';
}

/** The media ranges of an Accept header, without those of weight 0. RFC 9110 §12.5.1. */
function acceptedRanges(accept: string): ReadonlySet<string> {
  const ranges = new Set<string>();
  for (const item of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = item.split(';').map((part) => part.trim());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) ranges.add(range);
  }
  return ranges;
}
