import { makeLineIndex } from '../../text/lines.ts';
import type { TypeFacts, TypeImport, TypeName } from '../typed/facts.ts';
import { boundFacts, findNames, type IsUse, inPackage } from '../typed/names.ts';
import { findDeclared } from './declared.ts';
import { findFacade } from './facades.ts';

const PACKAGE = /^[ \t]*package[^\S\n]+([\w.`]{1,300})/m;
// Between backticks a name may hold what no other can, as in `-JsonUtf8Reader`.
const IMPORT =
  /^[ \t]*import[^\S\n]+((?:\w+|`[^`\n]{1,200}`)(?:\.(?:\w+|`[^`\n]{1,200}`)){0,40})(\.\*)?(?:[^\S\n]+as[^\S\n]+(\w{1,200}|`[^`\n]{1,200}`))?/gm;
const NAME = /(?<![\w.@$`])(?:[A-Z]\w{0,200}|`[^`\n]{1,200}`)/g;
/** What stands before a type and no value: a colon that is no part of `?:` or `::`, the sign before type arguments, a check. */
const TYPE_BEFORE = /(?:(?<![?:]):[^\S\n]?|<|(?<![\w.])(?:is|as\??)[^\S\n])$/;
/**
 * A name before arguments, those of types or a block; what stands behind a dot is a member of something, behind a colon
 * a type, and `get()` and `set(value)` are those of a property.
 */
const CALL =
  /(?<![\w.@$`]|(?<!\?):[^\S\n]?)(?!(?:get\(\)|set\(\w{1,80}\)|(?:init|catch|constructor|if|when|while|for)\b))(?:[A-Za-z_]\w{0,200}|`[^`\n]{1,200}`)(?=(?:<[^<>()\n]{0,100}>)?[^\S\n]?[({])/g;
const ANNOTATION = /(?<![\w.])@(?:[a-z]+:)?[A-Z]\w{0,200}/g;
const QUALIFIED = /(?<![\w.])[a-z]\w{0,80}(?:\.[a-z]\w{0,80}){1,20}\.[A-Z]\w{0,200}/g;

/** Package, imports, declared and used names of a Kotlin file, of which the mask says all but what class it is for Java. */
export function kotlinMentions(text: string, mask: string): TypeFacts {
  const packageName = (PACKAGE.exec(mask)?.[1] ?? '').replaceAll('`', '');
  const inside = (names: Iterable<string>): string[] => Array.from(names, (name) => inPackage(name, packageName));
  const found = findDeclared(mask);
  const { all, values } = found;
  const { imports, bound, end } = findImports(mask);
  const marks = findNames(mask, ANNOTATION, end).map(({ name, line }) => ({
    name: name.replace(/^.*[@:]/, ''),
    line,
    isType: true,
  }));
  // What the file itself declares beside types is meant by its name, but for where only a type can stand.
  const isFree: IsUse = (from, to) =>
    !values.has(mask.slice(from, to).replaceAll('`', '')) || TYPE_BEFORE.test(mask.slice(Math.max(0, from - 20), from));
  const names = findBare(mask, NAME, end, isFree).map((one) => (values.has(one.name) ? { ...one, isType: true } : one));
  const used = [...names, ...marks].filter(({ name }) => !all.has(name));
  return boundFacts({
    packages: [packageName],
    imports,
    declared: inside(found.types),
    members: {
      declared: inside(found.members),
      functions: inside(found.functions),
      extensions: inside(found.extensions.filter((name) => !found.functions.has(name))),
      parts: inside(found.parts),
      inner: [...found.inner],
      called: findBare(mask, CALL, end).filter(({ name }) => !found.names.has(name)),
    },
    facade: findFacade(text, mask),
    hidden: inside(found.hidden),
    used,
    qualified: findNames(mask, QUALIFIED, end),
    bound,
  });
}

/** Names without their backticks. */
function findBare(mask: string, pattern: RegExp, from: number, isUse?: IsUse): readonly TypeName[] {
  return findNames(mask, pattern, from, isUse).map(({ name, line }) => ({ name: name.replaceAll('`', ''), line }));
}

function findImports(mask: string): {
  readonly imports: readonly TypeImport[];
  readonly bound: readonly string[];
  readonly end: number;
} {
  const imports: TypeImport[] = [];
  const bound: string[] = [];
  const lines = makeLineIndex(mask);
  let end = 0;
  for (const match of mask.matchAll(IMPORT)) {
    const [, path = '', star, alias] = match;
    const line = lines.lineAt(match.index);
    const isRenamed = alias !== undefined;
    const bare = path.replaceAll('`', '');
    imports.push({ path: bare, isStatic: false, isStar: star !== undefined, isLocal: false, isRenamed, line });
    if (alias !== undefined) bound.push(alias.replaceAll('`', ''));
    end = match.index + match[0].length;
  }
  return { imports, bound, end };
}
