import type { z } from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import type { Tool } from '../tool.ts';
import { cutText } from './answer.ts';
import { coerceArgument, jsonRoom } from './coerce.ts';
import { nearestName } from './nearest-name.ts';
import { maskKeys, safeText } from './safe-text.ts';

/** Longest refusal. */
const REFUSAL_CHARACTERS_MAX = 1_500;

/** Names that callers use for an argument of ours, `alias -> argument`; each holds for tools that have the argument. */
const SHARED_ALIASES: Readonly<Record<string, string>> = {
  project: 'path',
  repo: 'path',
  repo_path: 'path',
  projectPath: 'path',
  relative_path: 'file',
  q: 'query',
  pattern: 'query',
};

/** Bounds of the arguments as a whole; the largest single texts are bounded by each tool's schema. */
const DEPTH_MAX = 16;
const VALUES_MAX = 20_000;

/** Names that reach a prototype when code copies properties carelessly: refused at any depth. */
const FORBIDDEN_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads what a caller sent as a tool's arguments: other callers' names and manners first, then the schema, then the
 * tool's own rule. The refusal is one text that says what does not fit, why, and what to send instead.
 */
export function readArguments<Schema extends z.ZodObject>(
  tool: Tool<Schema>,
  raw: unknown,
): Result<z.output<Schema>, string> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return refuse(tool, ['the arguments must be a JSON object']);
  }
  const shapeProblem = findShapeProblem(raw);
  if (shapeProblem !== null) return refuse(tool, [shapeProblem]);
  const adapted = tool.adapt === undefined ? raw : tool.adapt(Object.fromEntries(Object.entries(raw)));
  const named = nameArguments(tool, adapted);
  if (!named.ok) return refuse(tool, [named.error]);
  const parsed = tool.input.safeParse(named.value, { reportInput: true });
  if (!parsed.success) return refuse(tool, parsed.error.issues.map(describeIssue));
  const ruleProblem = tool.check?.(parsed.data) ?? null;
  return ruleProblem === null ? ok(parsed.data) : refuse(tool, [ruleProblem]);
}

/** Gives every argument its own name and a fitting type; a name that the tool does not know is refused. */
function nameArguments(tool: Tool, raw: object): Result<Record<string, unknown>, string> {
  const shape = tool.input.shape;
  const named = new Map<string, unknown>();
  const spelled = new Map<string, string>();
  const room = jsonRoom();
  for (const [given, value] of Object.entries(raw)) {
    const name = argumentName(tool, given);
    if (name === null) return err(describeUnknown(tool, given));
    const schema = shape[name];
    // Clients with strict schemas send null for what they leave out.
    if (schema === undefined || (value === null && schema.safeParse(undefined).success)) continue;
    const earlier = spelled.get(name);
    if (earlier !== undefined) {
      return err(`${quote(earlier)} and ${quote(given)} both name the argument "${name}": send only "${name}"`);
    }
    spelled.set(name, given);
    named.set(name, coerceArgument(schema, value, room));
  }
  return ok(Object.fromEntries(named));
}

/**
 * The tool's own name, its aliases, then the shared ones; null for a name that means nothing here. `hasOwn`, because
 * `toString` is in every object.
 */
function argumentName(tool: Tool, given: string): string | null {
  if (Object.hasOwn(tool.input.shape, given)) return given;
  for (const aliases of [tool.aliases ?? {}, SHARED_ALIASES]) {
    const name = Object.hasOwn(aliases, given) ? aliases[given] : undefined;
    if (name !== undefined && Object.hasOwn(tool.input.shape, name)) return name;
  }
  return null;
}

/** Refused and not ignored: a misspelt `exclude` that is dropped gives a wrong answer that looks right. */
function describeUnknown(tool: Tool, given: string): string {
  const known = Object.keys(tool.input.shape);
  const near = nearestName(given, known);
  const hint = near === null ? '' : ` (did you mean "${near}"?)`;
  return `${quote(given)} is not an argument of this tool${hint}; it takes ${known.join(', ') || 'none'}`;
}

/** Walks the values without recursion, so that no depth can exhaust the stack. Null when nothing is wrong. */
function findShapeProblem(raw: object): string | null {
  const waiting: { value: unknown; depth: number }[] = [{ value: raw, depth: 1 }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    seen++;
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > DEPTH_MAX) return `the arguments are nested deeper than ${DEPTH_MAX} levels`;
    for (const [name, value] of Object.entries(next.value)) {
      if (FORBIDDEN_NAMES.has(name)) return `${quote(name)} is not allowed as a name`;
      waiting.push({ value, depth: next.depth + 1 });
    }
    if (seen + waiting.length > VALUES_MAX) return `the arguments hold more than ${VALUES_MAX} values`;
  }
  return null;
}

/** Where and why a value does not fit. Keys of callers may stand in names, so they are masked. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length === 0 ? '' : `${cutText(maskKeys(issue.path.map(String).join('.')), 80)}: `;
  const message = issue.message.replace(/^Invalid (?:input|option): /, '').replaceAll('undefined', 'nothing');
  return `${place}${cutText(message, 300)}${nearestValue(issue)}`;
}

/** Of a value that is none of a list the one that it is like; the value itself is not told. */
function nearestValue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return '';
  const near = nearestName(
    issue.input,
    issue.values.filter((value) => typeof value === 'string'),
  );
  return near === null ? '' : ` (did you mean "${near}"?)`;
}

/** Problems of one refusal; an array of wrong values would repeat the same one. */
const PROBLEMS_SHOWN_MAX = 5;

/** One text of at most 1,500 characters whose last line, the way on, is never cut. */
function refuse(tool: Tool, problems: readonly string[]): { readonly ok: false; readonly error: string } {
  const shown = problems.slice(0, PROBLEMS_SHOWN_MAX).map((problem) => `- ${problem}`);
  if (problems.length > shown.length) shown.push(`- and ${problems.length - shown.length} more`);
  const next = `\nnext: call ${tool.name} again with this corrected; tools/list has its schema.`;
  const text = `The arguments do not fit ${tool.name}:\n${shown.join('\n')}`;
  return err(cutText(safeText(text), REFUSAL_CHARACTERS_MAX - next.length) + next);
}

/**
 * A caller's name for an answer: cut before it is masked, since it may be megabytes, and after, since it is only a
 * name.
 */
function quote(name: string): string {
  return JSON.stringify(cutText(maskKeys(name.slice(0, 512)), 60));
}
