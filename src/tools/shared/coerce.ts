import type { z } from 'zod';

/** Longest text that is tried as JSON in place of an array or object; the largest real one is a manifest. */
const JSON_TEXT_MAX = 500_000;
const JSON_DEPTH_MAX = 16;

/** Members that the JSON texts of one call may hold together: they were no members when the body was bounded. */
const JSON_MEMBERS_MAX = 5_000;

/** What is left of a call's bound. */
export interface JsonRoom {
  members: number;
}

/** The whole bound, for one call. */
export function jsonRoom(): JsonRoom {
  return { members: JSON_MEMBERS_MAX };
}

/**
 * Mends the types that models commonly get wrong, and nothing else: "3" where a number is wanted, "true" where a
 * boolean is, JSON text where an array or object is, a single value where an array is. What does not fit stays as it
 * was for the schema to refuse; a wanted string is never touched.
 */
export function coerceArgument(schema: z.core.$ZodType, value: unknown, room: JsonRoom): unknown {
  const wanted = unwrap(schema);
  switch (wanted._zod.def.type) {
    case 'number':
    case 'int':
      return typeof value === 'string' && /^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/.test(value) ? Number(value) : value;
    case 'boolean':
      return coerceBoolean(value);
    case 'array':
      // The definition's type says which class of schema it is; zod's types do not join the two.
      return coerceArray(wanted as z.core.$ZodArray, value, room);
    case 'object':
    case 'record':
      return coerceObject(wanted, value, room);
    default:
      return value;
  }
}

/** Only the two words; "yes", "1" and "" could be meant otherwise and stay for the schema to refuse. */
function coerceBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

function coerceArray(schema: z.core.$ZodArray, value: unknown, room: JsonRoom): unknown {
  const items = Array.isArray(value) ? value : (parseAs(value, Array.isArray, room) ?? singleton(schema, value));
  return Array.isArray(items) ? items.map((item) => coerceArgument(schema._zod.def.element, item, room)) : value;
}

/** A single value as the array of it, when it is plainly one element: a text, or an object where objects are wanted. */
function singleton(schema: z.core.$ZodArray, value: unknown): readonly unknown[] | null {
  const element = unwrap(schema._zod.def.element)._zod.def.type;
  const isText = typeof value === 'string' && (element === 'string' || element === 'enum');
  return isText || (isPlainObject(value) && element === 'object') ? [value] : null;
}

function coerceObject(schema: z.core.$ZodType, value: unknown, room: JsonRoom): unknown {
  const found = isPlainObject(value) ? value : parseAs(value, isPlainObject, room);
  if (found === null) return value;
  if (schema._zod.def.type !== 'object') return found;
  // An object by the line before.
  const shape = (schema as z.core.$ZodObject)._zod.def.shape;
  return Object.fromEntries(
    Object.entries(found).map(([name, inner]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, field === undefined ? inner : coerceArgument(field, inner, room)];
    }),
  );
}

/** The value of a JSON text of the wanted kind, or null. */
function parseAs<Wanted>(
  value: unknown,
  isWanted: (parsed: unknown) => parsed is Wanted,
  room: JsonRoom,
): Wanted | null {
  if (typeof value !== 'string' || value.length > JSON_TEXT_MAX || !/^\s*[[{]/.test(value)) return null;
  const { depth, members } = measure(value);
  if (depth > JSON_DEPTH_MAX || members > room.members) return null;
  room.members -= members;
  try {
    // Names that reach a prototype are dropped here: the check of the whole came before this text was opened.
    const parsed: unknown = JSON.parse(value, (name, inner) =>
      name === '__proto__' || name === 'constructor' || name === 'prototype' ? undefined : inner,
    );
    return isWanted(parsed) ? parsed : null;
  } catch {
    // Not JSON: then it is an ordinary text, such as the glob `[ab]*.ts`.
    return null;
  }
}

/** Counts brackets and commas without regard to strings: overestimates, which only means that the text stays a text. */
function measure(text: string): { readonly depth: number; readonly members: number } {
  let open = 0;
  let depth = 0;
  let members = 1;
  for (const character of text) {
    if (character === '[' || character === '{') depth = Math.max(depth, ++open);
    else if (character === ']' || character === '}') open--;
    else if (character === ',') members++;
  }
  return { depth, members };
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is inside optional, default and the like. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  for (let i = 0; i < 8; i++) {
    // Only wrappers have this member; of every other schema it is read as absent.
    const def = inner._zod.def as { readonly innerType?: z.core.$ZodType };
    if (def.innerType === undefined) return inner;
    inner = def.innerType;
  }
  return inner;
}
