import { plural } from '../../base/plural.ts';
import {
  adviceOf,
  COOKIES_TOLD_MAX,
  type Fixes,
  type GradedTest,
  type GradingChange,
  SCALE,
} from '../../domain/headers/index.ts';
import { fence, maskKeys, redactSecrets } from '../shared/safe-text.ts';
import type { Audit } from './audit.ts';
import { plain, quote } from './quote.ts';

/** What an answer in words is made of. */
export interface TextParts {
  readonly id: string;
  readonly audit: Audit;
  readonly fixes: Fixes;
  /** Named by `fix_for`; null when none was. */
  readonly target: string | null;
  readonly isFull: boolean;
  /** Seconds since the answer was fetched; null when it is new. */
  readonly ageSeconds: number | null;
}

/** The audit in words: grade, what failed with its remedy, what was not tested, then what the score leaves out. */
export function auditLines(parts: TextParts): readonly string[] {
  const { audit, isFull } = parts;
  const { grading, reached } = audit;
  const failed = grading.tests.filter(({ pass }) => !pass);
  const passed = grading.tests.filter(({ pass }) => pass);
  return [
    headLine(parts),
    ...reached.notes.map((note) => `note: ${plain(note, 400)}`),
    ...hopLines(audit),
    gradeLine(audit),
    ...(failed.length > 0 ? [`failed ${failed.length}:`, ...failed.map(failedLine)] : ['failed: none']),
    ...(passed.length > 0 ? [`passed ${passed.length}: ${passed.map(passedText).join('; ')}`] : []),
    ...grading.skipped.map(({ test, why }) => `not tested: ${test} (${why})`),
    ...policyLines(audit, isFull),
    ...cookieLines(audit),
    ...extraLines(audit, isFull),
    ...(audit.leaks.length > 0
      ? [`tells what software answers (not scored): ${audit.leaks.map((leak) => quote(leak)).join(', ')}`]
      : []),
    ...fixLines(parts),
    ...(isFull ? [sentHeaders(audit)] : []),
  ];
}

/** The first line: what was graded, how it was reached, and the id of the audit. */
export function headLine({ id, audit, ageSeconds }: Pick<TextParts, 'id' | 'audit' | 'ageSeconds'>): string {
  const { reached } = audit;
  const where = reached.finalUrl === null ? 'pasted headers' : `${reached.from} ${quote(reached.finalUrl, 300)}`;
  const facts = [
    where,
    ...(reached.status === null ? [] : [`HTTP ${reached.status}`]),
    ...(reached.ip === null ? [] : [reached.ip]),
    ...(reached.tls === null ? [] : [tlsText(reached.tls)]),
    ...(ageSeconds === null ? [] : [`cached answer of ${ageSeconds} s ago: a host is asked the same once a minute`]),
    `audit ${id}`,
  ];
  return facts.join(' · ');
}

function tlsText({ protocol, expiresAt }: NonNullable<Audit['reached']['tls']>): string {
  return expiresAt === null ? protocol : `${protocol}, certificate until ${expiresAt.toISOString().slice(0, 10)}`;
}

function hopLines({ reached }: Audit): readonly string[] {
  if (reached.hops.length < 2) return [];
  const hops = reached.hops.map(({ url, status }) => `${status} ${quote(url, 200)}`);
  return [`way: ${hops.join(' -> ')}`];
}

/** The grade in words: scale, profile and its reason, how much was tested, and how the rest counts. */
export function gradeLine({ grading, profileReason }: Audit): string {
  const { grade, score, profile, tests, skipped } = grading;
  const all = tests.length + skipped.length;
  const open = skipped.filter(({ why }) => why !== 'only for pages');
  const neutral =
    open.length === 0
      ? ''
      : '; what was not tested counts 0, so that the score is comparable where those tests are neutral';
  return `grade ${grade}, score ${score}, scale ${SCALE} (MDN HTTP Observatory), profile ${profile} (${plain(profileReason)}), ${tests.length} of ${all} tests${neutral}`;
}

function failedLine({ test, modifier, text, result, found }: GradedTest): string {
  const advice = adviceOf(test);
  const sent = found === null ? '' : `; found ${quote(found)}`;
  const fix = advice === null ? '' : `; fix: ${advice}`;
  return `- ${test} ${modifier}: ${text} [${result}]${sent}${fix}`;
}

