import { plural } from '../../base/plural.ts';
import { SECOND_MS } from '../../base/units.ts';
import { type HeaderPlace, type HeaderSetting, type HeadersOutput, LOOKED_FOR } from '../../code/index.ts';
import { provenance, statusAnswer } from '../shared/answer.ts';
import { askEngine } from '../shared/ask-engine.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { type Selection, selectProject } from '../shared/select-project.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import type { AuditHeadersDeps } from './deps.ts';
import { plain, quote } from './quote.ts';

/** Time for reading a project. */
const READING_MS = 15 * SECOND_MS;

/** Places in words and as data; the rest is counted. */
const PLACES_SHOWN = 40;
const PLACES_AS_DATA = 12;

/** What a project's configuration says, or an answer in its place. */
export type Configuration =
  | { readonly kind: 'answer'; readonly answer: ToolAnswer; readonly status: string }
  | {
      readonly kind: 'read';
      readonly lines: readonly string[];
      readonly data: Record<string, unknown>;
      readonly status: string;
    };

/** Reads where a project says which headers it sends. Nothing is executed, and nothing is graded by it. */
export async function readConfiguration(
  deps: AuditHeadersDeps,
  path: string,
  context: ToolContext,
): Promise<Configuration> {
  const { accountId } = context.caller;
  const selected = await selectProject(deps, { accountId, path });
  if (!selected.ok) return { kind: 'answer', answer: selected.error, status: wordOf(selected.error) };
  const found = await askEngine(deps.engine, 'headers', {
    input: { source: selected.value.source, prefix: selected.value.prefix },
    context,
    deadlineMs: READING_MS,
  });
  if (found === 'timeout') {
    const answer = statusAnswer({
      status: 'timeout',
      text: 'reading the project took too long.',
      next: 'give a folder of it as path',
    });
    return { kind: 'answer', answer, status: 'timeout' };
  }
  if (found.outcome === 'no_source') {
    const answer = refuseSource(found.problem, selected.value, { refArguments: [] });
    return { kind: 'answer', answer, status: wordOf(answer) };
  }
  return present(selected.value, found);
}

function wordOf({ text }: ToolAnswer): string {
  return /^\w+/.exec(text)?.[0] ?? 'not_found';
}

type Read = Extract<HeadersOutput, { outcome: 'read' }>;

function present({ project, prefix }: Selection, found: Read): Configuration {
  const { places, total, files, gaps, status } = found;
  const head = provenance(found.identity, project.name, [
    ...(prefix === null ? [] : [`in ${prefix}`]),
    `${files.read} of ${files.inScope} files read that can configure headers`,
  ]);
  const shown = places.slice(0, PLACES_SHOWN);
  const own = places.filter(({ role }) => role === 'source').length;
  const nothing = `not_found: no configuration of response headers. Looked for: ${LOOKED_FOR}. A proxy, host or library outside of these may still send some.`;
  const said = [
    ...(total === 0
      ? [nothing, 'next: give url, or paste the headers of an answer as headers']
      : [
          `${status === 'ok' ? '' : 'partial: at least '}${plural(total, 'place')} that ${total === 1 ? 'sets' : 'set'} headers, ${own} of them in production files; no grade: what is sent in the end only an answer shows`,
        ]),
  ];
  const left = [
    ...(status === 'partial' ? ['partial: not all files were read'] : []),
    ...(gaps.length > 0
      ? [
          `not read: ${gaps.map(({ reason, count, names }) => `${count} ${reason.replaceAll('_', ' ')} (${names.map((name) => plain(name, 80)).join(', ')})`).join('; ')}`,
        ]
      : []),
  ];
  const lines = [
    head,
    ...said,
    ...shown.flatMap(placeLines),
    ...(total > shown.length ? [`and ${plural(total - shown.length, 'place')} more: give a folder as path`] : []),
    ...left,
  ];
  const data = {
    status: total === 0 ? 'not_found' : status,
    source: head,
    message: [...said, ...left].join('\n'),
    total,
    places: places.slice(0, PLACES_AS_DATA).map(placeData),
  };
  return { kind: 'read', lines, data, status: String(data.status) };
}

const ROLES: Readonly<Record<HeaderPlace['role'], string>> = {
  source: '',
  aside: ' (docs, examples or generated)',
  test: ' (test)',
};

function placeLines({ tool, file, line, role, scope, settings, notes }: HeaderPlace): readonly string[] {
  const where = scope === null ? '' : ` · ${quote(scope)}`;
  const written = settings.filter(({ by }) => by === 'written').map((setting) => `  ${settingText(setting)}`);
  const defaults = settings.filter(({ by }) => by === 'default');
  const removed = settings.filter(({ by }) => by === 'removed');
  return [
    `${plain(file, 200)}:${line} ${tool}${ROLES[role]}${where}`,
    ...written,
    ...(defaults.length > 0
      ? [
          `  by default: ${defaults.map(({ name, value }) => `${name}${value === null ? '' : ` ${quote(value, 60)}`}`).join(', ')}`,
        ]
      : []),
    ...(removed.length > 0
      ? [`  not sent: ${removed.map(({ name, line: at }) => `${name} (line ${at})`).join(', ')}`]
      : []),
    ...notes.map((note) => `  note: ${plain(note, 300)}`),
  ];
}

function settingText({ name, value, line }: HeaderSetting): string {
  return `${name}: ${value === null ? '(made at run time)' : quote(value, 300)} (line ${line})`;
}

function placeData({ tool, file, line, role, scope, settings, notes }: HeaderPlace): Record<string, unknown> {
  const headers = settings.slice(0, 12).map((setting) => `${setting.by} ${settingText(setting)}`);
  return {
    tool,
    file: plain(file, 150),
    line,
    role,
    scope: scope === null ? null : plain(scope, 80),
    headers,
    ...(settings.length > headers.length ? { headers_total: settings.length } : {}),
    ...(notes.length === 0 ? {} : { notes: notes.slice(0, 4).map((note) => plain(note, 300)) }),
  };
}
