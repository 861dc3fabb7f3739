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
/**
 * The leaf elements of an XML file, in order: enough for a pom or a project file. Entities are not expanded and
 * nothing outside is read. Null when it is nested too deeply, too large, or does not close what it opens.
 */
export function readXml(text: string): readonly XmlText[] | null {
  const leaves: XmlText[] = [];
  const open: { name: string; number: number; attributes: string; line: number; hasChildren: boolean }[] = [];
  let line = 1;
  let number = 0;
  let content = '';
  const close = (): void => {
    const element = open.at(-1);
    if (element === undefined || element.hasChildren) return;
    const path = open.map(({ name }) => name).join('/');
    const { attributes, line: at } = element;
    leaves.push({ path, text: content.trim(), attributes, line: at, parent: open.at(-2)?.number ?? 0 });
  };
  for (const piece of pieces(text)) {
    if (piece === null) return null;
    const tag = /^<(\/?)([^\s<>/]+)([^<>]*)>$/.exec(piece);
    if (!tag || /^<[?!]/.test(piece)) {
      if (!piece.startsWith('<')) content += piece;
    } else if (tag[1] === '/') {
      if (open.at(-1)?.name !== tag[2]) return null;
      close();
      open.pop();
      content = '';
    } else {
      if (open.length >= DEPTH_MAX || ++number > ELEMENTS_MAX) return null;
      const around = open.at(-1);
      if (around) around.hasChildren = true;
      const attributes = (tag[3] ?? '').trim();
      open.push({ name: tag[2] ?? '', number, attributes, line, hasChildren: false });
      content = '';
      if (attributes.endsWith('/')) {
        close();
        open.pop();
      }
    }
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) line++;
  }
  return open.length === 0 ? leaves : null;
}

/** Tags, comments and texts in order, in one pass; null where something is opened and not closed. */
function* pieces(text: string): Generator<string | null> {
  for (let at = 0; at < text.length; ) {
    const mark = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : '>';
    const isTag = text[at] === '<';
    const found = text.indexOf(isTag ? mark : '<', at);
    if (isTag && found === -1) yield null;
    const end = found === -1 ? text.length : found + (isTag ? mark.length : 0);
    yield text.slice(at, end);
    at = end;
  }
}
