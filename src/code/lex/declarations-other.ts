import { findGoMethod } from './go-interfaces.ts';
import type { Declaration, FindDeclaration, LineView, SymbolKind } from './symbol.ts';

/**
 * A declaration with the first place on its line where the name stands as a whole word: `e` is not the `e` of `type e`.
 */
function at(masked: string, name: string, kind: SymbolKind): Declaration {
  let nameAt = masked.indexOf(name);
  while (nameAt !== -1 && (/\w/.test(masked[nameAt - 1] ?? '') || /\w/.test(masked[nameAt + name.length] ?? ''))) {
    nameAt = masked.indexOf(name, nameAt + 1);
  }
  return { name, kind, nameAt: Math.max(0, nameAt) };
}

const PYTHON_NAME = '[A-Za-z_\\u0080-\\uffff][\\w\\u0080-\\uffff]*';
const PYTHON_DEF = new RegExp(`^\\s*(?:async\\s+)?(def|class)\\s+(${PYTHON_NAME})`);
/** Of a function it is local, of a class a member; of a condition or a `try` at the top it is the module's. Its type may go on over lines. */
const PYTHON_VARIABLE = new RegExp(
  `^\\s*(?:type\\s+)?(${PYTHON_NAME})\\s*(?:(?::[^=]{1,200})?=(?!=)|:[ \\t]*[\\w.]{1,100}\\[[^\\]=]{0,200}$)`,
);

/** What the body of a class gives a type, and what it gives a value: what a class or its values have. */
const PYTHON_MEMBER = new RegExp(`^\\s*(${PYTHON_NAME})[ \\t]*(?::|=(?!=))`);
/** Words that a colon may stand behind. */
const PYTHON_WORD = /^(?:else|except|finally|lambda|try)$/;
/** What Python itself asks a class for: `__slots__`. */
export const PYTHON_SPECIAL = /^__\w+__$/;

/** Declarations of Python. Its bodies end by indentation, see scan-symbols.ts. */
export const findPythonDeclaration: FindDeclaration = (line) => {
  const { masked, inside, insideOf } = line;
  if (inside !== '') return null;
  const definition = PYTHON_DEF.exec(masked);
  const name = definition?.[2];
  if (name) {
    const nameAt = masked.indexOf(name, masked.indexOf(definition[1] ?? '') + (definition[1] ?? '').length);
    if (definition[1] === 'class') return { name, kind: 'class', nameAt };
    const kind = insideOf === 'class' ? 'method' : 'function';
    return { name, kind: name.startsWith('test_') ? 'test' : kind, nameAt };
  }
  if (insideOf === 'class') return pythonVariable(masked, PYTHON_MEMBER);
  return insideOf === null ? pythonVariable(masked, PYTHON_VARIABLE) : null;
};

function pythonVariable(masked: string, pattern: RegExp): Declaration | null {
  const name = pattern.exec(masked)?.[1];
  if (name === undefined || PYTHON_WORD.test(name)) return null;
  if (pattern === PYTHON_MEMBER && PYTHON_SPECIAL.test(name)) return null;
  return { ...at(masked, name, 'variable'), body: 'statement' };
}

/** The receiver's type, without pointer and type parameters, is the first group: methods are found as `Router/add`. */
const GO_FUNC =
  /^func\s+(?:\(\s*(?:[\p{L}_][\p{L}\w]*\s+)?\*?\s*([\p{L}_][\p{L}\w]*)(?:\[[^\]]{0,100}\])?\s*\)\s*)?([\p{L}_][\p{L}\w]*)\s*[([]/u;
/**
 * A type's parameters are one bracket directly behind the name, which tells `type Set[T any] struct` from the array `type
 * Row []int`.
 */
const GO_TYPE =
  /^(\s*)(?:type\s+)?([\p{L}_][\p{L}\w]*)(?:\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]{0,100}\]){0,100}\]){1,300}\])?\s+(?:=\s*)?(struct|interface)?/u;
