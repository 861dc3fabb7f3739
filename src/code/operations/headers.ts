import { readersFor } from '../http-headers/choose-readers.ts';
import type { HeaderFile } from '../http-headers/header-file.ts';
import { makeMajorVersions } from '../http-headers/major-version.ts';
import type { OperationContext } from '../questions/context.ts';
import type { HeaderPlace, HeadersInput, HeadersOutput } from '../questions/headers.types.ts';
import { scanTexts } from '../search/scan.ts';
import { chooseFiles, makeGaps } from '../search/scope.ts';
import { ROLE_RANK } from '../search/search.ts';
import { isBorrowed } from '../source/borrowed.ts';
import type { PathRole } from '../source/path-role.ts';
import { asBuffer, decodeText } from '../source/searched-text.ts';
import { makeLineAt } from '../text/lines.ts';
import { asBase } from '../text/paths.ts';

/** Places that are given; past it only their number is known. */
const PLACES_MAX = 200;

/** Finds where a project says which headers its answers carry. Source: docs/tools.md, "audit_headers". */
export async function headers(input: HeadersInput, context: OperationContext): Promise<HeadersOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { outcome: 'no_source', problem: opened.error };
  const source = opened.value;
  const listing = await source.list(context.signal);
  const base = asBase(input.prefix);
  const gaps = makeGaps();
  // What other people's code sends is not this project's; but who asks about a folder of theirs asks about that.
  const accepts = (path: string): boolean =>
    path.startsWith(base) && !isBorrowed(path.slice(base.length)) && readersFor(path).length > 0;
  const files = chooseFiles(listing, { accepts }, gaps);
  const majorOf = await makeMajorVersions(source, listing.entries);
  const places: HeaderPlace[] = [];
  const kept = new Map<PathRole, number>();
  let total = 0;
  const end = await scanTexts({ source, context, files, gaps }, (file, bytes) => {
    const found = placesIn(file, bytes, majorOf);
    total += found.length;
    // Of one role no more are given, whatever is found of the others.
    const room = PLACES_MAX - (kept.get(file.role) ?? 0);
    places.push(...found.slice(0, room));
    kept.set(file.role, PLACES_MAX - Math.max(0, room - found.length));
  });
  const isWhole = end.isComplete && listing.limit === null;
  places.sort((a, b) => ROLE_RANK[a.role] - ROLE_RANK[b.role]);
  return {
    outcome: 'read',
    status: isWhole ? 'ok' : 'partial',
    identity: source.identity,
    places: places.slice(0, PLACES_MAX),
    total,
    files: { inScope: files.length, read: end.searched },
    gaps: gaps.list(),
  };
}

/** Most files have nothing that a reader looks for, and then nothing more is read of them. */
function placesIn(
  { path, role }: Pick<HeaderFile, 'path' | 'role'>,
  bytes: Buffer,
  majorOf: Awaited<ReturnType<typeof makeMajorVersions>>,
): readonly HeaderPlace[] {
  const plain = asBuffer(bytes).toString('latin1');
  const readers = readersFor(path).filter(({ hint }) => hint.test(plain));
  if (readers.length === 0) return [];
  const text = decodeText(bytes);
  const file: HeaderFile = {
    path,
    role,
    text,
    lineAt: makeLineAt(text),
    majorOf: (packageName) => majorOf(path, packageName),
  };
  return readers.flatMap(({ read }) => read(file));
}
