import type { Result } from '../../base/result.ts';
import type { Principal } from '../../domain/keys/index.ts';
import type { Charge, LimitView } from '../../domain/limits/index.ts';
import type { Tool } from '../../tools/tool.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import type { Message } from './envelope.ts';
import type { Face } from './face.ts';

/** A step of the edge: what it found out, or the answer that ends the request. */
export type Step<T> = Result<T, Answer>;

/** A caller whose token is proven. */
export interface Caller {
  readonly exchange: Exchange;
  readonly principal: Principal;
  /** The limit that the answer's headers show: the monthly quota. */
  readonly view: LimitView;
}

/** A request that was understood: who sends it, by which face, and what it says. */
export interface Turn extends Caller {
  readonly face: Face;
  readonly message: Message;
  /** Whether the answer may, or must, be an event stream. */
  readonly stream: StreamUse;
}

/** `never`: JSON only. `progress`: a stream once there is progress to tell. `always`: the client takes nothing else. */
export type StreamUse = 'never' | 'progress' | 'always';

/** What is to be done, decided before anything is charged. */
export type Work =
  /** A notification: accepted, nothing to answer. */
  | { readonly kind: 'notification' }
  /** Any method but tools/call. */
  | { readonly kind: 'method' }
  /** A tool with arguments that fit. */
  | { readonly kind: 'tool'; readonly tool: Tool; readonly args: Record<string, unknown> }
  /** Arguments that do not fit, where MCP wants that said in a result. */
  | { readonly kind: 'unfit'; readonly text: string }
  /** A call of the server that a test mounted. */
  | { readonly kind: 'fixture' };

/** A turn ready to be served: what to do, and the unit that was taken for it. */
export interface ReadyTurn extends Turn {
  readonly work: Work;
  /** Null when the work costs nothing. */
  readonly charge: Charge | null;
}
