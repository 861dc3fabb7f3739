import { maskRulesOf } from '../imports/mask-rules.ts';
import { languageOf } from '../lex/languages.ts';
import { FILLER, maskCode } from '../lex/mask.ts';
import { makeLineIndex } from '../search/lines.ts';
import type { ApiAddress } from './services.ts';

/** Hosts that are APIs by their names; those of examples (RFC 2606 §3) are nobody's. */
const ADDRESS =
  /https:\/\/((?:api|hooks|graph|oauth2?|index|registry)\.[a-z0-9-]{1,60}(?:\.[a-z0-9-]{1,60}){0,3}\.[a-z]{2,12})(?=[/"'`?:#]|$)/gm;
const NOBODYS = /\.(?:test|example|invalid|local|localhost)$|(?:^|\.)example\.(?:com|org|net|edu)$/;

/** Addresses of one file; a list of thousands is data. */
const ADDRESSES_MAX = 50;

/** Addresses of HTTP APIs in the texts of code, comments left out. */
export function findApiAddresses(file: string, text: string): readonly ApiAddress[] {
  const matches = [...text.matchAll(ADDRESS)].slice(0, ADDRESSES_MAX);
  // A gemspec names where documentation and source are found, and calls nobody.
  const language = matches.length === 0 || file.endsWith('.gemspec') ? null : languageOf(file);
  if (language?.kind !== 'programming') return [];
  const mask = maskCode(text, maskRulesOf(language));
  const lines = makeLineIndex(text);
  return matches.flatMap((match) => {
    const [, host = ''] = match;
    const line = lines.lineAt(match.index);
    return mask[match.index] === FILLER && !NOBODYS.test(host) ? [{ host, file, line }] : [];
  });
}
