import { plural } from '../../../base/plural.ts';
import { withoutInlineTests } from '../../lex/inline-tests.ts';
import { languageOf } from '../../lex/languages.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import type { Route } from '../../routes/route-code.ts';
import { findRoutes } from '../../routes/routes.ts';
import { ownFramework } from '../../search/own-framework.ts';
import { findPrograms, type Programs } from '../../search/programs.ts';
import { scanTexts } from '../../search/scan.ts';
import { makeGaps, type Scope } from '../../search/scope.ts';
import { isVendored } from '../../source/borrowed.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { decodeText } from '../../source/searched-text.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { findApiAddresses } from '../../structure/api-addresses.ts';
import { type DataFact, dataKindOf, findData, mayDeclareData } from '../../structure/data-models.ts';
import type { ApiAddress } from '../../structure/services.ts';
import { nearestTheTop } from '../../text/paths.ts';
import { findMain } from '../overview/mains.ts';

/** Files whose texts are read for facts; a larger tree is read in part, and that is said. */
const FILES_MAX = 15_000;

/** What the texts of the code say beside their imports. */
export interface TextFacts {
  readonly mains: readonly EntryPoint[];
  readonly routes: readonly Route[];
  readonly data: readonly DataFact[];
  readonly addresses: readonly ApiAddress[];
  /** Lines of the files that were read. */
  readonly lines: ReadonlyMap<string, number>;
  /** Those among them that only their first lines tell to be programs: of them nothing but the lines is read. */
  readonly programs: Programs;
}

/** What is read. */
export interface TextsInput {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly context: OperationContext;
  readonly gap: (text: string) => void;
}

/** One pass over all code, tests and what others wrote left out. */
export async function readTexts({ source, entries, context, gap }: TextsInput): Promise<TextFacts> {
  const { deadlineAtMs, signal } = context;
  const own = entries.filter(({ path }) => roleOfPath(path) !== 'test' && !isVendored(path));
  const programs = await findPrograms({ source, entries: own, deadlineAtMs, signal, gap });
  const wanted = own.filter(({ path }) => isRead(path) || programs.has(path));
  if (wanted.length > FILES_MAX) {
    gap(
      `${plural(wanted.length - FILES_MAX, 'code file')} not read for entry points, routes, data and lines: more than ${FILES_MAX}, those nearest to the top were`,
    );
  }
  const gaps = makeGaps();
  const files = nearestTheTop(wanted, FILES_MAX).map(({ path }) => ({ path, role: roleOfPath(path) }));
  const scope: Pick<Scope, 'source' | 'context' | 'files' | 'gaps'> = { source, context, files, gaps };
  const mains: EntryPoint[] = [];
  const routes: Route[] = [];
  const data: DataFact[] = [];
  const addresses: ApiAddress[] = [];
  const lines = new Map<string, number>();
  const framework = await ownFramework(source);
  const end = await scanTexts(scope, ({ path }, bytes) => {
    lines.set(path, countLines(bytes));
    if (programs.has(path)) return;
    const text = withoutInlineTests(path, decodeText(bytes));
    const main = findMain(path, text);
    if (main !== null) mains.push(main);
    routes.push(...findRoutes(path, text, framework));
    if (roleOfPath(path) === 'source') addresses.push(...findApiAddresses(path, text));
    const fact = findData(path, text);
    if (fact !== null) data.push(fact);
  });
  if (!end.isComplete)
    gap(`${plural(end.unread, 'code file')} not read for entry points, routes, data and lines: the time was over`);
  for (const { reason, count, names } of gaps.list()) {
    gap(`${plural(count, 'code file')} not read: ${reason.replaceAll('_', ' ')} (${names.join(', ')})`);
  }
  return { mains, routes, data, addresses, lines, programs };
}

function isRead(path: string): boolean {
  return languageOf(path)?.kind === 'programming' || dataKindOf(path) !== null || mayDeclareData(path);
}

/** What follows the last line end is a line unless it is empty. */
function countLines(bytes: Buffer): number {
  let lines = bytes.length === 0 || bytes.at(-1) === 0x0a ? 0 : 1;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) lines += 1;
  return lines;
}
