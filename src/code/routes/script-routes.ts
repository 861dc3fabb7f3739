import { readPlugins } from './fastify-plugins.ts';
import { type Code, codeMatches, type Route } from './route-code.ts';
import { readCalls } from './script-calls.ts';
import { NAME, type Routers } from './script-receivers.ts';

/** A name from its beginning: who tries each of its ends as well goes through a long one again and again. */
const WHOLE = `(?<![\\w$])(${NAME})`;

/** Between a name and what it is given, where a module gives out the same: `app = exports = module.exports = express()`. */
const GIVEN_OUT = '(?:(?:module\\.)?exports\\s*=\\s*){0,2}';

function expressRouters(code: Code, isOwn: boolean): Routers {
  const taken = takenOf(code, { name: 'express', isOwn });
  const makers = taken.flatMap(({ own, name }) => {
    if (own === 'Router') return [name];
    return own === null ? [name, `${name}.Router`] : [];
  });
  const names = [...assignedFrom(code.text, makers), ...madeAtOnce(code, { name: 'express', isOwn })];
  return { framework: 'Express', names, makers, isNew: false };
}

function fastifyRouters(code: Code, isOwn: boolean): Routers {
  const taken = takenOf(code, { name: 'fastify', isOwn });
  const makers = taken.flatMap(({ own, name }) => (own === null || /^[fF]astify$/.test(own) ? [name] : []));
  const names = [...assignedFrom(code.text, makers), ...madeAtOnce(code, { name: 'fastify', isOwn })];
  return { framework: 'Fastify', names, makers, isNew: false };
}

/** A package that makes routers; in its own repository paths lead to it as well. */
interface Maker {
  readonly name: string;
  readonly isOwn: boolean;
}

