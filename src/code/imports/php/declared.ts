import { LEX_RULES } from '../../lex/lex-rules.ts';
import { structureOf } from '../../lex/structure.ts';
import { inPackage } from '../typed/names.ts';

/** What a PHP file declares that others can name, and in which namespace each of its places is. */
export interface PhpDeclared {
  /** The namespace of the file, the first where it has several; `''` for the global one. */
  readonly packageName: string;
  packageAt(offset: number): string;
  /** Names of all types, without their namespaces. */
  readonly types: ReadonlySet<string>;
  /** Full names of types, functions and constants. */
  readonly full: readonly string[];
  /** Whether an offset is right in the body of a type, where functions and constants are members and `use` names traits. */
  isMember(offset: number): boolean;
}

const NAMESPACE = /(?<![\w$>:\\])namespace(?:\s+([\w\\]{1,300}))?\s*[;{]/g;
const TYPE = /(?<![\w$>:\\])(?:class|interface|trait|enum)\s+(?!extends\b|implements\b)([A-Za-z_]\w{0,200})/g;
const UNNAMED = /(?<![\w$>:\\])new\s+(?:#\[[^\]\n]{0,300}\]\s+)?(?:readonly\s+)?class\b/g;
const FUNCTION = /(?<![\w$>:\\])function\s+(?:&\s*)?([A-Za-z_]\w{0,200})\s*\(/g;
const CONSTANT = /(?<![\w$>:\\])const\s+([A-Za-z_]\w{0,200})\s*=/g;

/** Namespaces of a file, and types whose bodies are looked for: more are in no file that somebody wrote. */
const NAMESPACES_MAX = 100;
const BODIES_MAX = 2_000;

/** Declarations of a mask that holds nothing but PHP. */
export function phpDeclared(mask: string): PhpDeclared {
  const namespaces = [...mask.matchAll(NAMESPACE)].slice(0, NAMESPACES_MAX).map((match) => ({
    at: match.index,
    name: dotted(match[1] ?? ''),
  }));
  const packageName = namespaces[0]?.name ?? '';
  const packageAt = (offset: number): string => namespaces.findLast(({ at }) => at <= offset)?.name ?? packageName;
  const types = [...mask.matchAll(TYPE)].map(named);
  const isMember = findBodies(mask);
  const others = [...mask.matchAll(FUNCTION), ...mask.matchAll(CONSTANT)].map(named).filter(({ at }) => !isMember(at));
  return {
    packageName,
    packageAt,
    types: new Set(types.map(({ name }) => name)),
    full: [...types, ...others].map(({ name, at }) => inPackage(name, packageAt(at))),
    isMember,
  };
}

/** A name of PHP with dots, as the readers of all languages have it. */
export function dotted(path: string): string {
  return path.replace(/^\\/, '').replaceAll('\\', '.');
}

function named(match: RegExpExecArray): { readonly name: string; readonly at: number } {
  return { name: match[1] ?? '', at: match.index };
}

function findBodies(mask: string): PhpDeclared['isMember'] {
  const { around } = structureOf(mask, LEX_RULES.php);
  const bodies = new Set<number>();
  for (const match of [...mask.matchAll(TYPE), ...mask.matchAll(UNNAMED)].slice(0, BODIES_MAX)) {
    bodies.add(bodyAfter(mask, match.index + match[0].length));
  }
  bodies.delete(-1);
  return (offset) => bodies.has(around(offset));
}

const PAIRS: ReadonlyMap<string, number> = new Map([
  ['(', 1],
  [')', -1],
]);
/** From the head of a type to its body. */
const HEAD_MAX = 4_000;

/** The brace that opens the body, past the arguments that a class without a name is made with. */
function bodyAfter(mask: string, from: number): number {
  const end = Math.min(mask.length, from + HEAD_MAX);
  let depth = 0;
  for (let at = from; at < end; at += 1) {
    const char = mask[at] ?? '';
    if (depth === 0 && char === '{') return at;
    if (depth === 0 && char === ';') return -1;
    depth += PAIRS.get(char) ?? 0;
  }
  return -1;
}
