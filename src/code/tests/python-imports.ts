import { type CodeText, lineOf } from './code-text.ts';

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
  const plain = /^[ \t]*import[ \t]+([\w., \t]{1,400})/gm;
  for (let match = plain.exec(code.mask); match; match = plain.exec(code.mask)) {
    for (const part of (match[1] ?? '').split(',')) {
      const [module, local] = part.trim().split(/\s+as\s+/);
      if (module === undefined || module === '') continue;
      if (!modules.has(module)) modules.set(module, lineOf(code, match.index));
      bindings.set(local ?? module.split('.').at(-1) ?? module, { specifier: module, imported: '*' });
    }
  }
  const from = /^[ \t]*from[ \t]+([\w.]{1,200})[ \t]+import[ \t]*(\([^()]{0,4000}\)|[^\n(]{1,400})/gm;
  for (let match = from.exec(code.mask); match; match = from.exec(code.mask)) {
    const module = match[1] ?? '';
    if (!modules.has(module)) modules.set(module, lineOf(code, match.index));
    for (const part of (match[2] ?? '').replace(/[()]/g, '').split(',')) {
      const [imported, local] = part.trim().split(/\s+as\s+/);
      if (imported !== undefined && /^\w+$/.test(imported)) {
        // `from . import helpers` brings a module as much as a name.
        const isModule = /^\.+$/.test(module);
        bindings.set(
          local ?? imported,
          isModule ? { specifier: `${module}${imported}`, imported: '*' } : { specifier: module, imported },
        );
      }
    }
  }
  return { bindings, modules };
}
