import type { Evidence, Outcome } from './evidence.ts';
import { firstOf } from './fields.ts';
import { isGradedAsHtml, type Page, pageOf, type ScriptElement } from './html.ts';
import { parseUrl, registrableDomain } from './site.ts';

/** From mild to severe; the most severe one decides. */
const SEVERITY: readonly string[] = [
  'sri-implemented-and-all-scripts-loaded-securely',
  'sri-implemented-and-external-scripts-loaded-securely',
  'sri-implemented-but-external-scripts-not-loaded-securely',
  'sri-not-implemented-but-external-scripts-loaded-securely',
  'sri-not-implemented-and-external-scripts-not-loaded-securely',
];

/** The test of Subresource Integrity; null when the answer is a page whose body is not known. */
export function testIntegrity(evidence: Evidence): Outcome | null {
  // Pasted headers without a type may well be of a page.
  if (evidence.html === null && firstOf(evidence.fields, 'content-type') === null) return null;
  if (!isGradedAsHtml(evidence)) return { result: 'sri-not-implemented-response-not-html', found: null };
  const page = pageOf(evidence);
  if (page === null) return null;
  if (page.scripts.length === 0) return { result: 'sri-not-implemented-but-no-scripts-loaded', found: null };
  return judge(page, evidence.url);
}

function judge(page: Page, url: string): Outcome {
  let result: string | null = null;
  let foreign: string | null = null;
  for (const script of page.scripts) {
    if (script.src === null) continue;
    const source = resolve(script.src, page.base);
    if (isForeignScript(source, url)) {
      foreign ??= script.src;
      result = worse(result, judgeForeign(script, source));
    } else result ??= judgeOwn(script, source, url);
  }
  const quiet =
    foreign === null
      ? 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin'
      : 'sri-implemented-and-external-scripts-loaded-securely';
  return { result: result ?? quiet, found: foreign };
}

function worse(before: string | null, own: string | null): string | null {
  return own !== null && SEVERITY.indexOf(own) > SEVERITY.indexOf(before ?? '') ? own : before;
}

/** Integrity on an own script is more than is asked for, and counts when nothing worse came before it. */
function judgeOwn(script: ScriptElement, source: string, url: string): string | null {
  const isAbsolute = /^https?:\/\//.test(source);
  const isSecure = source.startsWith('https:') || (!isAbsolute && url.startsWith('https:'));
  return script.integrity !== null && isSecure ? 'sri-implemented-and-all-scripts-loaded-securely' : null;
}

/** As a document without an address resolves it: relative addresses stay as they are written. */
function resolve(src: string, base: string | null): string {
  const own = parseUrl(src.trim()) ?? (base === null ? null : parseUrl(src.trim(), base));
  return own?.href ?? src;
}

/** Whether a script comes from another site, or by whatever scheme the page has (`//host/…`). */
function isForeignScript(source: string, url: string): boolean {
  if (/^\/\/[^/]/.test(source)) return true;
  if (!/^https?:\/\//.test(source)) return false;
  return siteOf(source) !== siteOf(url);
}

function siteOf(url: string): string | null {
  return registrableDomain(parseUrl(url)?.hostname ?? '');
}

function judgeForeign(script: ScriptElement, source: string): string | null {
  const isSecure = source.startsWith('https:');
  if (script.integrity !== null) return isSecure ? null : 'sri-implemented-but-external-scripts-not-loaded-securely';
  return isSecure
    ? 'sri-not-implemented-but-external-scripts-loaded-securely'
    : 'sri-not-implemented-and-external-scripts-not-loaded-securely';
}
