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

const PROJECT = /^(?:lazy\s+)?val\s+(`[^`\n]{1,80}`|\w{1,80})\s*=[\s(]{0,10}(project|crossProject)\b/;
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
