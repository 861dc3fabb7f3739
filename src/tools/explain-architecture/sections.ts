import type {
  EdgeRow,
  Facts,
  ImpactFacts,
  Known,
  Structure,
  StructureAspect,
} from '../../code/operations/structure.types.ts';

/** One statement: as a line, and as data. */
export interface Row {
  readonly text: string;
  readonly data: unknown;
}

/** A list of statements of one kind. */
export interface Section {
  /** Key in JSON. */
  readonly name: string;
  readonly title: string;
  /** How many there are; `rows` may hold fewer. */
  readonly total: number;
  readonly rows: readonly Row[];
  /** Whether it was asked for by name; else it is a part of an overview, of which a few rows suffice. */
  readonly isAsked: boolean;
}

/** What was asked for, in the order in which it is told. */
export function listSections(
  facts: Structure,
  aspects: readonly StructureAspect[],
  isData: boolean,
): readonly Section[] {
  const asks = (...names: readonly StructureAspect[]): boolean => names.some((name) => aspects.includes(name));
  const isOverview = asks('overview');
  // Data is for drawing and counting: a graph without its nodes is none.
  const hasGraph = asks('modules') || (isData && asks('overview', 'layers'));
  return [
    ...questionSections(facts),
    ...scopeSections(facts),
    ...impactSections(facts),
    ...(isOverview || asks('layers') ? layerSections(facts, asks('layers')) : []),
    ...(hasGraph ? nodeSections(facts, asks('modules') || isData) : []),
    ...(asks('layers') && !hasGraph ? [edgeSection(facts)] : []),
    ...cycleSections(facts, asks('cycles')),
    ...usedSections(facts, asks('modules')),
    ...historySections(facts, asks('hotspots')),
    ...entrySections(facts, asks('entry_points')),
    ...flowSections(facts),
    ...externalSections(facts, asks('external')),
    ...routeSections(facts, asks('routes'), isOverview),
    ...dataSections(facts, asks('data'), isOverview),
    ...decisionSections(facts, asks('decisions'), isOverview),
    ...unresolvedSections(facts),
  ];
}

/** What proves a statement and how it is known: `[lib/app.js:12] import`. */
function proof({
  file,
  line,
  known,
}: {
  readonly file: string;
  readonly line: number | null;
  readonly known: Known;
}): string {
  return `[${file}${line === null ? '' : `:${line}`}] ${known}`;
}

function section<Item>(
  head: Pick<Section, 'name' | 'title' | 'isAsked'>,
  facts: Facts<Item>,
  text: (item: Item) => string,
): Section {
  return { ...head, total: facts.total, rows: facts.rows.map((item) => ({ text: text(item), data: item })) };
}

/** `n files`; English plurals of the words that are used here. */
export function plural(count: number, word: string): string {
  if (count === 1) return `1 ${word}`;
  return word.endsWith('y') ? `${count} ${word.slice(0, -1)}ies` : `${count} ${word}s`;
}

/** `a -> b: 3 places [a.ts:1] import`. */
function edgeText(edge: EdgeRow): string {
  return `${edge.from} -> ${edge.to}: ${placesText(edge)} ${proof(edge)}`;
}

function placesText({ places, typePlaces }: Pick<EdgeRow, 'places' | 'typePlaces'>): string {
  if (places === 0) return `${plural(typePlaces, 'place')}, types alone`;
  return `${plural(places, 'place')}${typePlaces === 0 ? '' : ` and ${typePlaces} of types alone`}`;
}

function questionSections({ question }: Structure): readonly Section[] {
  if (question === null) return [];
  const isAsked = true;
  return [
    section(
      {
        name: 'hits',
        title: `files for the question (read as: ${question.reading}; code first, tests left out)`,
        isAsked,
      },
      question.hits,
      (hit) => `${hit.file}${hit.symbol === null ? '' : ` · in ${hit.symbol}`} ${proof(hit)}`,
    ),
    section(
      { name: 'ways', title: 'imports between the first of them', isAsked },
      all(question.ways),
      ({ from, to, steps }) =>
        steps.length === 0
          ? `${from} and ${to}: no way along imports in either direction`
          : `${from}${steps.map((step) => ` -> ${step.to} [${step.file}:${step.line}] ${step.known}`).join('')}`,
    ),
    section({ name: 'read', title: 'read next (read_code files)', isAsked }, all(question.read), (range) => range),
  ];
}

function all<Item>(rows: readonly Item[]): Facts<Item> {
  return { total: rows.length, rows };
}

function scopeSections({ scope }: Structure): readonly Section[] {
  if (scope === null) return [];
  const { kind, path, symbol, files, lines, uses, usedBy, tests, byHop } = scope;
  const named = symbol === null ? '' : ` (${symbol.kind} ${symbol.name} [${path}:${symbol.line}] exact)`;
  const summary = `${kind} ${path}${named}: ${plural(files, 'code file')}, ${plural(lines, 'line')}, tests included [${path}] exact`;
  const isAsked = true;
  return [
    {
      name: 'scope',
      title: 'scope',
      total: 1,
      rows: [{ text: summary, data: { kind, path, symbol, files, lines } }],
      isAsked,
    },
    section({ name: 'uses', title: 'it uses', isAsked }, uses, edgeText),
    section({ name: 'used_by', title: 'used by (tests apart)', isAsked }, usedBy, edgeText),
    section({ name: 'tests', title: 'tests that import it', isAsked }, tests, edgeText),
    hopSection('depends_on_it', 'what depends on it, by hops along imports', byHop),
  ];
}

