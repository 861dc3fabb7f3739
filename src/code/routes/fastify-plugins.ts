import { type NamedRouter, prefixesAt } from './named-groups.ts';
import { bracketsOf } from './route-blocks.ts';
import { type Code, codeMatches } from './route-code.ts';
import { type GivenRouters, NAME } from './script-receivers.ts';

/** What a plugin function is called with: the instance by its name, and where its parameters end. */
interface Parameter {
  readonly name: string;
  readonly end: number;
}

/** Instances that plugins of one file are given; who has more is generated. */
const PLUGINS_MAX = 2_000;
const REGISTERED = new RegExp(`(?<![\\w$.])(${NAME})\\s*\\.\\s*register\\(`, 'g');
const TYPED = new RegExp(`(?<![\\w$.])(${NAME})\\s*:\\s*FastifyInstance\\b`, 'g');
const PLUGIN = /:\s*FastifyPlugin(?:Async|Callback)\w{0,40}(?:<[^>\n]{0,200}>)?\s*=/g;

/**
 * Instances of Fastify that functions of the file are given: a plugin that stands in `register`, below the literal prefix of its
 * options, and what the types of Fastify say to be one, below what is not known. Source: Fastify, "Routes", "Route Prefixing".
 */
export function readPlugins(code: Code, made: readonly string[]): GivenRouters {
  const closeOf = bracketsOf(code);
  const said = [
    ...[...codeMatches(code, PLUGIN)].flatMap(
      ({ index, 0: whole }) => parameterAt(code, index + whole.length, closeOf) ?? [],
    ),
    ...[...codeMatches(code, TYPED)].flatMap(
      ({ index, 1: name = '' }) => typedAt(code, { name, end: index }, closeOf) ?? [],
    ),
  ];
  const registered = registeredIn(code, new Set([...made, ...said.map(({ name }) => name)]), closeOf);
  const known = new Set(registered.map(({ at }) => at));
  const others = said.filter(({ end }) => !known.has(end));
  const instances = [
    ...registered,
    ...others.map(({ name, end }): NamedRouter => ({ at: end, name, of: null, prefix: '', kind: 'parameter' })),
  ].toSorted((one, other) => one.at - other.at);
  if (instances.length > PLUGINS_MAX) return { names: [], prefixes: (uses) => uses.map(() => null) };
  return {
    names: [...new Set(instances.map(({ name }) => name))],
    prefixes: (uses) => prefixesAt(code.mask, instances, uses),
  };
}

/** Plugins that stand in a `register` of an instance: outer ones come before those in them. */
function registeredIn(code: Code, names: Set<string>, closeOf: (open: number) => number): readonly NamedRouter[] {
  return [...codeMatches(code, REGISTERED)].flatMap(({ index, 0: whole, 1: of = '' }) => {
    const open = index + whole.length - 1;
    const given = names.has(of) ? parameterAt(code, open + 1, closeOf) : null;
    if (given === null) return [];
    names.add(given.name);
    const prefix = prefixIn(code.text.slice(closeOf(given.body) + 1, closeOf(open)));
    return [{ at: given.end, name: given.name, of, prefix, kind: 'parameter' as const }];
  });
}

const HEAD = new RegExp(`\\s*(?:async\\s+)?(?:function\\b\\s*(?:${NAME}\\s*)?)?(\\()?\\s*(${NAME})(?![\\w$])`, 'y');

/** The first parameter of a function that stands at an offset, with its body; null where none does. */
function parameterAt(
  code: Code,
  at: number,
  closeOf: (open: number) => number,
): (Parameter & { readonly body: number }) | null {
  HEAD.lastIndex = at;
  const [whole, open, name = ''] = HEAD.exec(code.mask) ?? [];
  if (whole === undefined) return null;
  const end = open === undefined ? at + whole.length - 1 : closeOf(at + whole.indexOf('('));
  return withBody(code, { name, end });
}

/** The function whose parameter stands at an offset, by the bracket that closes around it. */
function typedAt(code: Code, { name, end: at }: Parameter, closeOf: (open: number) => number): Parameter | null {
  const open = code.mask.slice(Math.max(0, at - OPEN_MAX), at).search(/\([^()]*$/);
  return open === -1 ? null : withBody(code, { name, end: closeOf(Math.max(0, at - OPEN_MAX) + open) });
}

/** Characters of the parameters before one. */
const OPEN_MAX = 300;
const BODY = /\s*(?::[^={;()]{0,200})?(?:=>\s*)?\{/y;

/** A function has a body; a type has none. */
function withBody({ mask }: Code, { name, end }: Parameter): (Parameter & { readonly body: number }) | null {
  BODY.lastIndex = end + 1;
  const whole = BODY.exec(mask)?.[0];
  return whole === undefined ? null : { name, end, body: end + whole.length };
}

/** Characters of the options of a plugin. */
const OPTIONS_MAX = 2_000;
const PREFIX = /(?:^|,)\s*(['"]?)prefix\1\s*:\s*(?:(['"`])([^'"`\n$]{0,200})\2\s*(?=,|$))?/;

/** The prefix of the options behind a plugin; null where it is no literal, or it is not known what they are. */
function prefixIn(behind: string): string | null {
  const given = behind.trim().replace(/^,/, '').replace(/,$/, '').trim();
  if (given === '') return '';
  if (!given.startsWith('{') || !given.endsWith('}') || given.length > OPTIONS_MAX) return null;
  const fields = given.slice(1, -1).trim();
  const said = PREFIX.exec(fields);
  const path = said?.[3];
  // What is spread behind it may say another.
  if (said !== null && (path === undefined || fields.includes('...', said.index))) return null;
  return path === undefined || path === '' || path.startsWith('/') ? (path ?? '') : `/${path}`;
}
