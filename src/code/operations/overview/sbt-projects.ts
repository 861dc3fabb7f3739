import type { SbtRow } from './sbt-values.ts';

/** A subproject of a build. */
export interface SbtProject {
  readonly id: string;
  /** The name that it is published by, where one stands there. */
  readonly name: string | null;
  /** Folder below the build; empty for the build's own. */
  readonly folder: string;
  readonly line: number;
  readonly isPublished: boolean;
  /** Whether rules for rewriting code are only tried on it. */
  readonly isTried: boolean;
  /** The last line of its definition. */
  readonly endLine: number;
  /** Whether it is built for several platforms, and so is several projects. */
  readonly isCross: boolean;
}

const PROJECT =
  /^(?:lazy\s+)?val\s+(`[^`\n]{1,80}`|\w{1,80})\s*(?::\s*(?:Project|CrossProject)\s*)?=[\s(]{0,10}(project|crossProject)\b/;
const STATEMENT = /^\S/;
const FOLDER = /\bin[\s(]{1,10}file\s*\(\s*"([^"\n]{1,200})"/;
const NAME = /\b(moduleName|name)\s*:=\s*"([^"\n]{1,100})"/g;
const NOT_PUBLISHED =
  /\bNoPublishPlugin\b|\bpublish\s*\/\s*skip\s*:=\s*true|\bpublishArtifact\s*:=\s*false|\bskip\s+in\s+publish\s*:=\s*true/;
const PROJECTS_MAX = 200;
/** What the tests of rules read and compare with, and how that is said. Source: Scalafix, "Developer guide", "Setup". */
const TRIED = /\bscalafixTestkit(?:Input|Output)\w{1,40}\s*:=\s*([^:=]{1,300}?)\.value\b/g;

/** Subprojects as the build file writes them: a value at the beginning of a line, and what is called on it below. */
export function readProjects(rows: readonly SbtRow[]): readonly SbtProject[] {
  const projects: SbtProject[] = [];
  const tried = triedBy(rows);
  for (const [at, { text, code, line }] of rows.entries()) {
    const found = STATEMENT.test(code) ? PROJECT.exec(text) : null;
    if (found === null || projects.length >= PROJECTS_MAX) continue;
    const next = rows.findIndex((row, other) => other > at && /^[a-zA-Z@]/.test(row.code));
    const body = rows.slice(at, next === -1 ? rows.length : next).filter((row) => row.code.trim() !== '');
    const id = (found[1] ?? '').replaceAll('`', '');
    const isCross = found[2] === 'crossProject';
    const endLine = body.at(-1)?.line ?? line;
    projects.push({ id, line, endLine, isCross, isTried: tried.has(id), ...readBody(id, body) });
  }
  return projects;
}

const FUNCTION = /^(?:private\s+)?def\s+(\w{1,80})/;
const CALLED = /^(?:lazy\s+)?val\s+(\w{1,80})\s*(?::\s*(?:Project|CrossProject)\s*)?=\s*(\w{1,80})\s*\(/;
const MAKES_PROJECT = /\b(?:Cross)?Project\s*\(|\b(?:project|crossProject)\b/;
/** Functions that call each other. */
const CALLS_MAX = 4;

/** Subprojects that functions of the build make, whose names and settings only running it would tell. */
export function projectsOfFunctions(rows: readonly SbtRow[]): readonly Pick<SbtProject, 'id' | 'line'>[] {
  const making = functionsOfProjects(rows);
  return rows.flatMap(({ code, line }) => {
    const [, id = '', called = ''] = CALLED.exec(code) ?? [];
    return making.has(called) ? [{ id, line }] : [];
  });
}

/** Functions of the build that make a project, or call one that does. */
function functionsOfProjects(rows: readonly SbtRow[]): ReadonlySet<string> {
  const bodies = functionBodies(rows);
  const making = new Set<string>();
  for (let call = 0; call < CALLS_MAX; call += 1) {
    for (const [name, body] of bodies) {
      if (MAKES_PROJECT.test(body) || callsOne(body, making)) making.add(name);
    }
  }
  return making;
}

function callsOne(body: string, names: ReadonlySet<string>): boolean {
  return (body.match(/\w+(?=\s*\()/g) ?? []).some((word) => names.has(word));
}

function functionBodies(rows: readonly SbtRow[]): ReadonlyMap<string, string> {
  const bodies = new Map<string, string>();
  let name: string | null = null;
  for (const { code } of rows) {
    // A bracket at the beginning of a line closes what is above.
    if (STATEMENT.test(code) && !/^[)}\]]/.test(code)) name = FUNCTION.exec(code)?.[1] ?? null;
    if (name !== null) bodies.set(name, `${bodies.get(name) ?? ''}${code}\n`);
  }
  return bodies;
}

/** The projects that tests of rules are given. */
function triedBy(rows: readonly SbtRow[]): ReadonlySet<string> {
  const code = rows.map((row) => row.code).join('\n');
  return new Set([...code.matchAll(TRIED)].flatMap(([, value = '']) => value.match(/\w+/g) ?? []));
}

function readBody(id: string, body: readonly SbtRow[]): Pick<SbtProject, 'name' | 'folder' | 'isPublished'> {
  const text = body.map((row) => row.text).join('\n');
  const names = new Map([...text.matchAll(NAME)].map(([, key = '', value = '']) => [key, value]));
  const folder = FOLDER.exec(text)?.[1] ?? id;
  return {
    name: names.get('moduleName') ?? names.get('name') ?? null,
    folder: folder === '.' ? '' : folder.replace(/^\.\//, '').replace(/\/$/, ''),
    isPublished: !NOT_PUBLISHED.test(body.map((row) => row.code).join('\n')),
  };
}
