import { type ClientName, clientConfiguration } from '../../src/tools/service-dev-info/clients.ts';

/** The endpoint that a client is to use, and a home of its own. */
export interface Site {
  /** Ends in `/mcp`. */
  readonly url: string;
  readonly key: string;
  /** An empty folder for what the client keeps. */
  readonly home: string;
}

/** A tool's answer as the client handed it on. */
export interface Shown {
  readonly text: string;
  readonly isError: boolean;
}

/** A client that people use, driven as a person or a program drives it. */
export interface InstalledClient {
  readonly name: string;
  /** The revision that it speaks with this service. */
  readonly revision: '2025-06-18' | '2025-11-25' | '2026-07-28';
  /** Connects and gives the names of the tools as the client lists them. Throws `ClientRefused`. */
  listTools(site: Site): Promise<readonly string[]>;
  /** Connects and calls a tool. Throws `ClientRefused`. */
  call(site: Site, tool: string, args: Readonly<Record<string, unknown>>): Promise<Shown>;
}

/** The client gave up; the message is what it showed to the person. */
export class ClientRefused extends Error {
  override readonly name = 'ClientRefused';
}

/** The configuration that the guide gives a client for the site: what is tried here is what people copy. */
export function snippetOf(client: ClientName, site: Site): string {
  const { snippet } = clientConfiguration(client, new URL(site.url).origin);
  if (snippet === null) throw new Error(`${client} has no configuration`);
  return snippet;
}
