/** A place where code says where it imports from. */
const ADDS = /(?<![\w.])(?:sys\.path|\w{1,80}\.syspath_prepend|(?:site\.)?addsitedir)(?!\w|\.(?:remove|pop|clear)\b)/g;
const ADDED_MAX = 100;
/** Such places that are looked at; who writes a program has some. */
const PLACES_MAX = 200;
/** Characters of one statement. */
const STATEMENT_CHARACTERS = 300;
/** Names whose values one statement is made of, be it through others. */
const NAMES_MAX = 20;

/** What a text adds to where it imports from: the literals of statements about it, without what leads upwards. */
export function addedPaths(text: string, mask: string): readonly string[] {
  const added = new Set<string>();
  const values = assignedIn(mask);
  for (const index of placesIn(mask)) {
    for (const statement of withValues({ text, mask, values }, index)) {
      const words = [...statement.matchAll(/['"]([\w./-]{1,200})['"]/g)].map(([, literal = '']) => downwards(literal));
      const parts = words.filter((word) => /\w/.test(word));
      // `join(here, 'libs', 'python')`: the last alone is the end of it, too.
      for (const path of [parts.join('/'), ...parts]) if (path !== '' && added.size < ADDED_MAX) added.add(path);
    }
  }
  return [...added];
}

function placesIn(mask: string): readonly number[] {
  const places: number[] = [];
  for (const { index } of mask.matchAll(ADDS)) {
    if (places.push(index) >= PLACES_MAX) break;
  }
  return places;
}

function downwards(literal: string): string {
  return literal.replace(/^(?:\.{0,2}\/)+|\/+$/g, '');
}

/** What only a file that is run as a program does. */
const RUN = /^if[ \t]+__name__[ \t]*==/m;

/** Who imports the modules beside a file without their package: Python puts a program's own folder on the path first. */
export function besideOf(text: string, mask: string): 'itself' | 'all' | null {
  const values = assignedIn(mask);
  for (const index of placesIn(mask)) {
    const whole = withValues({ text, mask, values }, index).join('\n');
    // One folder up from the file is its own.
    const steps = whole.match(/\bdirname\b|\.parent\b/g)?.length ?? 0;
    if (steps === 1 && whole.includes('__file__') && !/['"]/.test(whole)) return 'all';
  }
  return RUN.test(mask) ? 'itself' : null;
}

const ASSIGNED =
  /^[ \t]*(?:for[ \t]+([A-Za-z_]\w{0,80})[ \t]+in\b|([A-Za-z_]\w{0,80})[ \t]*(?::[^=\n]{0,80})?=(?!=))/gm;

/** Where the value of each name begins that is set in a text; the first place counts. */
function assignedIn(mask: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  if (mask.search(ADDS) === -1) return values;
  for (const { 0: whole, 1: walked, 2: name = walked ?? '', index } of mask.matchAll(ASSIGNED)) {
    if (!values.has(name)) values.set(name, index + whole.length);
  }
  return values;
}

interface Reading {
  readonly text: string;
  readonly mask: string;
  readonly values: ReadonlyMap<string, number>;
}

/** A statement, and those that give the names in it their values. */
function withValues({ text, mask, values }: Reading, index: number): readonly string[] {
  const starts = new Set([index]);
  const found: string[] = [];
  // A set that grows is walked to its new end.
  for (const start of starts) {
    const end = statementEnd(mask, start);
    found.push(text.slice(start, end));
    for (const [name] of mask.slice(start, end).matchAll(/(?<![\w.])[A-Za-z_]\w*/g)) {
      const value = values.get(name);
      if (value !== undefined && starts.size <= NAMES_MAX) starts.add(value);
    }
  }
  return found;
}

/** The end of a line outside of brackets. */
function statementEnd(mask: string, start: number): number {
  const stop = Math.min(mask.length, start + STATEMENT_CHARACTERS);
  let depth = 0;
  for (let at = start; at < stop; at += 1) {
    const sign = mask.charAt(at);
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === '\n' && depth <= 0) return at;
  }
  return stop;
}
