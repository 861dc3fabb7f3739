import { type Candidate, candidatesOf } from './candidates.ts';
import { listedMembers } from './enum-members.ts';
import { PARAMETER_PROBE_CHARACTERS, type Parameter, parametersAt } from './parameters.ts';
import { wordAt } from './read-c.ts';
import type { Scan } from './scan-state.ts';
import { isMarked } from './scan-statements.ts';
import { afterSpaces, type Head } from './statement-head.ts';
import { type Item, NOTHING, type Reading, type Region, type StatementLanguage } from './statement-language.ts';
import type { Structure } from './structure.ts';
import type { Declarator, SymbolKind } from './symbol.ts';

/** Statements of Java. Types in code, named or not, have methods, too. */
export const JAVA_STATEMENTS: StatementLanguage = {
  hasGenerics: true,
  hasDirectives: false,
  label: null,
  read: readJava,
  behind: () => [],
  members: ({ structure }, from, to) => listedMembers(structure, [from, to], JAVA_LIST),
  inCode: {
    words: ['new ', 'class ', 'interface ', 'enum ', 'record '],
    type: /(?:class|interface|enum|record)\s+[A-Z]\w*\s*(?:[<({]|extends\b|implements\b)/y,
  },
};

/** Statements of C#. */
export const CSHARP_STATEMENTS: StatementLanguage = {
  ...JAVA_STATEMENTS,
  hasDirectives: true,
  read: readCSharp,
  members: ({ structure }, from, to) => listedMembers(structure, [from, to], CSHARP_LIST),
  inCode: null,
};

const JAVA_LIST = { hasAnnotations: true, hasDirectives: false, hasArguments: true };
const CSHARP_LIST = { hasAnnotations: false, hasDirectives: true, hasArguments: true };

const JAVA_TYPE =
  /^(?:(?:public|private|protected|static|final|abstract|sealed|non-sealed|strictfp)\s+|@[\w.]+\s+)*(class|interface|enum|record|@\s*interface)\s+([\w$\u0080-\uffff]+)/;
const MEMBERS: ReadonlySet<SymbolKind | null> = new Set(['class', 'interface', 'enum', 'struct']);
const JAVA_TEST = /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest)\b/;
/** Words before a name that make it no declaration. */
const NO_TYPE = /(?:^|[\s;{}])(?:return|new|else|throw|case|assert|yield|package|import|await|goto)\s*$|[=+.]\s*$/;

function readJava(scan: Scan, head: Head, region: Region): Reading {
  const type = JAVA_TYPE.exec(head.plain);
  if (type?.[2] && head.kind === 'brace') {
    const kind = typeKind(type[1] ?? '');
    return {
      items: [{ name: type[2], kind, nameAt: wordAfter(scan, head, type[1] ?? '', type[2]) }],
      body: 'region',
      ...(type[1] === 'record' ? { members: componentsOf(scan, head) } : {}),
    };
  }
  if (!MEMBERS.has(region.kind)) return CODE;
  const chosen = candidatesOf(scan, head, '.')[0];
  if (chosen && chosen.owners.length === 0 && head.assignAt === -1)
    return readMethod(scan, head, region, { chosen, test: JAVA_TEST });
  // The constructor of a record may leave its parameters out.
  const compact = head.kind === 'brace' ? /(?:^|\s)([\w$]+)\s*$/.exec(head.plain)?.[1] : undefined;
  if (compact !== undefined && compact === region.name)
    return { items: [named(scan, head, compact, 'method')], body: 'code' };
  return head.kind === 'end' ? { ...readFields(scan, head), body: 'code' } : CODE;
}

/** The components of a record, which are members that its head declares. */
function componentsOf({ structure }: Scan, { groups }: Head): readonly Declarator[] {
  const open = groups[0]?.open;
  return open === undefined
    ? []
    : parametersAt(structure, open).flatMap((one) => componentOf(structure, open, one) ?? []);
}

const COMPONENT = /[\w\])>?*\u0080-\uffff]\s+@?([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)\s*(?:=|$)/;

function componentOf({ mask }: Structure, open: number, { from, to }: Parameter): Declarator | null {
  const match = COMPONENT.exec(mask.slice(from, Math.min(to, from + PARAMETER_PROBE_CHARACTERS)));
  const name = match?.[1];
  if (match == null || name === undefined) return null;
  const nameAt = from + match.index + match[0].lastIndexOf(name);
  const comma = from === open + 1 ? null : from - 1;
  return { name, comma, nameAt, isTop: true, kind: 'variable', headFrom: afterSpaces(mask, from), until: to };
}

const CODE: Reading = { items: [], body: 'code' };

function typeKind(word: string): SymbolKind {
  if (word === 'enum') return 'enum';
  return word.endsWith('interface')
    ? 'interface'
    : word.startsWith('struct') || word.endsWith('struct')
      ? 'struct'
      : 'class';
}

const ALIAS = /(?<![\w\u0080-\uffff])[\w\u0080-\uffff]{1,80}::$/;

/** A method has a type before its name; a constructor the name of what it stands in. */
function readMethod(
  scan: Scan,
  head: Head,
  region: Region,
  { chosen, test }: { readonly chosen: Candidate; readonly test: RegExp },
): Reading {
  // An interface whose member a class of C# names may have an alias before it: `void pb::IMessage.Write(`.
  const before = scan.structure.mask.slice(head.declarationFrom, chosen.from).replace(ALIAS, '');
  const isMade = chosen.name === region.name || chosen.name === `~${region.name}` || chosen.name.startsWith('operator');
  const isTyped = /[\w>\]?*)$]\s*$/.test(before) && !NO_TYPE.test(before);
  if (!isMade && !isTyped) return CODE;
  const kind = isMarked(scan, head, test) ? 'test' : 'method';
  return { items: [{ name: chosen.name, kind, nameAt: chosen.nameAt }], body: 'code' };
}

