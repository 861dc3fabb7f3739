import { plural } from '../../base/plural.ts';
import type {
  ChangedFileRow,
  EdgeRow,
  HopRow,
  ImpactFacts,
  ScopeSymbol,
  StepRow,
  Structure,
  SymbolUseRow,
} from '../../code/index.ts';
import { all, edgeText, lostText, OF_PROJECT, proof, type Section, section } from './section.ts';

/** Places for a question, the ways between them, and what to read. */
export function questionSections({ question, counts }: Structure): readonly Section[] {
  if (question === null) return [];
  const isAsked = true;
  const { reading, hits } = question;
  const how = hits.total === 0 ? 'nothing outside of tests fits' : 'code first, tests left out';
  const files = section(
    { name: 'hits', title: `files for the question (read as: ${reading}; ${how})`, isAsked, about: { reading } },
    hits,
    (hit) => `${hit.file}${hit.symbol === null ? '' : ` · in ${hit.symbol}`} ${proof(hit)}`,
  );
  // Between no files there are no ways, and to say so would sound like an answer.
  if (hits.total === 0) return [files];
  return [
    files,
    section(
      { name: 'ways', title: 'imports between the first of them, or from what uses both', isAsked },
      all(question.ways),
      ({ from, to, steps }) =>
        steps.length === 0
          ? `${from} and ${to}: no way along imports in either direction${lostText(counts.lost, OF_PROJECT)}`
          : `${from}${steps.map(stepText).join('')}`,
    ),
    section({ name: 'read', title: 'read next (read_code files)', isAsked }, all(question.read), (range) => range),
  ];
}

/** ` -> b.ts [a.ts:1] import, run uses add [a.ts:7] exact`. */
function stepText({ to, uses, ...step }: StepRow): string {
  const used = uses.map((use) => `, ${usesText(use)} ${proof(use)}`).join('');
  return ` -> ${to}${apartText(step)} ${proof(step)}${used}`;
}

/** What nothing runs by is told, as in the other lists. */
function apartText({ isDeclared, places }: Pick<StepRow, 'isDeclared' | 'places'>): string {
  if (isDeclared) return ', only declared';
  return places === 0 ? ', types alone' : '';
}

/** A name alone may mean something else. */
function usesText({ within, symbol, known }: SymbolUseRow): string {
  const name = symbol.slice(symbol.lastIndexOf('/') + 1);
  return `${within ?? 'the top'} ${known === 'name' ? `names ${name}, perhaps` : 'uses'} ${symbol}`;
}

/** What surrounds a folder, file or symbol. */
export function scopeSections({ scope, counts }: Structure): readonly Section[] {
  if (scope === null) return [];
  const { uses, isOfCode, usedBy, declared, tests, byHop, lost } = scope;
  const into = lostText(lost.into, 'of its package');
  const anywhere = lostText(counts.lost, OF_PROJECT);
  const [out, about] = [lostText(lost.out, OF_PROJECT), { about: { lost, declared } }];
  const isAsked = true;
  return [
    summarySection(scope),
    section(
      {
        name: 'uses',
        title: `it uses${isOfCode ? ' (tests apart)' : ''}${declaredText(declared.out, 'that it only declares')}${out}`,
        isAsked,
        ...about,
      },
      uses,
      edgeText,
    ),
    section(
      {
        name: 'used_by',
        title: `used by (types too, tests apart)${declaredText(declared.into, `that only ${declared.into === 1 ? 'declares' : 'declare'} it`)}${into}`,
        isAsked,
        ...about,
      },
      usedBy,
      edgeText,
    ),
    section({ name: 'tests', title: `tests that import it${into}`, isAsked, ...about }, tests, edgeText),
    hopSection('depends_on_it', `what depends on it, by hops along imports (types too)${anywhere}`, byHop),
  ];
}

/** What it is that was asked about, in one row. */
function summarySection({ kind, path, symbol, files, lines }: NonNullable<Structure['scope']>): Section {
  const named =
    symbol === null ? '' : ` (${symbol.kind} ${symbol.name} [${path}:${symbol.line}] exact${othersText(symbol)})`;
  // Imports of Go are those of a package, whatever file of it is asked for.
  const isPackage = kind === 'file' && files > 1;
  const whole = isPackage ? ', told of its package' : '';
  // Tests of a package of Go are a unit of their own, and stand in a folder with it.
  const share = kind === 'file' && /(?<!_test)\.go$/.test(path) ? 'its tests apart' : 'tests included';
  const text = `${kind} ${path}${named}${whole}: ${plural(files, 'code file')}, ${plural(lines, 'line')}, ${share} [${path}] exact`;
  const data = { kind, path, symbol, files, lines, isPackage };
  return { name: 'scope', title: 'scope', total: 1, rows: [{ text, data }], isAsked: true };
}

/** Units that are in no list, since to declare one (`mod x;`) is not to use it. */
function declaredText(count: number, which: string): string {
  return count === 0 ? '' : ` (and ${plural(count, 'unit')} ${which})`;
}

