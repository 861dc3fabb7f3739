import { checkScriptAllowlistBypass } from 'csp_evaluator/dist/checks/security_checks.js';
import { CspEvaluator, DEFAULT_CHECKS } from 'csp_evaluator/dist/evaluator.js';
import { type Finding, Severity, Type } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { splitDirectives } from './csp-merge.ts';
import type { Evidence } from './evidence.ts';
import { valuesOf } from './fields.ts';
import { pageOf } from './html.ts';

/** A weakness of a policy. */
export interface CspWeakness {
  readonly level: 'high' | 'medium' | 'low';
  readonly directive: string;
  /** The source that it is about, as it was sent; null when it is about the whole directive. Untrusted text. */
  readonly value: string | null;
  readonly text: string;
}

/** One policy by itself, as a browser enforces it. */
export interface CspPolicy {
  readonly from: 'header' | 'meta' | 'report-only';
  readonly directives: readonly (readonly [name: string, value: string])[];
  readonly weaknesses: readonly CspWeakness[];
}

/** Policies of one answer that are analysed, and characters of each. */
const POLICIES_MAX = 8;
const CHARACTERS_MAX = 8_000;
/** Sources of an answer that are looked up among hosts that are known to serve unsafe scripts: each is held against all. */
const LOOKED_UP_MAX = 250;

/** Every policy that an answer carries. A comma in a header's value ends a policy. CSP Level 3 §3. */
export function analysePolicies(evidence: Evidence): readonly CspPolicy[] {
  const split = (name: string): readonly string[] =>
    valuesOf(evidence.fields, name)
      .flatMap((value) => value.split(','))
      .filter((policy) => policy.trim() !== '');
  const all = [
    ...split('content-security-policy').map((text) => ({ from: 'header' as const, text })),
    ...(pageOf(evidence)?.policies ?? []).map((text) => ({ from: 'meta' as const, text })),
    ...split('content-security-policy-report-only').map((text) => ({ from: 'report-only' as const, text })),
  ];
  let lookedUp = 0;
  return all.slice(0, POLICIES_MAX).map(({ from, text }) => {
    const analysed = analysePolicy(text, Math.max(0, LOOKED_UP_MAX - lookedUp));
    lookedUp += scriptSources(splitDirectives(text)).length;
    return { from, ...analysed };
  });
}

/** The directives of one policy, and what is weak in it. `lookUpsMax` sources are looked up; more are told. */
export function analysePolicy(policy: string, lookUpsMax: number = LOOKED_UP_MAX): Omit<CspPolicy, 'from'> {
  const text = policy.slice(0, CHARACTERS_MAX);
  const parts = splitDirectives(text);
  const directives = parts.map(([name = '', ...sources]) => [name, sources.join(' ')] as const);
  const isLookedUp = scriptSources(parts).length <= lookUpsMax;
  const findings = evaluate(text, isLookedUp);
  const known = findings.filter((finding) => !isKnownHere(finding)).map(readFinding);
  const gaps = [...(isLookedUp ? [] : [NOT_LOOKED_UP]), ...(text === policy ? [] : [CUT])];
  const all = [...known, ...ownWeaknesses(parts), ...gaps].map((one) => [JSON.stringify(one), one] as const);
  return { directives, weaknesses: [...new Map(all).values()].sort(bySeverity) };
}

const NOT_LOOKED_UP: CspWeakness = {
  level: 'low',
  directive: 'script-src',
  value: null,
  text: 'so many sources that they were not looked up among hosts that are known to serve unsafe scripts',
};
const CUT: CspWeakness = {
  level: 'low',
  directive: '',
  value: null,
  text: `only its first ${CHARACTERS_MAX} characters were looked at`,
};

/** Every source from which scripts may come. */
function scriptSources(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.filter(([name]) => /^(?:script-src|default-src)/.test(name ?? '')).flatMap(([, ...sources]) => sources);
}

/**
 * Runs the evaluator's checks one by one: some throw on sources that are no addresses, and what the others found must
 * not be lost with them.
 */
function evaluate(policy: string, looksUp: boolean): readonly Finding[] {
  const { csp } = new CspParser(policy);
  const checks = looksUp ? DEFAULT_CHECKS : DEFAULT_CHECKS.filter((check) => check !== checkScriptAllowlistBypass);
  return checks.flatMap((check): readonly Finding[] => {
    try {
      return new CspEvaluator(csp).evaluate(undefined, [check]);
    } catch {
      // Only for text that is no source at all, which browsers ignore.
      return [];
    }
  });
}

