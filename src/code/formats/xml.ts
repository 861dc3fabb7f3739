import { SaxesParser } from 'saxes';

/** One element of an XML file. */
export interface XmlElement {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Line on which its start tag begins to be read, 1-based. */
  readonly line: number;
  readonly children: readonly XmlElement[];
  /** Its own text, trimmed. */
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly line: number;
  readonly children: XmlElement[];
  text: string;
}

/**
 * The root element of an XML file, or what is wrong with it. Nothing outside is read, no entity of the file's own is
 * expanded, and depth and number of the elements are bounded.
 */
export function readXmlFile(text: string): XmlElement | string {
  const parser = new SaxesParser();
  const root: OpenElement = { name: '', attributes: new Map(), line: 0, children: [], text: '' };
  const open = [root];
  let elements = 0;
  let tagLine = 1;
  parser.on('error', (failure) => {
    throw failure;
  });
  // Attributes may go over lines: the line is that of the tag's name, which is where it begins. The character that ends
  // the name has been read by then, and may be a line break itself.
  const body = text.replace(/^\ufeff/, '');
  parser.on('opentagstart', () => {
    tagLine = parser.line - (body[parser.position - 1] === '\n' ? 1 : 0);
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (open.length > DEPTH_MAX) throw new Error('nested too deeply');
    if (elements > ELEMENTS_MAX) throw new Error('too many elements');
    const pairs = Object.entries(attributes).map(([key, value]) => [key, String(value)] as const);
    open.push({ name: name.replace(/^.*:/, ''), attributes: new Map(pairs), line: tagLine, children: [], text: '' });
  });
  const addText = (piece: string): void => {
    const last = open.at(-1);
    if (last && last.text.length < TEXT_CHARACTERS_MAX) last.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) open.at(-1)?.children.push({ ...element, text: element.text.trim() });
  });
  try {
    parser.write(body).close();
  } catch (failure) {
    return `not XML: ${failure instanceof Error ? (failure.message.split('\n', 1)[0] ?? '').slice(0, 120) : ''}`;
  }
  return root.children[0] ?? 'not XML: no element';
}

/** Manifests are some ten deep; what goes deeper is there to be costly. */
const DEPTH_MAX = 64;
const ELEMENTS_MAX = 50_000;
const TEXT_CHARACTERS_MAX = 4_000;

/** The first child of a name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

/** All children of a name below all children of another: `dependencies`, `dependency`. */
export function grandchildren(element: XmlElement | undefined, parent: string, name: string): readonly XmlElement[] {
  const parents = element?.children.filter((child) => child.name === parent) ?? [];
  return parents.flatMap(({ children }) => children.filter((child) => child.name === name));
}

/** All elements of a name, however deep. */
export function descendants(root: XmlElement, name: string): readonly XmlElement[] {
  return root.children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendants(child, name)]);
}
