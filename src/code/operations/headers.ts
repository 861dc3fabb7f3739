import { readersFor } from '../http-headers/choose-readers.ts';
import { type HeaderFile, makeLineAt } from '../http-headers/header-file.ts';
import { makeMajorVersions } from '../http-headers/major-version.ts';
import type { OperationContext } from '../questions/context.ts';
import type { HeaderPlace, HeadersInput, HeadersOutput } from '../questions/headers.types.ts';
import { scanTexts } from '../search/scan.ts';
import { chooseFiles, makeGaps } from '../search/scope.ts';
import { ROLE_RANK } from '../search/search.ts';
import { asBuffer, decodeText } from '../source/searched-text.ts';

/** Places that are given; past it only their number is known. */
const PLACES_MAX = 200;
const PLACES_KEPT_MAX = 5_000;

/** Finds where a project says which headers its answers carry. Source: docs/tools.md, "audit_headers". */
export async function headers(input: HeadersInput, context: OperationContext): Promise<HeadersOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { outcome: 'no_source', problem: opened.error };
  const source = opened.value;
  const listing = await source.list(context.signal);
  const base = input.prefix === null ? '' : `${input.prefix.replace(/\/+$/, '')}/`;
  const gaps = makeGaps();
  const accepts = (path: string): boolean => path.startsWith(base) && !isBorrowed(path) && readersFor(path).length > 0;
  const files = chooseFiles(listing, { accepts }, gaps);
  const majorOf = await makeMajorVersions(source, listing.entries);
  const places: HeaderPlace[] = [];
  const end = await scanTexts({ source, context, files, gaps }, ({ path, role }, bytes) => {
    if (places.length >= PLACES_KEPT_MAX || !MAY_CONFIGURE.test(asBuffer(bytes).toString('latin1'))) return;
    const text = decodeText(bytes);
    const file: HeaderFile = {
      path,
      role,
      text,
      lineAt: makeLineAt(text),
      majorOf: (packageName) => majorOf(path, packageName),
    };
    for (const read of readersFor(path)) places.push(...read(file));
  });
  const isWhole = end.isComplete && listing.limit === null;
  places.sort((a, b) => ROLE_RANK[a.role] - ROLE_RANK[b.role]);
  return {
    outcome: 'read',
    status: isWhole ? 'ok' : 'partial',
    identity: source.identity,
    places: places.slice(0, PLACES_MAX),
    total: places.length,
    files: { inScope: files.length, read: end.searched },
    gaps: gaps.list(),
  };
}

/** A word that every place has; most files have none, and then nothing more is read of them. */
const MAY_CONFIGURE =
  /helmet|secureHeaders|add_header|more_set_headers|content-security-policy|strict-transport|x-frame-options|x-content-type|referrer-policy|permissions-policy|cross-origin-|access-control-allow|x-powered-by|x-xss-protection|x-dns-prefetch|x-download|feature-policy|expect-ct|clear-site-data|origin-agent-cluster|SECURE_|X_FRAME_OPTIONS|XFrameOptions|SecurityMiddleware|force_ssl|content_security_policy|HttpSecurity|poweredByHeader|headers\s*\(|talisman|unrolled\/secure|gin-contrib\/secure|lusca|SecureHeaders|set_header|cors['"\s]|import secure|from secure|from csp/i;

/** Folders of other people's code: what they send is not this project's. */
function isBorrowed(path: string): boolean {
  return /(?:^|\/)(?:node_modules|bower_components|third_party|\.yarn|Pods)\//.test(path);
}