/** Declarations of the name that this is not about. */
function othersText({ others }: ScopeSymbol): string {
  if (others === 0) return '';
  const rest = others === null ? 'more than one' : `${others} more`;
  return `; not about ${rest} of this name in tests, examples or what is generated`;
}

function hopSection(name: string, title: string, byHop: readonly HopRow[], path: string | null = null): Section {
  return section({ name, title, isAsked: true }, all(byHop), ({ hop, units, tests, inside }) => {
    const here = inside === undefined || path === null ? '' : `, ${inside} of them in ${path}`;
    return `hop ${hop}: ${plural(units, 'unit')} and ${plural(tests, 'test')}${here} (counted) import`;
  });
}

/** What changed since a ref, and what that reaches; with a scope, what changed in that. */
export function impactSections({ impact, scope }: Structure, depth: number): readonly Section[] {
  if (impact === null) return [];
  const { since, symbols, uses, isUsesWhole, byHop } = impact;
  const isAsked = true;
  const path = scope?.path ?? null;
  const within = path === null ? {} : { within: path };
  const first = path === null ? '' : `, those in ${path} first`;
  const hasMoved = impact.changed.rows.some(({ moved }) => moved?.alike === 100);
  const moves = hasMoved ? '; a file moved as it was has not changed' : '';
  const changed = changedSection(impact, path);
  // Where no file differs nothing else does: six more lists of nothing would only hide that.
  if (changed.total === 0 && (impact.elsewhere ?? 0) === 0) return [changed];
  return [
    changed,
    section({ name: 'changed_symbols', title: 'symbols that differ in them', isAsked, ...within }, symbols, (row) => {
      const place = row.change === 'deleted' ? `[${row.file}:${row.line} at ${since}] ${row.known}` : proof(row);
      const kind = row.symbol.startsWith(`${row.kind} `) ? '' : `${row.kind} `;
      return `${row.change} ${kind}${row.symbol} ${place}`;
    }),
    section(
      {
        name: 'symbol_uses',
        title: `uses of changed symbols, in these files and in those that import them${first}${isUsesWhole ? '' : PARTLY}`,
        isAsked,
        ...(isUsesWhole ? {} : { about: { partial: true } }),
      },
      uses,
      (use) => `${usesText(use)} of ${use.of}${use.isTest ? ' (test)' : ''} ${proof(use)}`,
    ),
    hopSection('blast_radius', `what depends on them, by hops along imports (types too${moves})`, byHop, path),
    section(
      {
        name: 'reached',
        title: `nearest dependents${first} (counted at any distance, listed up to ${plural(depth, 'hop')})`,
        isAsked,
      },
      impact.reached,
      (row) => {
        return `hop ${row.hop}: ${row.path}${row.isTest ? ' (test)' : ''} uses ${row.via} ${proof(row)}`;
      },
    ),
    ...edgeChangeSections(impact, path),
  ];
}

/** A list of nothing would else say that there is nothing. */
const PARTLY = ', as far as they were looked for (see the gap below)';

function changedSection({ since, changed, elsewhere }: ImpactFacts, path: string | null): Section {
  const others =
    elsewhere === null ? '' : ` (and ${plural(elsewhere, 'file')} elsewhere, of which nothing is told here)`;
  const about = { since, ...(path === null ? {} : { scope: path, elsewhere }) };
  const within = path === null ? {} : { within: path };
  return section(
    { name: 'changed', title: `files that differ from ${since}${others}`, isAsked: true, about, ...within },
    changed,
    (row) => {
      const { file, change, isUnit, moved } = row;
      const apart = isUnit || change === 'deleted' ? '' : ' (not in the import graph)';
      return `${change} ${movedText(row)}${file}${alikeText(row)}${apart} [${file}] ${moved?.known ?? 'exact'}`;
    },
  );
}

function movedText({ moved }: ChangedFileRow): string {
  return moved === null ? '' : `${moved.from} -> `;
}

function alikeText({ moved }: ChangedFileRow): string {
  if (moved === null) return '';
  return moved.alike === 100 ? ' (as it was)' : ` (${moved.alike} % of it alike)`;
}

/** Dependencies that came and went. */
function edgeChangeSections({ since, added, removed }: ImpactFacts, path: string | null): readonly Section[] {
  const isAsked = true;
  const which = path === null ? '' : `, from ${path} or to it`;
  const ofEarlier = (edge: EdgeRow): string =>
    `${edge.from} -> ${edge.to} [${edge.file}:${edge.line} at ${since}] ${edge.known}`;
  const title = (state: string): string =>
    `dependencies within the project that are ${state} (tests apart${which}; those on packages of others are not compared)`;
  return [
    ...(added === null ? [] : [section({ name: 'added', title: title('new'), isAsked }, added, edgeText)]),
    ...(removed === null ? [] : [section({ name: 'removed', title: title('gone'), isAsked }, removed, ofEarlier)]),
  ];
}
