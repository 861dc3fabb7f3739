import { openReverseProxy, type ReverseProxy } from './reverse-proxy.ts';

/**
 * Opens a reverse proxy that adds `Authorization: Bearer <token>` to every request, for test programs that cannot send
 * headers.
 */
export function openTokenProxy(target: string, token: string): Promise<ReverseProxy> {
  return openReverseProxy(target, { headers: { authorization: `Bearer ${token}` } });
}
