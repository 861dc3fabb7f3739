import { type HeaderReader, placeAt, withParts } from './header-file.ts';
import type { MaskedText } from './literal.ts';
import { maskFile } from './masked.ts';

/** Libraries that send security headers, whose options are not read: [what an import of it looks like, name]. */
const LIBRARIES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^[ \t]*(?:from|import)\s+flask_talisman\b/m, 'flask-talisman'],
  [/^[ \t]*(?:from|import)\s+secure\b(?=[ \t]+import|[ \t]*$)/m, 'secure (Python)'],
  [/^[ \t]*(?:from|import)\s+csp\b(?=\.|\s+import)/m, 'django-csp'],
  [/["']github\.com\/unrolled\/secure["']/, 'unrolled/secure'],
  [/["']github\.com\/gin-contrib\/secure["']/, 'gin-contrib/secure'],
  [/(?:require\s*\(\s*|from\s+)["']lusca["']/, 'lusca'],
  [/^[ \t]*SecureHeaders::Configuration\b/m, 'secure_headers (Ruby)'],
  [/\btower_http::set_header\b|\bSetResponseHeaderLayer\b/, 'tower-http set_header'],
];

/** Libraries that answer requests from other origins. */
const CORS_LIBRARIES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/(?:require\s*\(\s*|from\s+)["'](?:cors|@fastify\/cors|@koa\/cors|hono\/cors)["']/, 'cors middleware'],
  [/["']github\.com\/(?:gin-contrib|rs|go-chi)\/cors["']/, 'cors middleware'],
  [/^[ \t]*(?:from|import)\s+(?:flask_cors|corsheaders)\b/m, 'cors middleware'],
  [/\buse\s+tower_http::cors\b/, 'cors middleware'],
];

const ALL = [
  ...LIBRARIES.map(([pattern, name]) => ({ pattern, name, sends: 'security headers' })),
  ...CORS_LIBRARIES.map(([pattern, name]) => ({ pattern, name, sends: 'Access-Control-Allow-* headers' })),
];

/** In every file that `readKnownLibraries` finds something in. */
export const LIBRARIES_HINT = new RegExp(ALL.map(({ pattern }) => pattern.source).join('|'), 'm');

/** Says that a library is used here which is known to send security headers. */
export const readKnownLibraries: HeaderReader = (file) => {
  const masked = maskFile(file);
  if (masked === null) return [];
  return ALL.flatMap(({ pattern, name, sends }) => {
    const at = firstInCode(masked, pattern);
    if (at === -1) return [];
    const notes = [`sends ${sends}; which ones, its options decide, and those are not read here`];
    return [withParts(placeAt(file, name, at), { notes })];
  });
};

/** Where the first match begins that is neither a comment's nor a string's: an import may be commented out above. */
function firstInCode({ text, mask }: MaskedText, pattern: RegExp): number {
  for (const { 0: found, index } of text.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const start = index + found.search(/\S/);
    if (mask[start] === text[start]) return start;
  }
  return -1;
}