function passedText({ test, modifier, text }: GradedTest): string {
  return `${test} ${modifier > 0 ? `+${modifier}` : modifier} (${text})`;
}

/** Weaknesses that are shown without `detail: "full"`. */
const WEAKNESSES_SHOWN = 6;

function policyLines({ policies }: Audit, isFull: boolean): readonly string[] {
  return policies.flatMap(({ from, directives, weaknesses }, at) => {
    const shown = isFull ? weaknesses : weaknesses.filter(({ level }) => level !== 'low').slice(0, WEAKNESSES_SHOWN);
    const left = weaknesses.length - shown.length;
    const more = left > 0 ? `; ${left} milder with detail=full` : '';
    const name = `policy ${at + 1} of ${policies.length} (${from}): ${plural(directives.length, 'directive')}, ${plural(weaknesses.length, 'weakness', 'weaknesses')}${more}`;
    const rows = shown.map(({ level, directive, value, text }) => {
      const source = value === null ? '' : ` ${quote(value, 80)}`;
      return `- ${level}: ${plain(directive, 60)}${source}: ${plain(text, 200)}`;
    });
    return [name, ...rows];
  });
}

function cookieLines({ cookies, cookiesTotal }: Audit): readonly string[] {
  if (cookiesTotal === 0) return [];
  const more = cookiesTotal > COOKIES_TOLD_MAX ? `; the first ${COOKIES_TOLD_MAX} are told` : '';
  const rows = cookies.map(({ name, flags, problems }) => {
    const state = problems.length === 0 ? 'nothing wrong' : problems.join('; ');
    return `- ${quote(name, 80)} [${flags.map((flag) => plain(flag, 80)).join(', ')}]: ${state}`;
  });
  return [`cookies ${cookiesTotal} (values are not shown)${more}:`, ...rows];
}

function extraLines({ extras }: Audit, isFull: boolean): readonly string[] {
  const shown = extras.filter(({ level }) => isFull || level === 'warning');
  const left = extras.length - shown.length;
  const lines = shown.map(({ level, text }) => `- ${level}: ${plain(text, 300)}`);
  const more = left > 0 ? [`- ${plural(left, 'note')} more with detail=full`] : [];
  return extras.length === 0 ? [] : ['not scored:', ...lines, ...more];
}

function fixLines({ fixes, target, audit }: TextParts): readonly string[] {
  const head = fixHead({ fixes, target, audit });
  if (head === null) return [];
  const notes = fixes.notes.map((note) => `- ${note}`);
  return [head, ...(fixes.snippet.length === 0 ? [] : ['```', ...fixes.snippet, '```']), ...notes];
}

/** What can be done in the configuration that was asked for; null when none was. */
export function fixHead({ fixes, target, audit }: Pick<TextParts, 'fixes' | 'target' | 'audit'>): string | null {
  if (target === null) return null;
  if (!audit.grading.tests.some(({ pass }) => !pass)) return `fix for ${target}: nothing failed`;
  return fixes.snippet.length === 0
    ? `fix for ${target}: no line of the server mends what failed`
    : `fix for ${target}:`;
}

/** Every header as it was sent, as data; values of cookies are hidden. */
function sentHeaders(audit: Audit): string {
  return fence('headers as they were sent', sentLines(audit).join('\n'));
}

/** Headers as they were sent, a line each, without secrets and values of cookies. */
export function sentLines({ fields }: Audit): readonly string[] {
  const lines = fields.slice(0, 100).map(([name, value]) => {
    const shown = name === 'set-cookie' ? value.replace(/=[^;]*/, '=[value hidden]') : value;
    return redactSecrets(maskKeys(`${name}: ${shown.slice(0, 1_000)}`)).text;
  });
  const left = fields.length - lines.length;
  return left > 0 ? [...lines, `(${left} more)`] : lines;
}

/** What changed since a baseline. */
export function changeLines(change: GradingChange, baseline: string): readonly string[] {
  const { from, to, tests, isComparable } = change;
  const head = `compared with ${baseline}: ${from.grade} ${from.score} -> ${to.grade} ${to.score}`;
  const caution = isComparable
    ? []
    : ['- not the same tests were made on both sides: compare the results below, not the scores'];
  const rows = tests.map(
    ({ test, from: before, to: after }) => `- ${test}: ${before ?? 'not tested'} -> ${after ?? 'not tested'}`,
  );
  return [head, ...caution, ...(rows.length > 0 ? rows : ['- every test has the same result'])];
}
