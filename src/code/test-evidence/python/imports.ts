import { type CodeText, lineOf } from '../../lex/code-text.ts';

/** One name that an import brings into a Python file. */
export interface PythonBinding {
  readonly specifier: string;
  /** Its name there; `*` when it is the module. */
  readonly imported: string;
}

/** Imports of a Python file by their names; nothing is resolved. */
export function readPythonImports(code: CodeText): {
  readonly bindings: ReadonlyMap<string, PythonBinding>;
  readonly modules: ReadonlyMap<string, number>;
} {
  const bindings = new Map<string, PythonBinding>();
  const modules = new Map<string, number>();
  for (const { module, names, at } of statementsOf(code)) {
    if (!modules.has(module)) modules.set(module, lineOf(code, at));
    for (const [local, binding] of names) bindings.set(local, binding);
  }
  return { bindings, modules };
}

interface ImportStatement {
  readonly module: string;
  readonly at: number;
  readonly names: readonly (readonly [local: string, binding: PythonBinding])[];
}

const PLAIN = /^[ \t]*import[ \t]+([\w., \t]{1,400})/gm;
const FROM = /^[ \t]*from[ \t]+([\w.]{1,200})[ \t]+import[ \t]*(\([^()]{0,4000}\)|[^\n(]{1,400})/gm;

function* statementsOf({ mask }: CodeText): Generator<ImportStatement> {
  for (const match of mask.matchAll(PLAIN)) {
    for (const [module, local] of namesOf(match[1] ?? '')) {
      const name = local ?? module.split('.').at(-1) ?? module;
      yield { module, at: match.index, names: [[name, { specifier: module, imported: '*' }]] };
    }
  }
  for (const match of mask.matchAll(FROM)) {
    const module = match[1] ?? '';
    // `from . import helpers` brings a module as much as a name.
    const isModule = /^\.+$/.test(module);
    const names = namesOf(match[2] ?? '').map(
      ([imported, local]) =>
        [
          local ?? imported,
          isModule ? { specifier: `${module}${imported}`, imported: '*' } : { specifier: module, imported },
        ] as const,
    );
    yield { module, at: match.index, names };
  }
}

/** `a, b as c` as pairs of the name there and the name here. */
function namesOf(list: string): readonly (readonly [string, string | undefined])[] {
  return list
    .replace(/[()]/g, '')
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .filter(([name = '']) => /^[\w.]+$/.test(name))
    .map(([name = '', local]) => [name, local] as const);
}
