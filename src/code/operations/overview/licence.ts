import { parseJson, stringAt } from '../../formats/json.ts';
import { numberedLines } from '../../formats/lines.ts';
import { parsePom } from '../../formats/pom.ts';
import { fillPom, pomProperty } from '../../formats/pom-values.ts';
import type { NamedFact } from '../../questions/overview.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';

/**
 * Phrases that one licence alone has, in a text whose blanks are single ones. The one that stands first in the text wins,
 * since licences of others may follow; of two at the same place the first here.
 */
const PHRASES: readonly (readonly [string, RegExp])[] = [
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-3.0', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-2.1', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-2.0', /GNU GENERAL PUBLIC LICENSE\s+Version 2/i],
  ['Apache-2.0', /Apache License\s+Version 2\.0/i],
  ['MPL-2.0', /Mozilla Public License,? (?:Version|v\.?) ?2\.0/i],
  ['EPL-2.0', /Eclipse Public License - v ?2\.0/i],
  ['EPL-1.0', /Eclipse Public License - v ?1\.0/i],
  ['BUSL-1.1', /Business Source License 1\.1/i],
  ['BSL-1.0', /Boost Software License - Version 1\.0/i],
  ['Unlicense', /This is free and unencumbered software released into the public domain/i],
  ['CC0-1.0', /CC0 1\.0 Universal/i],
  ['0BSD', /distribute this software for any purpose with or without fee is hereby granted\. THE SOFTWARE/i],
  ['curl', /distribute this software for any purpose with or without fee .{0,200}WITHOUT WARRANTY OF ANY KIND/i],
  ['ISC', /distribute this software for any purpose with or without fee .{0,300}DISCLAIMS? ALL WARRANTIES/i],
  ['BSD-4-Clause', /Redistributions of source code must retain.{0,900}All advertising materials/i],
  [
    'BSD-3-Clause',
    /Redistributions of source code must retain.{0,900}(?:Neither the name|may not be used to endorse)/i,
  ],
  ['BSD-2-Clause', /Redistributions of source code must retain.{0,700}Redistributions in binary form/i],
  ['Zlib', /The origin of this software must not be misrepresented/i],
  ['MIT-0', /Permission is hereby granted, free of charge, to any person .{0,500}furnished to do so\. THE SOFTWARE/i],
  ['MIT', /Permission is hereby granted, free of charge, to any person obtaining a copy/i],
];

const NOT_RECOGNISED = 'not recognised';
const FILE = /^(?:(?:MIT|BSD|APACHE|[AL]?GPL|MPL)-)?(?:LICEN[CS]E|COPYING|UNLICENSE)(?:[-.][\w.-]{1,40})?$/i;

/**
 * Licence files at the top, by the phrases that tell licences apart; one that fits none is named `not recognised`. Where no
 * text tells, what a manifest beside says.
 */
export async function listLicences(files: ProjectFiles): Promise<readonly NamedFact[]> {
  const found: NamedFact[] = [];
  for (const { path } of files.entries) {
    const name = path.slice(files.base.length);
    if (!FILE.test(name) || /third|notice/i.test(name) || found.length >= 6) continue;
    const text = (await files.text(path))?.slice(0, 8_000).replace(/\s+/g, ' ');
    if (text === undefined) continue;
    found.push({ name: licenceOf(text), file: path, line: null });
  }
  return found.some(({ name }) => name !== NOT_RECOGNISED) ? found : [...found, ...(await declaredLicences(files))];
}

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

function licenceOf(text: string): string {
  const places = PHRASES.map(([name, phrase]) => ({ name, at: text.search(phrase) })).filter(({ at }) => at !== -1);
  return places.sort((a, b) => a.at - b.at)[0]?.name ?? NOT_RECOGNISED;
}