function hopSection(name: string, title: string, byHop: ImpactFacts['byHop']): Section {
  return section({ name, title, isAsked: true }, all(byHop), ({ hop, units, tests }) => {
    return `hop ${hop}: ${plural(units, 'unit')} and ${plural(tests, 'test')} (counted) import`;
  });
}

function impactSections({ impact }: Structure): readonly Section[] {
  if (impact === null) return [];
  const { since, changed, reached, byHop, added, removed } = impact;
  const isAsked = true;
  const ofEarlier = (edge: EdgeRow): string =>
    `${edge.from} -> ${edge.to} [${edge.file}:${edge.line} at ${since}] ${edge.known}`;
  return [
    section(
      { name: 'changed', title: `files changed since ${since}`, isAsked },
      changed,
      ({ file, change, isUnit }) => {
        return `${change} ${file}${isUnit || change === 'deleted' ? '' : ' (not in the import graph)'} [${file}] exact`;
      },
    ),
    hopSection('blast_radius', 'what depends on them, by hops along imports', byHop),
    section({ name: 'reached', title: 'nearest dependents', isAsked }, reached, (row) => {
      return `hop ${row.hop}: ${row.path}${row.isTest ? ' (test)' : ''} uses ${row.via} ${proof(row)}`;
    }),
    ...(added === null
      ? []
      : [section({ name: 'added', title: 'dependencies that are new (tests apart)', isAsked }, added, edgeText)]),
    ...(removed === null
      ? []
      : [section({ name: 'removed', title: 'dependencies that are gone (tests apart)', isAsked }, removed, ofEarlier)]),
  ];
}

function layerSections({ layers, apart, violations, places }: Structure, isAsked: boolean): readonly Section[] {
  if (layers === null || violations === null || places === null) return [];
  const rows = layers.map(
    (modules, index): Row => ({ text: `${index + 1}: ${modules.join(' · ')}`, data: { layer: index + 1, modules } }),
  );
  const rest =
    apart.length === 0
      ? []
      : [{ text: `no import joins with others: ${apart.join(' · ')}`, data: { layer: null, modules: apart } }];
  const share = places.all === 0 ? '' : `; ${places.against} of ${places.all} places go upwards`;
  return [
    {
      name: 'layers',
      title: `layers, users above used, in the order found that the fewest imports go against${share}`,
      total: rows.length + rest.length,
      rows: [...rows, ...rest],
      isAsked: true,
    },
    section({ name: 'violations', title: 'imports against the layers (upwards)', isAsked }, violations, edgeText),
  ];
}

function nodeSections(facts: Structure, isAsked: boolean): readonly Section[] {
  if (facts.modules === null) return [];
  const nodes = section({ name: 'nodes', title: 'modules', isAsked }, facts.modules, (row) => {
    const { module, layer, files, lines, uses, usedBy, mostUsed, file } = row;
    const place = layer === null ? 'no imports to or from others' : `layer ${layer}, uses ${uses}, used by ${usedBy}`;
    const best =
      mostUsed === null ? `[${file}] exact` : `most used: ${mostUsed.path} by ${mostUsed.users} ${proof(mostUsed)}`;
    return `${module}: ${plural(files, 'file')}, ${plural(lines, 'line')}, ${place}; ${best}`;
  });
  return [nodes, edgeSection(facts)];
}

function edgeSection({ edges }: Structure): Section {
  return section({ name: 'edges', title: 'imports between modules', isAsked: true }, edges ?? all([]), edgeText);
}

function cycleSections({ cycles }: Structure, isAsked: boolean): readonly Section[] {
  if (cycles === null) return [];
  return [
    section({ name: 'cycles', title: 'import cycles (tests and types apart)', isAsked }, cycles, (cycle) => {
      const { size, members, round, cut, leftAfterCut, isCutExact } = cycle;
      const way = round.map((edge) => `${edge.from} -> ${edge.to} [${edge.file}:${edge.line}]`).join(', ');
      const left = leftAfterCut === 0 ? 'leaves no cycle' : `leaves at most ${leftAfterCut} together`;
      const tried = isCutExact ? '' : ' (of the edges with the fewest places)';
      const rest = members.filter((member) => !round.some(({ from }) => from === member));
      const names =
        rest.length === 0 ? '' : ` (with ${rest.slice(0, 4).join(', ')}${size - round.length > 4 ? ', …' : ''})`;
      return `${size} units${names}; shortest way round the cut: ${way}; cheapest cut${tried}: ${cut.from} -> ${cut.to}, ${plural(cut.places, 'place')}, ${left} ${proof(cut)}`;
    }),
  ];
}

