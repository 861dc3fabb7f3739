import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shown } from './client.ts';
import { answerAnthropic, readAnthropic } from './mock-anthropic.ts';
import { answerOpenAi, readOpenAi } from './mock-openai.ts';
import { type Document, parseDocument } from './read.ts';

/** What the model is to do in its first turn: call the tool whose name ends so. Its second turn ends the talk. */
export interface ScriptedCall {
  /** The tool's name at the service; clients put a prefix before it. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A turn that a client asked of the model, as far as it is about tools. */
export interface ModelTurn {
  /** The names under which the client offered tools, in its order. */
  readonly offered: readonly string[];
  /** Results of tools that the client handed back; empty in a first turn. */
  readonly results: readonly Shown[];
}

/** What the model says: a call of one of the tools on offer, or words. */
export type ModelAnswer =
  | { readonly kind: 'call'; readonly name: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly kind: 'words'; readonly text: string };

/** A model on loopback that does as it is told, so that agents can be run without a network. */
export interface MockModel {
  /** Origin without path, on loopback. */
  readonly origin: string;
  /** Every turn so far, oldest first. */
  readonly turns: readonly ModelTurn[];
  close(): Promise<void>;
}

/**
 * Starts the model, which speaks only words when no call is scripted. It answers `POST …/messages` as Anthropic's API does and `POST …/responses` as OpenAI's.
 */
export async function openMockModel(scripted: ScriptedCall | null): Promise<MockModel> {
  const turns: ModelTurn[] = [];
  const server = createServer((request, response) => {
    answer(request, response, { scripted, turns }).catch((failure: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(failure));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    turns,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Model {
  readonly scripted: ScriptedCall | null;
  readonly turns: ModelTurn[];
}

async function answer(request: IncomingMessage, response: ServerResponse, model: Model): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://model');
  const document = parseDocument(await readText(request)) ?? {};
  const kind = KINDS.find(({ path }) => pathname.endsWith(path));
  if (request.method !== 'POST' || kind === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const turn = kind.read(document);
  model.turns.push(turn);
  kind.answer(response, document, decide(turn, model.scripted));
}

/** The two ways of speaking with a model that agents know. */
const KINDS: readonly {
  readonly path: string;
  read(request: Document): ModelTurn;
  answer(response: ServerResponse, request: Document, answer: ModelAnswer): void;
}[] = [
  { path: '/messages', read: readAnthropic, answer: answerAnthropic },
  { path: '/responses', read: readOpenAi, answer: answerOpenAi },
];

/** Calls the tool once it is on offer, and is content with whatever comes back. */
function decide(turn: ModelTurn, scripted: ScriptedCall | null): ModelAnswer {
  const name = scripted === null ? undefined : turn.offered.find((offered) => offered.endsWith(scripted.tool));
  if (scripted === null || name === undefined || turn.results.length > 0) return { kind: 'words', text: 'Done.' };
  return { kind: 'call', name, args: scripted.args };
}

async function readText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}