const CSHARP_MODIFIERS =
  'public|private|protected|internal|static|sealed|abstract|partial|readonly|ref|unsafe|new|file|virtual|override|async|extern|required|const|volatile|event|explicit|implicit';
const CSHARP_WORDS = `(?:(?:${CSHARP_MODIFIERS})\\s+)*`;
const CSHARP_WORD = new RegExp(`^(?:${CSHARP_MODIFIERS})$`);
const CSHARP_TYPE = new RegExp(
  `^${CSHARP_WORDS}(class|struct|interface|enum|record(?:\\s+(?:class|struct))?)\\s+(@?[\\w\\u0080-\\uffff]+)`,
);
const CSHARP_NAMESPACE = /^namespace\s+([\w.]+)/;
const CSHARP_TEST =
  /\[\s*(?:\w+\s*[,.]\s*)*(?:Fact|Theory|Test|TestCase|TestMethod|DataTestMethod|TestCaseSource|SkippableFact)\b/;
/** `type name`, the type without what stands in brackets. */
// No blank beyond ASCII, which the names hold: a long run of those would be parted in very many ways.
const CSHARP_PROPERTY =
  /^[\w\s.,?*:]*[\w?*][ \t\r\n]+(?:[\w.:]+[ \t\r\n]*\.[ \t\r\n]*)?(@?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t\r\n]*$/;

function readCSharp(scan: Scan, head: Head, region: Region): Reading {
  const { plain } = head;
  const namespace = CSHARP_NAMESPACE.exec(plain)?.[1];
  if (namespace) {
    const item = named(scan, head, namespace, 'module');
    // Without braces it is for the rest of the file, and no name is looked for by it.
    return { items: [head.kind === 'brace' ? { ...item, scope: '' } : item], body: 'region' };
  }
  const type = CSHARP_TYPE.exec(plain);
  if (type?.[2] && head.assignAt === -1) {
    const kind = typeKind(type[1] ?? '');
    const name = type[2].replace('@', '');
    return {
      items: [{ name, kind, nameAt: wordAfter(scan, head, type[1] ?? '', name) }],
      body: 'region',
      ...(/\brecord\b/.test(type[1] ?? '') ? { members: componentsOf(scan, head) } : {}),
    };
  }
  return readMember(scan, head, region);
}

function readMember(scan: Scan, head: Head, region: Region): Reading {
  const { plain, assignAt } = head;
  const { mask } = scan.structure;
  const isArrow = assignAt !== -1 && mask[assignAt + 1] === '>';
  // What stands in brackets behind a word such as `public` is a type of several parts.
  const chosen = candidatesOf(scan, head, '.').find(({ name }) => !CSHARP_WORD.test(name));
  if (chosen && /\bdelegate\b/.test(plain)) {
    return { items: [{ name: chosen.name, kind: 'type', nameAt: chosen.nameAt }], body: 'pass' };
  }
  const isBody = head.kind === 'brace' || isArrow;
  if (chosen && (assignAt === -1 || isArrow)) {
    if (!MEMBERS.has(region.kind) && !isBody) return NOTHING;
    if (/^\s*(?:if|else|while|for|foreach|switch|using|lock|try|do|return|var)\b/.test(plain)) return NOTHING;
    return { ...readMethod(scan, head, region, { chosen, test: CSHARP_TEST }), body: 'pass' };
  }
  if (!MEMBERS.has(region.kind) || chosen) return NOTHING;
  return isBody ? readProperty(scan, head, isArrow) : readFields(scan, head);
}

function readProperty(scan: Scan, head: Head, isArrow: boolean): Reading {
  const declared = isArrow ? (head.plain.split('=')[0] ?? '') : head.plain;
  const name = CSHARP_PROPERTY.exec(declared)?.[1];
  // Behind an indexer the next member follows at once.
  const behind = !isArrow && isValueBehind(scan, head) ? 'value' : undefined;
  if (!name || /^(?:this|get|set|init|add|remove|static|class|where|new)$/.test(name)) return passed([], behind);
  const nameAt = lastIn(scan.structure.mask, name, head.declarationFrom, isArrow ? head.assignAt : head.end);
  const item: Item = { name: name.replace('@', ''), kind: 'variable', nameAt };
  return passed([item], behind);
}

function passed(items: readonly Item[], behind: 'value' | undefined): Reading {
  return { items, body: 'pass', ...(behind === undefined ? {} : { behind }) };
}

function isValueBehind({ structure }: Scan, head: Head): boolean {
  return /^\s*=/.test(structure.mask.slice(structure.closeOf(head.end) + 1, structure.closeOf(head.end) + 40));
}

/** Words that begin a statement which, in a body that brackets were lost of, would look like a field. */
const NO_FIELD =
  /^(?:assert|await|break|case|continue|default|else|extern|goto|import|namespace|package|return|throw|using|var|yield)\b/;
/** `type name`, of a pointer also `type *name`; the type without what stands in brackets. */
const CSHARP_FIELD =
  /^[\w\s.?*:@\u0080-\uffff]*?(?:[\w?*\u0080-\uffff][ \t\r\n]+|\*[ \t\r\n]*)@?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t\r\n]*$/;
