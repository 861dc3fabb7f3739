/** A place as a runner printed it. */
export interface PrintedFrame {
  readonly path: string;
  readonly line: number;
}

/** Places of one failure that are looked at. */
const FRAMES_MAX = 60;
/** Longer lines hold diffs and dumps, no frames. */
const LINE_MAX = 1_000;

const EXTENSION = '[A-Za-z][A-Za-z0-9]{0,9}';
/**
 * `file:12`, with or without a column: frames of JavaScript, Go, Rust, Ruby and PHP. No space in a path but where
 * parentheses or a URL bound it.
 */
const PLAIN = new RegExp(
  `(?<![\\w./\\\\@+:-])((?:file://)?(?:[A-Za-z]:)?[^\\s:()'"\`<>|,;=]{1,400}\\.${EXTENSION}):(\\d{1,7})(?::\\d{1,7})?(?!\\d)`,
  'g',
);
const PAREN = new RegExp(`\\(((?:file://)?[^()\\n]{1,400}\\.${EXTENSION}):(\\d{1,7})(?::\\d{1,7})?\\)`, 'g');
const PYTHON = /File "([^"\n]{1,400})", line (\d{1,7})/g;
const DOTNET = /\bin ([^\n]{1,400}?):line (\d{1,7})/g;
const PHP = /^([^\s:]{1,400}\.php)\((\d{1,7})\)/g;
/** `at org.x.FooTest.testIt(FooTest.java:12)`: the package is a folder. */
const JAVA =
  /(?:^|\s)(?:at\s+)?(?:[\w.@-]{1,100}\/\/?)?((?:[a-z_][\w]{0,60}\.){0,20})[A-Z_$][\w$]{0,120}\.[\w$<>]{1,120}\(([\w$]{1,120}\.(?:java|kt|scala|groovy)):(\d{1,7})\)/g;

/** The places that a text names, in order, each once. */
export function findFrames(block: string): readonly PrintedFrame[] {
  const frames = new Map<string, PrintedFrame>();
  for (const line of block.split('\n')) {
    if (line.length > LINE_MAX) continue;
    for (const frame of framesOfLine(line)) {
      if (frames.size >= FRAMES_MAX) return [...frames.values()];
      frames.set(`${frame.path}:${frame.line}`, frame);
    }
  }
  return [...frames.values()];
}

function framesOfLine(line: string): readonly PrintedFrame[] {
  const java = [...line.matchAll(JAVA)].map((match) => ({
    path: `${(match[1] ?? '').replaceAll('.', '/')}${match[2] ?? ''}`,
    line: Number(match[3]),
  }));
  if (java.length > 0) return java;
  for (const pattern of [PYTHON, DOTNET, PHP, PAREN, PLAIN]) {
    const found = [...line.matchAll(pattern)].map((match) => ({
      path: (match[1] ?? '').trim(),
      line: Number(match[2]),
    }));
    if (found.length > 0) return found;
  }
  return [];
}
