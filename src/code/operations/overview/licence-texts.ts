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
  // Its text, or the notice by which a work is put under it. Source: Apache License 2.0, Appendix.
  [
    'Apache-2.0',
    /Apache License\s+Version 2\.0|Licensed under the Apache License, Version 2\.0 \(the .License.\)[;,]? you may not use/i,
  ],
  ['MPL-2.0', /Mozilla Public License,? (?:Version|v\.?) ?2\.0/i],
  ['EPL-2.0', /Eclipse Public License - v ?2\.0/i],
  ['EPL-1.0', /Eclipse Public License - v ?1\.0/i],
  ['SSPL-1.0', /Server Side Public License\s+VERSION 1/i],
  // It has no name of SPDX's.
  ['RSALv2', /Redis Source Available License (?:2\.0|v2)/i],
  ['FSL-1.1-ALv2', /Functional Source License, Version 1\.1, (?:ALv2|Apache)/i],
  ['FSL-1.1-MIT', /Functional Source License, Version 1\.1, MIT/i],
  ['Elastic-2.0', /Elastic License 2\.0/i],
  ['PolyForm-Shield-1.0.0', /PolyForm Shield License 1\.0\.0/i],
  ['PolyForm-Noncommercial-1.0.0', /PolyForm Noncommercial License 1\.0\.0/i],
  ['PolyForm-Small-Business-1.0.0', /PolyForm Small Business License 1\.0\.0/i],
  ['PolyForm-Perimeter-1.0.0', /PolyForm Perimeter License 1\.0\.0/i],
  ['BUSL-1.1', /Business Source License 1\.1/i],
  ['BSL-1.0', /Boost Software License - Version 1\.0/i],
  ['Unlicense', /This is free and unencumbered software released into the public domain/i],
  ['CC0-1.0', /CC0 1\.0 Universal/i],
  ['CC-BY-4.0', /Creative Commons Attribution 4\.0 International/i],
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
  // It gives what MIT gives, under conditions in the words of BSD.
  ['NCSA', /Permission is hereby granted, free of charge, to any person .{0,200}to deal with the Software.{0,1500}/i],
  ['MIT-0', /Permission is hereby granted, free of charge, to any person .{0,500}furnished to do so\. THE SOFTWARE/i],
  ['MIT', /Permission is hereby granted, free of charge, to any person obtaining a copy/i],
];

/** What a licence whose text fits no phrase is called. */
export const NOT_RECOGNISED = 'not recognised';
/** A document of SPDX lists packages with their licences, and is the text of none. Source: SPDX, "Document Creation Information". */
const FILE =
  /^(?:(?:MIT|BSD|APACHE|[AL]?GPL|MPL)[-_])?(?:LICEN[CS]E|COPYING|UNLICENSE)(?:[-_.](?!spdx(?:\.|$))[\w.-]{1,40})?$/i;

/** What looks for licences, writes or lists them: programs, what sets these, and tables of what others ask for. */
const OF_PROGRAMS = /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|php|cs|sh|ya?ml|json|toml|xml|[ct]sv)$/i;

/** Characters of a text in which its licence is looked for. */
const TEXT_CHARACTERS_MAX = 8_000;

/** Whether a file by its name holds the text of a licence; what it says of others' code is none of the project's. */
export function isLicenceName(name: string): boolean {
  return FILE.test(name) && !/third|notice|template|header/i.test(name) && !OF_PROGRAMS.test(name);
}

/** The licence that a text is, by its beginning. */
export function licenceOf(text: string): string {
  return licencesIn(text.slice(0, TEXT_CHARACTERS_MAX))[0] ?? NOT_RECOGNISED;
}

/**
 * Licences that stand in a text behind the one that it is: of what was written before a change of the licence, of the
 * documents, or of others' code within. Which of these it is only its reader can tell.
 */
export function furtherLicences(text: string): readonly string[] {
  const first = licenceOf(text);
  return first === NOT_RECOGNISED ? [] : licencesIn(text.slice(0, FURTHER_CHARACTERS_MAX)).slice(1);
}

/** Characters of a text in which further licences are looked for. */
const FURTHER_CHARACTERS_MAX = 200_000;

/** Licences by their phrases, in the order of the text; of phrases that overlap the first begins a licence. */
function licencesIn(text: string): readonly string[] {
  const words = text.replace(/\s+/g, ' ');
  const found = PHRASES.flatMap(([name, phrase]) => {
    const match = phrase.exec(words);
    return match === null ? [] : [{ name, at: match.index, end: match.index + match[0].length }];
  });
  let end = 0;
  return found
    .sort((a, b) => a.at - b.at)
    .flatMap((one) => {
      if (one.at < end) return [];
      end = one.end;
      return [one.name];
    });
}
