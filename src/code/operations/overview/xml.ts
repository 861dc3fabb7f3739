/** Text of one XML element. */
export interface XmlText {
  /** Names of the elements around it and its own, joined by `/`. */
  readonly path: string;
  readonly text: string;
  /** Attributes of the element, as written. */
  readonly attributes: string;
  readonly line: number;
  /** Number of the nearest element around it, so that the parts of one `<dependency>` can be put together. */
  readonly parent: number;
}

const DEPTH_MAX = 64;
const ELEMENTS_MAX = 50_000;
interface OpenElement {
  readonly name: string;
  readonly number: number;
  readonly attributes: string;
  readonly line: number;
  hasChildren: boolean;
}

interface Reading {
  readonly leaves: XmlText[];
  readonly open: OpenElement[];
  line: number;
  count: number;
  content: string;
}

/**
 * The leaf elements of an XML file, in order: enough for a pom or a project file. Entities are not expanded and
 * nothing outside is read. Null when it is nested too deeply, too large, or does not close what it opens.
 */
export function readXml(text: string): readonly XmlText[] | null {
  const reading: Reading = { leaves: [], open: [], line: 1, count: 0, content: '' };
  for (let at = 0; at < text.length; ) {
    const piece = pieceAt(text, at);
    if (piece === null || !takePiece(reading, piece)) return null;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', end + 1)) reading.line++;
    at += piece.length;
  }
  return reading.open.length === 0 ? reading.leaves : null;
}

/** One tag, comment or text; null where something is opened and not closed. Each byte is looked at once. */
function pieceAt(text: string, at: number): string | null {
  if (text[at] !== '<') {
    const next = text.indexOf('<', at);
    return text.slice(at, next === -1 ? text.length : next);
  }
  const mark = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>';
  const found = text.indexOf(mark, at);
  return found === -1 ? null : text.slice(at, found + mark.length);
}

/** False where the file stops being what is read here. */
function takePiece(reading: Reading, piece: string): boolean {
  const tag = /^<(\/?)([^\s<>/?!]+)([^<>]*)>$/.exec(piece);
  if (!tag) {
    if (!piece.startsWith('<')) reading.content += piece;
    return true;
  }
  const [, slash, name = '', rest = ''] = tag;
  if (slash === '/') return closeElement(reading, name);
  if (reading.open.length >= DEPTH_MAX || ++reading.count > ELEMENTS_MAX) return false;
  const around = reading.open.at(-1);
  if (around) around.hasChildren = true;
  const attributes = rest.trim();
  reading.open.push({ name, number: reading.count, attributes, line: reading.line, hasChildren: false });
  reading.content = '';
  return attributes.endsWith('/') ? closeElement(reading, name) : true;
}

function closeElement(reading: Reading, name: string): boolean {
  const path = reading.open.map((element) => element.name).join('/');
  const element = reading.open.pop();
  if (element?.name !== name) return false;
  const parent = reading.open.at(-1)?.number ?? 0;
  const { attributes, line } = element;
  if (!element.hasChildren) reading.leaves.push({ path, text: reading.content.trim(), attributes, line, parent });
  reading.content = '';
  return true;
}
