import { plural } from '../../base/plural.ts';
import type { CycleRow, EdgeRow, ManifestJoin, Structure } from '../../code/index.ts';
import { all, edgeText, lostText, OF_PROJECT, proof, type Row, type Section, section } from './section.ts';

/** There are never more modules than these, and all of them in layers are the picture that was asked for. */
const LAYER_ROWS_MAX = 25;

/** Layers, and what goes against them. */
export function layerSections(facts: Structure, isAsked: boolean): readonly Section[] {
  const { layers, apart, violations, places, counts } = facts;
  if (layers === null || violations === null || places === null) return [];
  const rows = layers.map((modules, index): Row => {
    const edge = layerProof(facts, index);
    const by = edge === null ? '' : ` ${proof(edge)}`;
    const place = edge === null ? null : { file: edge.file, line: edge.line, known: edge.known };
    return { text: `${index + 1}: ${modules.join(' · ')}${by}`, data: { layer: index + 1, modules, by: place } };
  });
  // Not a layer, so not counted as one.
  const rest = apart.map((module): Row => ({ text: module, data: { module } }));
  const none = lostText(counts.lostInCode, OF_PROJECT);
  const share = places.all === 0 ? '' : `; ${places.against} of ${places.all} places go upwards`;
  return [
    {
      name: 'layers',
      title: `layers: users above used, tests and types apart, in the order found with the least against it (log(1 + places) an edge)${share}`,
      total: rows.length,
      rows,
      about: { places },
      isAsked: true,
      keptRows: LAYER_ROWS_MAX,
    },
    ...typeJoins(facts, isAsked),
    ...(rest.length === 0
      ? []
      : [
          {
            name: 'apart',
            title: `modules that no import of code joins with others (tests apart)${none}`,
            total: rest.length,
            rows: rest,
            isAsked,
          },
        ]),
    section(
      { name: 'violations', title: 'imports against the layers (upwards, tests and types apart)', isAsked },
      violations,
      edgeText,
    ),
  ];
}

/** Modules that are in no layer, as layers are made of what is used at run time. */
function typeJoins({ byTypes, counts }: Structure, isAsked: boolean): readonly Section[] {
  if (byTypes.length === 0) return [];
  const title = `modules that types alone join with others, in no layer (tests apart)${lostText(counts.lostInCode, OF_PROJECT)}`;
  const head = { name: 'by_types', title, isAsked };
  return [
    section(head, all(byTypes), (row) => {
      return `${row.module}: uses types of ${row.uses}, ${row.usedBy} use types of it ${proof(row)}`;
    }),
  ];
}

/** The import with the most places by which a layer uses the one below; for the last, by which it is used. */
function layerProof({ layers, edges }: Structure, index: number): EdgeRow | null {
  const upper = index + 1 === layers?.length ? index - 1 : index;
  const [users, used] = [layers?.[upper] ?? [], layers?.[upper + 1] ?? []];
  return edges?.rows.find(({ from, to, places }) => places > 0 && users.includes(from) && used.includes(to)) ?? null;
}

/** Modules and what joins them. */
export function nodeSections(facts: Structure, isAsked: boolean): readonly Section[] {
  if (facts.modules === null) return [];
  const ofTypes = new Set(facts.byTypes.map(({ module }) => module));
  const hasAlone = facts.modules.rows.some(({ layer }) => layer === null);
  const left = hasAlone ? lostText(facts.counts.lostInCode, OF_PROJECT) : '';
  const nodes = section(
    { name: 'nodes', title: `modules (uses and users: tests and types apart)${left}`, isAsked },
    facts.modules,
    (row) => {
      const { module, layer, files, lines, uses, usedBy, mostUsed, file } = row;
      const place =
        layer === null
          ? ofTypes.has(module)
            ? 'types alone join it with others'
            : 'no imports of code to or from others'
          : `layer ${layer}, uses ${uses}, used by ${usedBy}`;
      const best =
        mostUsed === null ? `[${file}] exact` : `most used: ${mostUsed.path} by ${mostUsed.users} ${proof(mostUsed)}`;
      return `${module}: ${plural(files, 'file')}, ${plural(lines, 'line')}, ${place}; ${best}`;
    },
  );
  return [nodes, edgeSection(facts)];
}

/** What joins the modules. */
export function edgeSection({ edges }: Structure): Section {
  return section({ name: 'edges', title: 'imports between modules', isAsked: true }, edges ?? all([]), edgeText);
}

/** Manifests whose name every folder of a part has, so that the folder says it. */
const USUAL = /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|package\.json|Cargo\.toml|go\.mod|pyproject\.toml)$/;

