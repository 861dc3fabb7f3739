import type { ProjectFiles } from '../../source/project-files.ts';
import type { NamedFact } from '../overview.types.ts';

/** Phrases that one licence alone has; the first that fits wins, so the longer names come first. */
const PHRASES: readonly (readonly [string, RegExp])[] = [
  ['AGPL-3.0', /GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-3.0', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['LGPL-2.1', /GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/i],
  ['GPL-3.0', /GNU GENERAL PUBLIC LICENSE\s+Version 3/i],
  ['GPL-2.0', /GNU GENERAL PUBLIC LICENSE\s+Version 2/i],
  ['Apache-2.0', /Apache License\s+Version 2\.0/i],
  ['MPL-2.0', /Mozilla Public License,? (?:Version|v\.?) ?2\.0/i],
  ['EPL-2.0', /Eclipse Public License - v ?2\.0/i],
  ['BUSL-1.1', /Business Source License 1\.1/i],
  ['BSL-1.0', /Boost Software License - Version 1\.0/i],
  ['Unlicense', /This is free and unencumbered software released into the public domain/i],
  ['CC0-1.0', /CC0 1\.0 Universal/i],
  [
    'ISC',
    /Permission to use, copy, modify, and(?:\/or)? distribute this software for any\s+purpose with or without fee/i,
  ],
  ['BSD-3-Clause', /Redistributions of source code must retain[\s\S]{0,900}Neither the name/i],
  ['BSD-2-Clause', /Redistributions of source code must retain[\s\S]{0,700}Redistributions in binary form/i],
  ['MIT', /Permission is hereby granted, free of charge, to any person obtaining a copy/i],
];

const FILE = /^(?:LICEN[CS]E|COPYING|UNLICENSE)(?:[-.][\w.-]{1,40})?$/i;

/** Licence files at the top, by the phrases that tell licences apart; one that fits none is named `not recognised`. */
export async function listLicences(files: ProjectFiles): Promise<readonly NamedFact[]> {
  const found: NamedFact[] = [];
  for (const { path } of files.entries) {
    const name = path.slice(files.base.length);
    if (!FILE.test(name) || /third|notice/i.test(name) || found.length >= 6) continue;
    const text = (await files.text(path))?.slice(0, 8_000).replace(/\s+/g, ' ');
    if (text === undefined) continue;
    const known = PHRASES.find(([, phrase]) => phrase.test(text));
    found.push({ name: known?.[0] ?? 'not recognised', file: path, line: null });
  }
  return found;
}
