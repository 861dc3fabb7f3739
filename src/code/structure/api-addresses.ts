import { languageOf } from '../lex/languages.ts';
import { FILLER, maskCode } from '../lex/mask.ts';
import { rulesOf } from '../lex/rules-of.ts';
import { makeLineIndex } from '../text/lines.ts';
import { isBuildScript } from './build-scripts.ts';
import type { ApiAddress } from './services.ts';

/** An address with what follows its host, up to the end of the text that it stands in or of its word. */
const ADDRESS = /https:\/\/((?:[a-z0-9-]{1,60}\.){1,5}[a-z]{2,12})(?=[/"'`?:#]|$)([^\s"'`]{0,200})/gm;
/** Hosts that are APIs by their first label, and by any. */
const API_HOST = /^(?:hooks|graph|oauth2?|index|registry)\.[a-z0-9-]+\.|(?:^|\.)api\.[a-z0-9-]+\./;
/**
 * Paths that are APIs; `/api/` alone begins the pages of many a reference as well, and `/graphql/…` those of who is called so:
 * an API of GraphQL has one address. Source: GraphQL over HTTP, "URL".
 */
const API_PATH = /^\/(?:api\/(?:v\d{1,2}|graphql|rest|rpc)(?=[/?]|$)|graphql(?=\/?(?:\?|$))|v[1-9](?=[/?]|$))/;
/**
 * Pages and files to read or to load; what Slack calls by the name of an API is a site. Source: Slack, "Using the Slack
 * Web API" (its methods are at `slack.com/api/`).
 */
const PAGE_HOST = /^(?:docs?|documentation|cdn|static)\.|(?:^|\.)reference\.|^api\.slack\.com$/;
/** Sites for who develops with something or needs help; APIs of theirs are told by the next label, or by a version. */
const SITE_HOST = /^(?:developers?|learn|help|support)\.(?!api\.)/;
const VERSIONED_PATH = /^\/api\/v\d/;
/** Who reads a sentence is sent to a page; what could not be read (`cannot read https://…`) is none. A text may go on on the next line. */
const SENT_TO = /\b(?:[Ss]ee|[Vv]isit|Read|[Pp]lease read)(?: also)?:?[\s"'`+\\]{1,100}$/;
const SENT_TO_MAX = 120;
const PAGE_PATH =
  /\/(?:docs?|documentation|guides?|manual|tutorials?|blog|reference|learn)(?:\/|$)|\.(?:html?|md|pdf|[cm]?js|css|svg|png|jpe?g|gif|webp|ico|zip|t?gz|xsd|ps1|sh|cmd|bat|exe|msi|jar|nupkg)$|#/;
/** Hosts of examples (RFC 2606 §3) are nobody's. */
const NOBODYS = /\.(?:test|example|invalid|local|localhost)$|(?:^|\.)example\.(?:com|org|net|edu)$/;
/** What is looked at before a text to tell what it follows. */
const BEFORE_MAX = 200;
/** Addresses of one file, and those that are looked at; a list of thousands is data. */
const ADDRESSES_MAX = 50;
const LOOKED_AT_MAX = 5_000;

/** Addresses of HTTP APIs in the texts of code, comments and build scripts left out. */
export function findApiAddresses(file: string, text: string): readonly ApiAddress[] {
  const language = isBuildScript(file) ? null : languageOf(file);
  if (language?.kind !== 'programming') return [];
  const found = apisIn(text);
  if (found.length === 0) return [];
  const mask = maskCode(text, rulesOf(language));
  const lines = makeLineIndex(text);
  return found.flatMap(({ at, host, prefix }) =>
    mask[at] === FILLER && !(language.id === 'py' && isInDocstring(mask, at))
      ? [{ host, prefix, file, line: lines.lineAt(at) }]
      : [],
  );
}

/**
 * Whether a place in a text of Python is in one that is a statement by itself (PEP 257): what stands in it is read and not
 * run. Such a text begins its line and is in three quotes; what goes on from the line before has a bracket or an operator there.
 */
function isInDocstring(mask: string, at: number): boolean {
  let quoteAt = at;
  while (quoteAt > 0 && (mask[quoteAt] === FILLER || mask[quoteAt] === '\n' || mask[quoteAt] === '\r')) quoteAt -= 1;
  const quotes = mask.slice(Math.max(0, quoteAt - 2), quoteAt + 1);
  if (quotes !== '"""' && quotes !== "'''") return false;
  const before = mask.slice(Math.max(0, quoteAt - BEFORE_MAX), quoteAt - 2).replace(/[rRuUbBfF]{1,2}$/, '');
  return /(?:^|[\r\n])[ \t]*$/.test(before) && !/[([{,=+%\\]$/.test(before.trimEnd());
}

interface Api {
  readonly at: number;
  readonly host: string;
  readonly prefix: string;
}

function apisIn(text: string): readonly Api[] {
  const apis: Api[] = [];
  let looked = 0;
  for (const match of text.matchAll(ADDRESS)) {
    looked += 1;
    if (looked > LOOKED_AT_MAX || apis.length >= ADDRESSES_MAX) break;
    const [all, host = '', path = ''] = match;
    if (NOBODYS.test(host) || isPage(host, path)) continue;
    if (SENT_TO.test(text.slice(Math.max(0, match.index - SENT_TO_MAX), match.index))) continue;
    const around = (text[match.index - 1] ?? '') + (text[match.index + all.length] ?? '');
    const prefix = API_HOST.test(host) ? '' : apiPrefix(path, around);
    if (prefix !== null) apis.push({ at: match.index, host, prefix });
  }
  return apis;
}

function isPage(host: string, path: string): boolean {
  return PAGE_HOST.test(host) || PAGE_PATH.test(path) || (SITE_HOST.test(host) && !VERSIONED_PATH.test(path));
}

/** What of a path tells that it is an API's, where the address is all of its text: in sentences stand links to pages. */
function apiPrefix(path: string, around: string): string | null {
  const isWhole = /^(["'`])\1$/.test(around);
  return isWhole ? (API_PATH.exec(path)?.[0] ?? null) : null;
}