const CSHARP_NAME = /^[ \t\r\n]*@?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t\r\n]*$/;

/** The fields of a statement, events among them. */
function readFields(scan: Scan, head: Head): Reading {
  const declared = head.plain.split('=', 1)[0] ?? '';
  // Of a longer one the last name may be cut.
  if (declared.length > WHOLE_MAX) return NOTHING;
  const [first = '', ...rest] = declared.split(',').slice(0, FIELDS_MAX);
  const names = [CSHARP_FIELD.exec(first)?.[1], ...rest.map((one) => CSHARP_NAME.exec(one)?.[1])];
  if (NO_FIELD.test(first) || names.includes(undefined)) return NOTHING;
  const items: Item[] = [];
  // From the last one back: a type may be named as its field is.
  let to = head.assignAt === -1 ? head.end : head.assignAt;
  for (const name of names.toReversed()) {
    if (name === undefined) continue;
    to = lastIn(scan.structure.mask, name, head.declarationFrom, to);
    items.unshift({ name, kind: 'variable', nameAt: to });
  }
  return { items: [...items, ...fieldsBehindValues(scan, head)], body: 'pass' };
}

/** Names of one statement; more are data. */
const FIELDS_MAX = 100;
/** Characters of a statement that are sure to be all there are of it. */
const WHOLE_MAX = 1_900;
/** Between type arguments stands no name with a value, and none at the end: the others cannot be told from those. */
const CSHARP_FURTHER = /,\s*@?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)\s*(?:=(?![=>])|$)/g;

/** `c` of `int a, b = 1, c = 2;`. */
function fieldsBehindValues({ structure: { mask } }: Scan, { plain, assignAt, end }: Head): readonly Item[] {
  if (assignAt === -1 || plain.length > WHOLE_MAX) return [];
  const items: Item[] = [];
  let from = assignAt;
  for (const [, name = ''] of plain.slice(plain.indexOf('=')).matchAll(CSHARP_FURTHER)) {
    const place = new RegExp(`,\\s*@?${name}\\s*(?:=(?![=>])|$)`).exec(mask.slice(from, end));
    if (place === null || items.length >= FIELDS_MAX) break;
    const nameAt = from + place.index + place[0].lastIndexOf(name);
    items.push({ name, kind: 'variable', nameAt });
    from = nameAt + name.length;
  }
  return items;
}

function named({ structure }: Scan, head: Head, name: string, kind: SymbolKind): Item {
  const to = head.assignAt === -1 ? head.end : head.assignAt;
  return { name, kind, nameAt: lastIn(structure.mask, name, head.declarationFrom, to) };
}

/** The last place of a text in a range; the range's start when it has none. */
function lastIn(mask: string, name: string, from: number, to: number): number {
  const at = mask.lastIndexOf(name, to - 1);
  return at < from ? from : at;
}

/** The name that follows a word of the language. */
function wordAfter({ structure }: Scan, head: Head, word: string, name: string): number {
  const at = wordAt(structure.mask, word.split(/\s+/)[0] ?? word, head.declarationFrom, head.end);
  return wordAt(structure.mask, name, at + word.length, head.end);
}
