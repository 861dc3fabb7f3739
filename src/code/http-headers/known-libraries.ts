import { type HeaderReader, placeAt, withParts } from './header-file.ts';
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

/** Says that a library is used here which is known to send security headers. */
export const readKnownLibraries: HeaderReader = (file) => {
  const all = [
    ...LIBRARIES.map(([pattern, name]) => ({ pattern, name, sends: 'security headers' })),
    ...CORS_LIBRARIES.map(([pattern, name]) => ({ pattern, name, sends: 'Access-Control-Allow-* headers' })),
  ];
  const found = all
    .map(({ pattern, ...library }) => ({ ...library, at: file.text.search(pattern) }))
    .filter(({ at }) => at !== -1);
  if (found.length === 0) return [];
  const masked = maskFile(file);
  return found.flatMap(({ at, name, sends }) => {
    const start = at + (/\S/.exec(file.text.slice(at))?.index ?? 0);
    // In a comment there is nothing but spaces in the mask.
    if (masked === null || masked.mask[start] === ' ') return [];
    const notes = [`sends ${sends}; which ones, its options decide, and those are not read here`];
    return [withParts(placeAt(file, name, start), { notes })];
  });
};