/** What manifests say of one another; a project of one part has nothing to tell. */
export function joinSections({ joins }: Structure, isAsked: boolean): readonly Section[] {
  if (joins === null || (joins.total === 0 && !isAsked)) return [];
  const title =
    "dependencies between parts, as their manifests declare them (read: npm by workspace:, paths and versions that workspaces of npm, Yarn and Bun link, Cargo by paths, Go by replace and go.work, Maven within a reactor, Gradle by project and accessors, .NET by ProjectReference, Python by uv's sources and paths, Mix by paths and umbrellas; those of tests, examples, settings and other people's code left out)";
  return [
    section({ name: 'declared', title, isAsked }, joins, (join) => {
      const { from, to, file, line } = join;
      return `${partOf(from)} -> ${partOf(to)}: ${purposeOf(join)} ${proof({ file, line, known: 'exact' })}`;
    }),
  ];
}

/** The words of Gradle say more than the scope, but for a source set of tests, in which they are the usual ones. */
function purposeOf({ scope, configuration }: ManifestJoin): string {
  if (configuration === undefined) return scope ?? '';
  return scope === 'dev' && !/test|^dev/i.test(configuration) ? `${configuration} of tests` : configuration;
}

function partOf(manifest: string): string {
  return USUAL.test(manifest) ? manifest.replace(USUAL, '/').replace(/^\/$/, './') : manifest;
}

/** Cycles, each with its cheapest cut. */
export function cycleSections({ cycles }: Structure, isAsked: boolean): readonly Section[] {
  if (cycles === null) return [];
  return [
    section({ name: 'cycles', title: 'import cycles (tests and types apart)', isAsked }, cycles, (cycle) => {
      const { size, members, round, cut } = cycle;
      const way = [...round.map(stepText), round[0]?.from ?? ''].join(' -> ');
      const rest = members.filter((member) => !round.some(({ from }) => from === member));
      const names = rest.length === 0 ? '' : ` (with ${firstNames(rest, size - round.length)})`;
      return `${size} units${names}${deferredText(cycle)}; one way round: ${way}; ${cutText(cycle)} ${proof(cut)}`;
    }),
  ];
}

function firstNames(names: readonly string[], total: number): string {
  return `${names.slice(0, 4).join(', ')}${total > 4 ? ', …' : ''}`;
}

/** What a cycle is to a program that is being loaded, where that is known of its imports. */
function deferredText({ size, withoutDeferred }: CycleRow): string {
  if (withoutDeferred === null) return '';
  const left = withoutDeferred.size;
  if (left === 0) return ', closed only by imports inside functions, done when these are called';
  if (left === size) return ', all of them also without the imports inside functions';
  return `, without the imports inside functions at most ${left} together: ${firstNames(withoutDeferred.members, left)}`;
}

/** A unit with the line at which it uses the next one; a package's line lies in one of its files. */
function stepText({ from, file, line, isDeferred }: CycleRow['round'][number]): string {
  const place = file === from ? `${from}:${line}` : `${from} [${file}:${line}]`;
  return isDeferred === true ? `${place} (in a function)` : place;
}

/** What taking one dependency away does; in a dense cycle that is nothing, and no cut is claimed. */
function cutText({ size, cut, leftAfterCut, isCutExact }: CycleRow): string {
  const tried = isCutExact ? '' : ' (of the edges with the fewest places)';
  const edge = `${cut.from} -> ${cut.to}, ${plural(cut.places, 'place')}`;
  if (leftAfterCut === size)
    return `without any one dependency${tried} all ${size} still hold together; of the fewest places is ${edge}`;
  const left = leftAfterCut === 0 ? 'leaves no cycle' : `leaves at most ${leftAfterCut} together`;
  return `best single cut${tried}: ${edge}, ${left}`;
}

/** What most is built on. */
export function usedSections({ used }: Structure, isAsked: boolean): readonly Section[] {
  if (used === null) return [];
  return [
    section(
      {
        name: 'most_used',
        title: 'most depended on (PageRank of imports x log users, tests and types apart)',
        isAsked,
      },
      used,
      (row) => {
        const types = row.typeUsers === 0 ? '' : ` and for types alone by ${row.typeUsers} more`;
        return `${row.path}: used by ${plural(row.users, 'unit')}${types}, ${plural(row.lines, 'line')} ${proof(row)}`;
      },
    ),
  ];
}

/** Where dependencies disagree with folders; mostly there is nothing to tell. */
export function straySections({ strays }: Structure, isAsked: boolean): readonly Section[] {
  if (strays === null || strays.total === 0) return [];
  const title =
    'two thirds of their dependencies, tests and types apart, are with one other folder (communities, found from the folders on)';
  return [
    section({ name: 'strays', title, isAsked }, strays, (row) => {
      const { path, folder, joinedWith, own, there, all: total } = row;
      return `${path}: of ${total} dependencies ${there} with ${joinedWith}, ${own} with its own ${folder} ${proof(row)}`;
    }),
  ];
}
