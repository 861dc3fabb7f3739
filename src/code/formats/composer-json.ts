import { type JsonNode, mapAt, parseJson, stringAt } from './json.ts';

/** What a composer.json says. */
export interface ComposerJson {
  readonly name: string | null;
  /** Packages alone: what has no slash is the language or one of its extensions. */
  readonly requests: readonly ComposerRequest[];
  /** For fields with a form of their own, such as `autoload`. */
  readonly json: JsonNode;
}

/** One package that is required. */
export interface ComposerRequest {
  readonly name: string;
  /** As written; null when it is no text. */
  readonly requested: string | null;
  readonly isDev: boolean;
  /** 1-based. */
  readonly line: number;
}

/** Reads a composer.json; null when it is no JSON object of a bounded depth. Source: Composer, "The composer.json schema". */
export function parseComposerJson(text: string): ComposerJson | null {
  const json = parseJson(text);
  if (!(json?.value instanceof Map)) return null;
  const requests = [...requestsOf(json, 'require', false), ...requestsOf(json, 'require-dev', true)];
  return { name: stringAt(json, 'name')?.text ?? null, requests, json };
}

function requestsOf(json: JsonNode, field: string, isDev: boolean): readonly ComposerRequest[] {
  return [...mapAt(json, field)].flatMap(([name, { value, line }]) =>
    /^[\w.-]+\/[\w.-]+$/.test(name) ? [{ name, requested: typeof value === 'string' ? value : null, isDev, line }] : [],
  );
}