const LEVELS = ['high', 'medium', 'low'] as const;

function bySeverity(a: CspWeakness, b: CspWeakness): number {
  return LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level);
}

/** Directives that are newer than the evaluator's list. */
const NEWER: ReadonlySet<string> = new Set([
  'fenced-frame-src',
  'require-trusted-types-for',
  'trusted-types',
  'webrtc',
]);

function isKnownHere(finding: Finding): boolean {
  return finding.type === Type.UNKNOWN_DIRECTIVE && NEWER.has(finding.directive);
}

/** Severities of the evaluator: smaller is worse; what it marks as "maybe" is one step milder here. */
function readFinding({ type, severity, directive, value, description }: Finding): CspWeakness {
  const level = severity <= 20 ? 'high' : severity <= 40 ? 'medium' : 'low';
  const isKnownBypass = type === Type.SCRIPT_ALLOWLIST_BYPASS && severity === Severity.HIGH;
  const text = isKnownBypass ? 'the allowed host is known to serve scripts that bypass the policy' : TEXTS[type];
  return { level, directive, value: value ?? null, text: text ?? description };
}

const TEXTS: Readonly<Partial<Record<Type, string>>> = {
  [Type.MISSING_SEMICOLON]: 'a directive name stands among sources: a semicolon is missing',
  [Type.UNKNOWN_DIRECTIVE]: 'browsers know no such directive',
  [Type.INVALID_KEYWORD]: 'looks like a keyword but is none, or lacks its quotes',
  [Type.MISSING_DIRECTIVES]: 'not set, and nothing stands in for it',
  [Type.SCRIPT_UNSAFE_INLINE]: 'injected inline scripts run',
  [Type.SCRIPT_UNSAFE_EVAL]: 'strings can become code',
  [Type.SCRIPT_UNSAFE_HASHES]: 'hashes also allow event handlers',
  [Type.PLAIN_URL_SCHEMES]: 'allows every host of the scheme',
  [Type.PLAIN_WILDCARD]: 'allows every host',
  [Type.SCRIPT_ALLOWLIST_BYPASS]: 'whatever scripts the allowed host serves run: it must hold no uploads and no JSONP',
  [Type.OBJECT_ALLOWLIST_BYPASS]: 'the allowed host is known to serve objects that bypass the policy',
  [Type.NONCE_LENGTH]: 'a nonce needs at least 8 characters of chance',
  [Type.NONCE_CHARSET]: 'a nonce is made of base64 characters',
  [Type.STATIC_NONCE]: 'a nonce must be new in every answer',
  [Type.IP_SOURCE]: 'browsers ignore addresses other than 127.0.0.1 as sources',
  [Type.DEPRECATED_DIRECTIVE]: 'deprecated: browsers no longer honour it',
  [Type.SRC_HTTP]: 'allows loading, or sends reports, over http',
  [Type.STRICT_DYNAMIC]: "host lists are easily bypassed: use nonces with 'strict-dynamic'",
  [Type.IGNORED]: "ignored beside 'strict-dynamic' or a nonce",
};

/** What the evaluator does not look at. */
function ownWeaknesses(parts: readonly (readonly string[])[]): readonly CspWeakness[] {
  const weaknesses: CspWeakness[] = [];
  const add = (level: CspWeakness['level'], directive: string, text: string): void => {
    weaknesses.push({ level, directive, value: null, text });
  };
  const names = parts.map(([name = '']) => name);
  for (const name of new Set(names.filter((one, at) => names.indexOf(one) !== at))) {
    add('medium', name, 'given twice: browsers use the first and ignore the rest');
  }
  if (!names.includes('frame-ancestors'))
    add('low', 'frame-ancestors', 'not set; default-src does not stand in for it');
  if (!names.includes('form-action')) add('low', 'form-action', 'not set; default-src does not stand in for it');
  const frames = parts.find(([name]) => name === 'frame-ancestors') ?? [];
  if (frames.some((source) => /^(?:\*|https?:(?:\/\/\*)?)$/i.test(source))) {
    add('medium', 'frame-ancestors', 'lets every site frame the page, though the score counts it as set');
  }
  const styles = parts.find(([name]) => name === 'style-src') ?? parts.find(([name]) => name === 'default-src') ?? [];
  if (styles.includes("'unsafe-inline'")) add('low', styles[0] ?? 'style-src', 'injected inline styles apply');
  return weaknesses;
}
