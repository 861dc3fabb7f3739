import { err, ok, type Result } from '../../base/result.ts';
import type { Message } from './envelope.ts';
import { metaOf } from './meta.ts';

/** Which kind of caller a request comes from. docs/contract.md, "Faces". */
export type Face = 'bare' | 'legacy' | 'modern';

/** Revision of MCP without `initialize`. */
export const MODERN_VERSION = '2026-07-28';

/** Revisions of MCP that begin with `initialize`, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Every revision that is spoken here. */
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS];

/** Key of `params._meta` by which a request says that it is of the modern revision. */
export const VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Decides which face serves a request, once, by header and body; the first match wins. Source: docs/contract.md, "Faces". */
export function chooseFace(version: string | undefined, message: Message): Result<Face, 'unsupported_version'> {
  if (version === MODERN_VERSION) return ok('modern');
  if (version === undefined && metaOf(message.params)?.[VERSION_META_KEY] !== undefined) return ok('modern');
  if (version !== undefined) return LEGACY_VERSIONS.includes(version) ? ok('legacy') : err('unsupported_version');
  const { method } = message;
  const isHandshake = method === 'initialize' || method === 'ping' || method.startsWith('notifications/');
  return ok(isHandshake ? 'legacy' : 'bare');
}

/**
 * What `error.data.supported` lists. A request that names its version in `_meta` can go on only with a version that is
 * spoken that way, the ones that `server/discover` lists; any other hears of all.
 */
export function supportedFor(message: Message): readonly string[] {
  return metaOf(message.params)?.[VERSION_META_KEY] === undefined ? SUPPORTED_VERSIONS : [MODERN_VERSION];
}
