import { argumentsOf, type CodeText, type Token } from '../../lex/code-text.ts';
import type { DraftSmell } from '../reading.ts';

/** Fake clocks: what waits under them waits for nothing. */
const FAKE_TIMERS =
  /\buseFakeTimers\b|\bfakeAsync\b|\bmock\s*\.\s*timers\b|\bmockClock\b|\binstall(?:Clock|FakeTimers)\b|\bclock\s*\.\s*install\b/;
/** Names of functions that wait for a number of milliseconds and do nothing else. */
const WAITING = /^(?:sleep|delay|wait|pause|timeout|setTimeout|waitForTimeout)$/;

/** Waits of a fixed time: `await sleep(50)`, `setTimeout(done, 50)`, `new Promise((r) => setTimeout(r, 50))`. */
export function findScriptWaits(code: CodeText): readonly DraftSmell[] {
  if (FAKE_TIMERS.test(code.mask)) return [];
  const found: DraftSmell[] = [];
  for (const [at, token] of code.tokens.entries()) {
    if (token.open === -1 || !WAITING.test(token.word)) continue;
    const waitMs = waitOf(code, token, code.tokens[at - 1]);
    if (waitMs !== null) found.push({ kind: 'sleep', at: token.from, detail: `waits ${waitMs} ms of real time` });
  }
  return found;
}

/** Milliseconds as written; null when it waits for none, or does more than wait. */
function waitOf(code: CodeText, token: Token, previous: Token | undefined): string | null {
  const all = argumentsOf(code, token.open).map(({ from, to }) => code.mask.slice(from, Math.min(to, from + 60)));
  if (token.word === 'waitForTimeout') return token.isMember ? numberOf(all[0]) : null;
  if (token.isMember) return null;
  if (token.word !== 'setTimeout') return previous?.word === 'await' ? numberOf(all[0]) : null;
  // `await setTimeout(50)` of timers/promises.
  if (previous?.word === 'await') return numberOf(all[0]);
  const isOnlyWaiting = /^(?:r|res|resolve|resolved|done|cb|next|accept|fulfill?)$/.test(all[0] ?? '');
  return isOnlyWaiting ? numberOf(all[1]) : null;
}

function numberOf(text: string | undefined): string | null {
  // A millisecond is another way to write the next turn of the event loop.
  return text !== undefined && /^[1-9][\d_]*$/.test(text) && text !== '1' ? text.replaceAll('_', '') : null;
}
