import { LINE_PROBE_CHARACTERS } from '../../lex/symbol.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { importedNames } from '../names/import-names.ts';
import { readPlace } from '../places/places.ts';
import type { Definition, Place } from '../reference.ts';
import { gatherDeclared } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { type Element, elementsOf } from './go-bodies.ts';
import { goTypeKey, keysOf, nameOfKey, type OwnMethods } from './go-types.ts';
import { type HeadTypes, headTypes } from './head-types.ts';
import { methodShape } from './method-shapes.ts';
import { STANDARD_INTERFACES } from './standard-interfaces.ts';

/** A method that an interface of Go asks for. */
export interface AskedMethod {
  readonly shape: string;
  readonly types: HeadTypes;
}

/** The methods that an interface of Go asks for, with those of what it embeds. */
export interface AskedMethods {
  /** By name. */
  readonly methods: ReadonlyMap<string, AskedMethod>;
  /** What it takes in and is not known here, so that the methods are not all; null when they are. */
  readonly unknown: string | null;
}

/** Steps from an interface to what is embedded in what it embeds. */
const EMBEDDED_HOPS = 4;
/** Interfaces that are read for one question. */
const INTERFACES_MAX = 200;

/** What some interfaces ask for, by `goTypeKey`. */
export async function askedMethods(
  question: ReferenceQuestion,
  interfaces: readonly Definition[],
): Promise<ReadonlyMap<string, AskedMethods>> {
  const bodies = new Map<string, Body>();
  let wanted = interfaces;
  for (let hop = 0; hop < EMBEDDED_HOPS && wanted.length > 0 && bodies.size < INTERFACES_MAX; hop += 1) {
    await readBodies(question, wanted, bodies);
    const missing = [...bodies.values()].flatMap(({ embedded }) => embedded.filter((key) => !bodies.has(key)));
    // What is left out here is told as not known.
    const next = new Set(missing.slice(0, INTERFACES_MAX));
    const { definitions } = await gatherDeclared(question.texts, new Set([...next].map(nameOfKey)));
    wanted = [...definitions.values()].flat().filter((one) => isGoInterface(one) && next.has(keyOfType(one)));
  }
  return new Map(interfaces.map((one) => [keyOfType(one), together(keyOfType(one), bodies)]));
}

/** Whether a declaration is an interface of Go. */
export function isGoInterface({ family, symbol }: Definition): boolean {
  return family === 'go' && symbol.kind === 'interface';
}

function keyOfType({ file, symbol }: Definition): string {
  return goTypeKey(file, symbol.name);
}

/** What stands in an interface. */
interface Body {
  readonly methods: Map<string, AskedMethod>;
  /** Types of the project. */
  readonly embedded: string[];
  unknown: string | null;
}

async function readBodies(
  question: ReferenceQuestion,
  interfaces: readonly Definition[],
  bodies: Map<string, Body>,
): Promise<void> {
  const byFile = Map.groupBy(interfaces, ({ file }) => file);
  await question.links.follow(new Set(byFile.keys()));
  await question.texts.at([...byFile.keys()], (file) => {
    for (const one of byFile.get(file.path) ?? []) bodies.set(keyOfType(one), readBody(question, file, one));
  });
}

