import { parseJson, stringAt } from '../../formats/json.ts';
import { numberedLines } from '../../formats/lines.ts';
import { parsePom } from '../../formats/pom.ts';
import { fillPom, pomProperty } from '../../formats/pom-values.ts';
import type { NamedFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { furtherLicences, isLicenceName, licenceOf, NOT_RECOGNISED } from './licence-texts.ts';
import { licencesBelow } from './licences-below.ts';

/**
 * Licence files at the top, by the phrases that tell licences apart; one that fits none is named `not recognised`. Where no
 * text tells, what a manifest beside says. Parts below that are under another licence come behind.
 */
export async function listLicences(files: ProjectFiles): Promise<readonly NamedFact[]> {
  const found: NamedFact[] = [];
  const told: NamedFact[] = [];
  for (const { path } of files.entries) {
    const name = path.slice(files.base.length);
    if (!isLicenceName(name) || found.length >= TOP_MAX) continue;
    const text = await files.text(path);
    if (text === null) continue;
    const fact = { name: licenceOf(text), file: path, line: null };
    found.push(fact);
    told.push({ ...fact, name: `${fact.name}${furtherText(text)}` });
  }
  const isTold = found.some(({ name }) => name !== NOT_RECOGNISED);
  const declared = await declaredLicences(files);
  const top = isTold ? told : [...told, ...declared];
  return [...top, ...(await licencesBelow(files, [...found, ...declared]))];
}

/** What else stands in the file: a part of the project may be under that. */
function furtherText(text: string): string {
  const further = furtherLicences(text);
  const more = further.length > FURTHER_MAX ? ` and ${further.length - FURTHER_MAX} more` : '';
  return further.length === 0 ? '' : ` (in the same file also ${further.slice(0, FURTHER_MAX).join(', ')}${more})`;
}

/** Further licences of a file that are told by their names. */
const FURTHER_MAX = 3;

/** Licence files at the top that are told. */
const TOP_MAX = 6;

/** What a pom.xml says of licences. Source: Maven, "POM Reference", "Licenses". */
function pomLicences(text: string): readonly { readonly text: string; readonly line: number }[] {
  const pom = parsePom(text);
  if (typeof pom === 'string') return [];
  const fill = (one: string): string => fillPom(one, (name) => pomProperty(pom, name));
  return pom.licences.map((one) => ({ ...one, text: fill(one.text) }));
}

/** How a manifest at the top names the licence in a line of its own; of JSON the field of the whole. */
const DECLARED: readonly (readonly [file: RegExp, line: RegExp])[] = [
  [/^[\w.-]+\.gemspec$/, /^\s*\w+\.licenses?\s*=[\s[]{0,20}["']([^"']{1,80})["']/],
  [/^(?:Cargo|pyproject)\.toml$/, /^license\s*=\s*(?:\{\s*text\s*=\s*)?["']([^"']{1,80})["']/],
  [/^setup\.py$/, /^\s*license\s*=\s*["']([^"']{1,80})["']/],
  [/^setup\.cfg$/, /^license\s*=\s*(\S[^#]{0,79})$/],
];

async function declaredLicences(files: ProjectFiles): Promise<readonly NamedFact[]> {
  const found: NamedFact[] = [];
  for (const { path } of files.entries) {
    const name = path.slice(files.base.length);
    const isJson = name === 'package.json' || name === 'composer.json';
    if (name === 'pom.xml') {
      const said = pomLicences((await files.text(path)) ?? '');
      found.push(...said.map((one) => ({ name: one.text, file: path, line: one.line })));
    }
    const rule = DECLARED.find(([file]) => file.test(name))?.[1];
    if (!isJson && rule === undefined) continue;
    const text = (await files.text(path)) ?? '';
    const said = rule === undefined ? stringAt(parseJson(text), 'license') : firstLine(text, rule);
    if (said) found.push({ name: said.text.trim(), file: path, line: said.line });
  }
  return found;
}

function firstLine(text: string, rule: RegExp): { readonly text: string; readonly line: number } | null {
  for (const [row, line] of numberedLines(text)) {
    const said = rule.exec(row.slice(0, LINE_CHARACTERS_MAX))?.[1];
    if (said !== undefined) return { text: said, line };
  }
  return null;
}

const LINE_CHARACTERS_MAX = 300;
