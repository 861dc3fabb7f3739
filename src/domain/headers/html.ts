import type { Evidence } from './evidence.ts';
import { firstOf } from './fields.ts';

/** A `<script>` with its address; null for an inline one. */
export interface ScriptElement {
  readonly src: string | null;
  readonly integrity: string | null;
}

/** The parts of a page that the tests look at. */
export interface Page {
  readonly scripts: readonly ScriptElement[];
  /** Of `<meta http-equiv="content-security-policy">`. */
  readonly policies: readonly string[];
  /** Of the last `<meta name="referrer">`; null when there is none. */
  readonly referrer: string | null;
  /** Of the first `<base href>`; null when there is none. */
  readonly base: string | null;
  /** False when the page has more tags and attributes than are read: what stands after them was not looked at. */
  readonly isWhole: boolean;
}

/** Tags and attributes of one page that are read: some 20 ms, in which the service answers nobody else. */
const PIECES_MAX = 60_000;

/** Elements whose content is text up to their end tag. Source: HTML, "Parsing HTML fragments". */
const RAW_TEXT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
]);

/** Elements of SVG within which HTML's rules hold again. Source: HTML, "HTML integration point". */
const HTML_IN_SVG: ReadonlySet<string> = new Set(['foreignobject', 'desc', 'title']);

const pages = new WeakMap<Evidence, Page>();

/**
 * The page of an answer; null when the answer is not HTML or its body is not known. Several tests ask for it, so it is
 * read once.
 */
export function pageOf(evidence: Evidence): Page | null {
  if (evidence.html === null || !isGradedAsHtml(evidence)) return null;
  const page = pages.get(evidence) ?? readPage(evidence.html);
  pages.set(evidence, page);
  return page;
}

/**
 * Whether the Observatory takes the answer for a page. It compares the type letter by letter, with case and white space,
 * and so do we where its score is at stake.
 */
export function isGradedAsHtml({ fields }: Evidence): boolean {
  const type = firstOf(fields, 'content-type')?.split(';', 1)[0];
  return type === 'text/html' || type === 'application/xhtml+xml';
}

/**
 * Finds scripts and metas in one pass, linear in the text. It is a tokenizer, no tree: what stands in comments, in
 * `<template>` or in the text of other elements is passed over, as in a browser. Of `<noscript>` the scripts count, since
 * the Observatory counts them; its metas do not, since a browser that runs scripts does not see them.
 */
function readPage(html: string): Page {
  const page: MutablePage = { scripts: [], policies: [], referrer: null, base: null, isWhole: true };
  const open: OpenElements = { templates: 0, isNoscript: false };
  const pieces = { left: PIECES_MAX };
  for (const tag of elements(html, pieces)) {
    note(open, tag);
    if (tag.isEnd || open.templates > 0) continue;
    if (tag.name === 'script') readScript(page, tag);
    else if (!open.isNoscript) readElement(page, tag);
  }
  page.isWhole = pieces.left > 0;
  return page;
}

/** Elements that the reading is in, and that change what counts. */
interface OpenElements {
  templates: number;
  isNoscript: boolean;
}

function note(open: OpenElements, { name, isEnd }: Tag): void {
  if (name === 'template') open.templates = Math.max(0, open.templates + (isEnd ? -1 : 1));
  if (name === 'noscript') open.isNoscript = !isEnd;
}

function readElement(page: MutablePage, { name, attributes }: Tag): void {
  if (name === 'base') page.base ??= attributes.get('href') ?? null;
  if (name === 'meta') readMeta(page, attributes);
}

function readScript(page: MutablePage, { attributes, isForeign }: Tag): void {
  const src = isForeign ? null : attributes.get('src') || null;
  page.scripts.push({ src, integrity: attributes.get('integrity') || null });
}

interface MutablePage {
  readonly scripts: ScriptElement[];
  readonly policies: string[];
  referrer: string | null;
  base: string | null;
  isWhole: boolean;
}

function readMeta(page: MutablePage, attributes: ReadonlyMap<string, string>): void {
  const content = attributes.get('content');
  const equivalent = attributes.get('http-equiv');
  if (!content) return;
  if (equivalent !== undefined) {
    if (equivalent.toLowerCase().trim() === 'content-security-policy') page.policies.push(content);
  } else if (attributes.get('name')?.toLowerCase().trim() === 'referrer') page.referrer = content;
}

interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly isEnd: boolean;
  /** Within `<svg>`: no element has raw text there, `<script/>` is whole, and its address is not `src`. */
  readonly isForeign: boolean;
}

const TAG = /<(?:!--|(\/?)([A-Za-z][^\s/>]{0,60}))/g;

/** What may still be read: counts down to 0. */
interface Pieces {
  left: number;
}

function* elements(html: string, pieces: Pieces): Generator<Tag> {
  const open = new RegExp(TAG.source, 'g');
  const places: string[] = [];
  for (; pieces.left > 0; pieces.left--) {
    const match = open.exec(html);
    if (!match) return;
    const name = match[2]?.toLowerCase();
    if (name === undefined) {
      open.lastIndex = commentEnd(html, match.index + 4);
      continue;
    }
    const { attributes, end, isWhole } = readAttributes(html, open.lastIndex, pieces);
    if (end === null) return;
    open.lastIndex = end;
    const isEnd = match[1] === '/';
    const isForeign = places.at(-1) === 'svg';
    if (!isWhole || isEnd) moveTo(places, name, isEnd);
    yield { name, attributes, isEnd, isForeign };
    if (!isEnd && !isForeign && RAW_TEXT.has(name)) open.lastIndex = rawTextEnd(html, end, name);
  }
}

/** Keeps the elements of `<svg>` that the reading is in, and those in which it is back in HTML. */
function moveTo(places: string[], name: string, isEnd: boolean): void {
  const inner = places.at(-1);
  if (isEnd) {
    if (inner === name) places.pop();
  } else if (name === 'svg' || (inner === 'svg' && HTML_IN_SVG.has(name))) places.push(name);
}

/** `<!-->` and `<!--->` are whole comments; one that is not closed takes the rest. */
function commentEnd(html: string, from: number): number {
  if (html[from] === '>') return from + 1;
  if (html.startsWith('->', from)) return from + 2;
  const end = html.indexOf('-->', from);
  return end === -1 ? html.length : end + 3;
}

function rawTextEnd(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

const ATTRIBUTE = /[\s/]*(?:(>)|([^\s/>][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)?))?)/y;

/** Attributes up to `>`; the first of a name counts. `end` is null when the tag is not closed; `/>` makes it whole. */
function readAttributes(
  html: string,
  from: number,
  pieces: Pieces,
): { attributes: ReadonlyMap<string, string>; end: number | null; isWhole: boolean } {
  const attributes = new Map<string, string>();
  const pattern = new RegExp(ATTRIBUTE.source, 'y');
  pattern.lastIndex = from;
  for (; pieces.left > 0; pieces.left--) {
    const match = pattern.exec(html);
    if (!match) return { attributes, end: null, isWhole: false };
    if (match[1] !== undefined) return { attributes, end: pattern.lastIndex, isWhole: match[0].endsWith('/>') };
    const name = (match[2] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, decodeEntities(match[3] ?? match[4] ?? match[5] ?? ''));
  }
  return { attributes, end: null, isWhole: false };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
  '#34': '"',
};

/** The references that occur in policies and addresses; others stay as they are. */
function decodeEntities(text: string): string {
  return text.replace(/&(#?[A-Za-z0-9]{1,5});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}