const IMPORTED = /(?:(?<![\w$])from|=\s*require\()\s*(['"])([^'"\n]{1,200})\1/g;

/** What a file takes of the package. */
function takenOf(code: Code, maker: Maker): readonly Taken[] {
  return [...codeMatches(code, IMPORTED)].flatMap(({ index, 2: from = '' }) => {
    if (from === maker.name) return takenBefore(code.text, index);
    if (!leadsToOwn(from, maker)) return [];
    return takenBefore(code.text, index).filter(({ name }) => name.toLowerCase() === maker.name);
  });
}

const MADE_AT_ONCE = new RegExp(
  `${WHOLE}\\s*=\\s*${GIVEN_OUT}require\\((['"])([^'"\\n]{1,200})\\2\\)(?:\\.Router)?\\s*\\(`,
  'g',
);

/** Names of what is made right where the package is required: `app = require('express')()`. */
function madeAtOnce({ text }: Code, maker: Maker): readonly string[] {
  return [...text.matchAll(MADE_AT_ONCE)].flatMap(([, name = '', , from = '']) =>
    from === maker.name || leadsToOwn(from, maker) ? [name] : [],
  );
}

/** Whether a path leads to the package itself, in its own repository: `../..`, `../../lib/express`. */
function leadsToOwn(from: string, { name, isOwn }: Maker): boolean {
  const last = from.replace(/\/$/, '').split('/').at(-1) ?? '';
  return isOwn && from.startsWith('.') && (/^\.{1,2}$/.test(last) || last.replace(/\.[cm]?js$/, '') === name);
}

/** Names to which a call of one of the makers is assigned, one behind `new` where that makes. */
function assignedFrom(text: string, makers: readonly string[], pattern = CALLED): readonly string[] {
  const known = new Set(makers);
  if (known.size === 0) return [];
  return [...text.matchAll(pattern)].flatMap(([, name = '', maker = '']) => (known.has(maker) ? [name] : []));
}

const CALLED = new RegExp(
  `${WHOLE}(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*${GIVEN_OUT}(${NAME}(?:\\.${NAME})?)\\s*(?:<[^>\\n]{0,80}>)?\\(`,
  'g',
);
const MADE_NEW = new RegExp(
  `${WHOLE}(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*${GIVEN_OUT}new\\s+(${NAME})\\s*(?:<[^>\\n]{0,80}>)?\\(`,
  'g',
);

/** `app.get('/path', …)` on what a file makes by Express, in whose own repository (`isOwn`) paths lead to it. */
export function readExpress(code: Code, isOwn: boolean): readonly Route[] {
  return readCalls(code, expressRouters(code, isOwn));
}

/** The same by Fastify, also in the plugins of the file. */
export function readFastify(code: Code, isOwn: boolean): readonly Route[] {
  const routers = fastifyRouters(code, isOwn);
  return readCalls(code, { ...routers, given: readPlugins(code, routers.names) });
}

/** The same by Hono and by the router of Koa, which are made with `new`, Koa's also by a call. */
export function readNewRouters(framework: 'Hono' | 'Koa'): (code: Code) => readonly Route[] {
  const from = framework === 'Hono' ? HONO : KOA_ROUTER;
  return (code) => {
    const taken = [...codeMatches(code, from)].flatMap(({ index }) => takenBefore(code.text, index));
    const makers = taken.map(({ name }) => name);
    const made = assignedFrom(code.text, makers, MADE_NEW);
    if (framework === 'Hono') return readCalls(code, { framework, names: made, makers, isNew: true });
    const called = [...assignedFrom(code.text, makers), ...koaAtOnce(code)];
    return readCalls(code, { framework, names: [...made, ...called], makers, isNew: null });
  };
}

const HONO = /(?<![\w$])from\s*['"]hono['"]/g;
const KOA_ROUTER = /(?:(?<![\w$])from|=\s*require\()\s*['"](?:@koa\/router|koa-router)['"]/g;
/** `router = require('koa-router')()`, which makes one without `new` as well. Source: @koa/router, `Router`. */
const KOA_AT_ONCE = new RegExp(
  `${WHOLE}\\s*=\\s*${GIVEN_OUT}require\\(['"](?:@koa/router|koa-router)['"]\\)\\(\\s*\\)`,
  'g',
);

function koaAtOnce(code: Code): readonly string[] {
  return [...codeMatches(code, KOA_AT_ONCE)].flatMap((match) => match[1] ?? []);
}

/** Characters that the names of an import take at the most. */
const IMPORT_MAX = 1_000;

/** What an import takes: its own name, null for the module or its default, and what it is called in the file. */
interface Taken {
  readonly own: string | null;
  readonly name: string;
}

/** Names that the import takes whose `from` or `require` stands at an offset. */
function takenBefore(text: string, at: number): readonly Taken[] {
  const before = text.slice(Math.max(0, at - IMPORT_MAX), at);
  const head = Math.max(...['import ', 'import{', 'const ', 'let ', 'var '].map((word) => before.lastIndexOf(word)));
  if (head === -1) return [];
  // Comments between the names say nothing.
  const taken = before
    .slice(head)
    .replace(/^[a-z]+/, '')
    .replace(/\/\/[^\n]*/g, '');
  if (/['";]/.test(taken)) return [];
  const [whole = '', ...listed] = taken.split('{');
  return [...nameIn(whole.replace(/\*\s+as\s/, ''), false), ...nameIn(listed.join('{'), true)];
}

/** Names of one part of an import, parted by commas: `Hono as App`, `Router: App`; types make nothing. */
function nameIn(part: string, isListed: boolean): readonly Taken[] {
  return part.split(/[,}]/).flatMap((one) => {
    const words = /^\s*([\w$]+)(?![\w$])(?:\s+as\s|\s*:)?\s*([\w$]*)\s*$/.exec(one);
    if (words?.[1] === undefined || words[1] === 'type') return [];
    const isOwn = isListed && words[1] !== 'default';
    return [{ own: isOwn ? words[1] : null, name: words[2] || words[1] }];
  });
}