function readBody(question: ReferenceQuestion, file: CodeFile, { symbol }: Definition): Body {
  const body: Body = { methods: new Map(), embedded: [], unknown: null };
  for (const element of elementsOf(file, symbol, 'interface')) {
    if (element.text.length > REFERENCE_LIMITS.headCharactersMax) {
      body.unknown ??= `${element.text.slice(0, ELEMENT_SHOWN_MAX)}…`;
      continue;
    }
    const [, name, head = ''] = /^([\p{L}_][\p{L}\w]*)[ \t]*(\([\s\S]*)$/u.exec(element.text) ?? [];
    if (name !== undefined && name !== 'func') {
      const types = headTypes(question, file, head);
      body.methods.set(name, { shape: methodShape(file.path, name, head), types });
    } else addEmbedded(body, question, file, element);
  }
  return body;
}

function addEmbedded(body: Body, question: ReferenceQuestion, file: CodeFile, { text, at }: Element): void {
  const type = /^(?:\w+\.)?(\w+)$/.exec(text)?.[1];
  const place = type === undefined ? null : readPlace(file, at + text.length - type.length, type);
  const found = place === null ? null : embeddedIn(question, file, place);
  if (found === null) body.unknown ??= text.replace(/\s+/g, ' ').slice(0, ELEMENT_SHOWN_MAX);
  else if (Array.isArray(found)) body.embedded.push(...found);
  else for (const [method, asked] of found) body.methods.set(method, asked);
}

/** Characters of an element that an answer names. */
const ELEMENT_SHOWN_MAX = 60;

/** The methods or the types of the project that an embedded name stands for; null when it is none that is known. */
function embeddedIn(
  question: ReferenceQuestion,
  file: CodeFile,
  place: Place,
): string[] | ReadonlyMap<string, AskedMethod> | null {
  const standard = standardOf(file, place);
  if (standard !== null && place.path.length === 0) return STANDARD_INTERFACES[standard] ?? null;
  const keys = keysOf(question, file, place);
  if (keys.length > 0) return [...keys];
  return standard === null ? null : (STANDARD_INTERFACES[standard] ?? null);
}

/** The name of what an embedded name means in the language or its standard library; null where that is not known here. */
function standardOf(file: CodeFile, { path, name }: Pick<Place, 'path' | 'name'>): string | null {
  const [from] = path;
  if (from === undefined) return name === 'error' || name === 'any' ? name : null;
  for (const { line } of importedNames(file).named(from)) {
    const start = startOfLine(file, line);
    const imported = /"([^"\n]{1,200})"/.exec(file.text.slice(start, start + LINE_PROBE_CHARACTERS))?.[1];
    if (`${imported}.${name}` in STANDARD_INTERFACES) return `${imported}.${name}`;
  }
  return null;
}

/** The same as one of the types that others embed, by `goTypeKey` of a folder that no project has; null for none. */
export function standardKey(file: CodeFile, place: Pick<Place, 'path' | 'name'>): string | null {
  const name = standardOf(file, place);
  return name === null ? null : keyOfStandard(name);
}

function keyOfStandard(name: string): string {
  const [type = name, from] = name.split('.').toReversed();
  return goTypeKey(`${OUTSIDE}/${from ?? ''}/a.go`, type);
}

const OUTSIDE = '<standard>';

/** Whether a key is that of a type of the language or its standard library. */
export function isStandardKey(key: string): boolean {
  return key.startsWith(`${OUTSIDE}/`);
}

/** The types of the language and its standard library that have one of some methods, by their keys. */
export function standardWith(wanted: ReadonlyMap<string, AskedMethod>): ReadonlyMap<string, OwnMethods> {
  const found = new Map<string, OwnMethods>();
  for (const [type, methods] of Object.entries(STANDARD_INTERFACES)) {
    const names = new Set([...methods.keys()].filter((name) => wanted.has(name)));
    if (names.size === 0) continue;
    const fitting = new Set([...names].filter((name) => methods.get(name)?.shape === wanted.get(name)?.shape));
    found.set(keyOfStandard(type), { isInterface: true, names, fitting });
  }
  return found;
}

/** The methods of an interface with those of all that it embeds. */
function together(key: string, bodies: ReadonlyMap<string, Body>): AskedMethods {
  const methods = new Map<string, AskedMethod>();
  const seen = new Set([key]);
  let unknown: string | null = null;
  for (const one of seen) {
    const body = bodies.get(one);
    unknown ??= body === undefined ? nameOfKey(one) : body.unknown;
    for (const [name, asked] of body?.methods ?? []) methods.set(name, asked);
    for (const inner of body?.embedded ?? []) seen.add(inner);
  }
  return { methods, unknown };
}