const GO_VALUE = /^(?:const|var)\s+([\p{L}_][\p{L}\w]*)/u;
/** Words that follow each other are a name and its type; a literal of a type has its brace or its list behind the first one. */
const GO_GROUP_VALUE =
  /^\s+([\p{L}_][\p{L}\w]*)(?:\s*(?:[\w.[\]*]{1,60}\s*)?(?:=|,|$)|\s+(?:func|chan|map|struct|interface)\b|\s+(?:<-|\[))/u;

/** Declarations of Go, also in `type (`, `const (` and `var (` groups, and the methods of interfaces. */
export const findGoDeclaration: FindDeclaration = (line) => {
  if (line.inside === '(') return goGroup(line);
  if (line.inside !== '') return findGoMethod(line);
  const func = GO_FUNC.exec(line.masked);
  if (func?.[2]) return goFunction(line.masked, func[2], func[1]);
  const value = GO_VALUE.exec(line.masked)?.[1];
  if (value) return { ...at(line.masked, value, 'variable'), body: 'statement' };
  return line.masked.startsWith('type ') ? goType(line.masked) : null;
};

/** The names that Go's own test runner goes by; a small letter after the word makes it an ordinary name (`Testing`). */
function goFunction(masked: string, name: string, receiver: string | undefined): Declaration {
  const nameAt = masked.indexOf(name, receiver ? masked.indexOf(')') : 4);
  if (receiver) return { name, kind: 'method', nameAt, owner: receiver };
  return { name, kind: /^(?:Test|Benchmark|Fuzz|Example)(?![a-z])/.test(name) ? 'test' : 'function', nameAt };
}

/** A line inside of a parenthesis is a declaration only when that is a group's: arguments and parameters look alike. */
function goGroup({ masked, insideHead }: LineView): Declaration | null {
  const group = /(?:^|\n)(type|const|var)\s*$/.exec(insideHead)?.[1];
  if (group === 'type') return goType(masked);
  const name = group ? GO_GROUP_VALUE.exec(masked)?.[1] : undefined;
  return name ? { ...at(masked, name, 'variable'), body: 'statement' } : null;
}

/** Struct and interface have braces; an alias or a type of another type ends with its line. */
function goType(masked: string): Declaration | null {
  const match = GO_TYPE.exec(masked);
  const name = match?.[2];
  if (!name || name === 'type') return null;
  if (match[3] === 'struct') return at(masked, name, 'struct');
  if (match[3] === 'interface') return at(masked, name, 'interface');
  return { ...at(masked, name, 'type'), body: 'statement' };
}

/** What may stand before any item: who sees it, and `default` in specialised implementations. */
const RUST_HEAD = '^\\s*(?:pub(?:\\s*\\([^)]{0,60}\\))?\\s+)?(?:default\\s+)?';
const RUST_FN = new RegExp(
  `${RUST_HEAD}(?:const\\s+)?(?:async\\s+)?(?:unsafe\\s+)?(?:safe\\s+)?(?:extern\\s+(?:"[^"]{0,20}"\\s+)?)?fn\\s+(?:r#)?(\\w+)`,
);
const RUST_ITEM = new RegExp(
  `${RUST_HEAD}(?:unsafe\\s+)?(?:auto\\s+)?(struct|enum|union|trait|mod|type)\\s+(?:r#)?(\\w+)`,
);
const RUST_VALUE = new RegExp(`${RUST_HEAD}(?:const|static)\\s+(?:mut\\s+)?(\\w+)\\s*:`);
const RUST_IMPL = /^\s*(?:default\s+)?(?:unsafe\s+)?impl\b/;
const RUST_MACRO = /^\s*macro_rules!\s*(\w+)/;
/** In the words of `SymbolKind`; a union is asked for and read like a struct. */
const RUST_KINDS: Readonly<Record<string, SymbolKind>> = {
  struct: 'struct',
  union: 'struct',
  enum: 'enum',
  trait: 'trait',
  mod: 'module',
  type: 'type',
};

/** Declarations of Rust. What stands in a `macro_rules!` is a pattern and no declaration. */
export const findRustDeclaration: FindDeclaration = (line) => {
  const { masked } = line;
  if (line.insideOf === 'macro' || line.inside === '(' || line.inside === '[') return null;
  const item = RUST_ITEM.exec(masked);
  if (item?.[2]) return rustItem(line, item[1] ?? '', item[2]);
  if (RUST_IMPL.test(masked)) return rustImpl(line.ahead);
  const macro = RUST_MACRO.exec(masked)?.[1];
  return macro ? at(masked, macro, 'macro') : (rustFunction(line) ?? rustValue(line));
};

/** An attribute on a line of its own or behind another one; comments above may speak of it. */
const RUST_TEST = /^(?![ \t]*\/\/)[^\n]*#\[(?:\w+::)*test\b/m;

/** Within `impl` and `trait` a function is a method. The attribute above tells a test, also `#[tokio::test]`. */
function rustFunction(line: LineView): Declaration | null {
  const name = RUST_FN.exec(line.masked)?.[1];
  if (!name) return null;
  const kind = line.insideOf === 'impl' || line.insideOf === 'trait' ? 'method' : 'function';
  const found = at(line.masked, name, kind);
  const isTest = RUST_TEST.test(line.above) || RUST_TEST.test(line.original.slice(0, found.nameAt));
  return isTest ? { ...found, kind: 'test' } : found;
}

/** What stands before the brace of a block whose items are linked to. */
const EXTERN = /\bextern\s*(?:"[^"]{0,20}"\s*)?$/;

/**
 * Constants and statics, but those inside of a function are local, and `const _` is there to be checked, not to be
 * named.
 */
function rustValue(line: LineView): Declaration | null {
  const name = RUST_VALUE.exec(line.masked)?.[1];
  const isLocal =
    line.inside === '{' && !['module', 'impl', 'trait'].includes(line.insideOf ?? '') && !EXTERN.test(line.insideHead);
  return !name || isLocal || name === '_' ? null : { ...at(line.masked, name, 'variable'), body: 'statement' };
}

/** All but aliases may have braces; `struct Unit;` has none and ends at its semicolon all the same. */
function rustItem(line: LineView, word: string, name: string): Declaration | null {
  const kind = RUST_KINDS[word] ?? 'type';
  return { ...at(line.masked, name, kind), body: kind === 'type' ? 'statement' : 'braces' };
}

/**
 * `impl<T> Display for Router<T>`: named as written without generics; what is inside belongs to `Router`. The head may
 * go over lines, so it is taken from the text ahead, up to its brace and without its `where`.
 */
function rustImpl(ahead: string): Declaration | null {
  const head = withoutGenerics(/^[^{;]*/.exec(ahead)?.[0] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const match = /\bimpl (.+)$/.exec(head.replace(/ where .*$/, '').replace(/ where$/, ''));
  const what = match?.[1];
  if (!what) return null;
  const target = what.split(' for ').at(-1) ?? what;
  const scope =
    target
      .replace(/^[&*\s]*(?:mut |dyn )?/, '')
      .split('::')
      .at(-1) ?? target;
  return { name: `impl ${what}`.slice(0, 120), kind: 'impl', nameAt: Math.max(0, ahead.indexOf('impl')), scope };
}

/** Takes out what stands in angle brackets, however deep. The `>` of `->` closes none. */
function withoutGenerics(text: string): string {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '<') depth += 1;
    else if (character === '>' && !kept.endsWith('-')) depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept.replace(/\bimpl(?=\S)/, 'impl ');
}