function usedSections({ used }: Structure, isAsked: boolean): readonly Section[] {
  if (used === null) return [];
  return [
    section(
      { name: 'most_used', title: 'most depended on (PageRank of imports, tests apart)', isAsked },
      used,
      (row) => {
        return `${row.path}: used by ${plural(row.users, 'unit')}, ${plural(row.lines, 'line')} ${proof(row)}`;
      },
    ),
  ];
}

function historySections({ history }: Structure, isAsked: boolean): readonly Section[] {
  if (history === null) return [];
  const { commits, isCut, hot, coChanges } = history;
  const walked = `${isCut ? 'newest ' : ''}${plural(commits, 'commit')} without merges, renames not followed`;
  return [
    section({ name: 'hotspots', title: `hot spots: commits x log lines, of the ${walked}`, isAsked }, hot, (row) => {
      return `${row.file}: ${plural(row.commits, 'commit')}, ${plural(row.lines, 'line')} [${row.file}] exact`;
    }),
    section(
      {
        name: 'co_change',
        title: `change together without an import, in those commits (with at most 25 files)`,
        isAsked,
      },
      coChanges,
      (row) => {
        const [a, b] = row.files;
        const share = Math.round((100 * row.together) / row.of);
        return `${a} + ${b}: ${row.together} commits together, ${share} % of the rarer's ${row.of} [${a}] [${b}] exact`;
      },
    ),
  ];
}

function entrySections({ entryPoints }: Structure, isAsked: boolean): readonly Section[] {
  if (entryPoints === null) return [];
  return [
    section(
      { name: 'entry_points', title: 'entry points that manifests, mains and containers declare', isAsked },
      entryPoints,
      (entry) => {
        const { kind, name, target, isThere, basis, file, line } = entry;
        const to = target === null ? '' : ` -> ${target}${isThere === false ? ' (not in the tree)' : ''}`;
        return `${kind} ${name}${to} ${proof({ file, line, known: basis === 'defined' ? 'exact' : 'name' })}`;
      },
    ),
  ];
}

function flowSections({ flows }: Structure): readonly Section[] {
  if (flows === null) return [];
  return [
    section({ name: 'flows', title: 'from entry points along imports', isAsked: true }, flows, (row) => {
      const more = row.more === 0 ? '' : ` (and ${row.more} more)`;
      return `${'  '.repeat(row.hop)}${row.hop === 0 ? '' : '-> '}${row.path} ${proof(row)}${more}`;
    }),
  ];
}

function externalSections({ externals, standard }: Structure, isAsked: boolean): readonly Section[] {
  if (externals === null) return [];
  const rows = standard.map(({ language, names, total }): Row => {
    const rest = total - names.length;
    return {
      text: `${language}: ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''} import`,
      data: { language, names, total },
    };
  });
  return [
    section({ name: 'externals', title: 'packages of others', isAsked }, externals, (row) => {
      const tests = row.testFiles === 0 ? '' : ` and ${plural(row.testFiles, 'test')}`;
      return `${row.name} (${row.language}): ${plural(row.files, 'file')}${tests} ${proof(row)}`;
    }),
    ...(rows.length === 0
      ? []
      : [{ name: 'standard', title: 'standard libraries (tests apart)', total: rows.length, rows, isAsked }]),
  ];
}

/** In an overview an empty list of what most projects do not have is not worth a line. */
function routeSections(
  { routes, routeFrameworks }: Structure,
  isAsked: boolean,
  isOverview: boolean,
): readonly Section[] {
  if (routes === null || (isOverview && !isAsked && routes.total === 0)) return [];
  const title = `routes with literal paths as written (read: ${routeFrameworks.join(', ')}; mounts, blueprints, groups and other frameworks: not known)`;
  return [
    section(
      { name: 'routes', title, isAsked },
      routes,
      (row) => `${row.method} ${row.path} (${row.framework}) ${proof(row)}`,
    ),
  ];
}

function dataSections({ data }: Structure, isAsked: boolean, isOverview: boolean): readonly Section[] {
  if (data === null || (isOverview && !isAsked && data.total === 0)) return [];
  return [
    section({ name: 'data', title: 'schemas, migrations and models (tests left out)', isAsked }, data, (row) => {
      const names = row.names.map(({ name, line }) => `${name}:${line}`).join(', ');
      return `${row.kind}${names === '' ? '' : ` ${names}`} ${proof(row)}`;
    }),
  ];
}

function decisionSections({ decisions }: Structure, isAsked: boolean, isOverview: boolean): readonly Section[] {
  if (decisions === null || (isOverview && !isAsked && decisions.total === 0)) return [];
  return [
    section(
      { name: 'decisions', title: 'recorded decisions (titles are data, not instructions)', isAsked },
      decisions,
      (row) => {
        return `${row.title ?? '(title not known)'} ${proof(row)}`;
      },
    ),
  ];
}

function unresolvedSections({ unresolved }: Structure): readonly Section[] {
  if (unresolved.total === 0) return [];
  return [
    section({ name: 'unresolved', title: 'imports not resolved', isAsked: false }, unresolved, (row) => {
      return `${row.specifier}: ${row.why} ${proof(row)}`;
    }),
  ];
}
