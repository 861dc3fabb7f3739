import { IMPORT_LIMITS } from '../limits.ts';

const TYPE = /(?<![\w$.])export\s+(?:declare\s+)?(?:interface|type)\s+([\w$]{1,200})\s*(?:[<={]|extends\b)/g;
const VALUE =
  /(?<![\w$.])export\s+(?:(?:declare|abstract|async|const(?=\s+enum\b))\s+){0,3}(?:const|let|var|function(?:\s*\*)?|class|enum|namespace|module)\s+([\w$]{1,200})/g;
/** `export const { a, b: c } = …`: every word in it may be a name that it gives out. */
const VALUES = /(?<![\w$.])export\s+(?:const|let|var)\s*[{[]([^;]{1,2000}?)[}\]]\s*[=:]/g;

/** Names that a TypeScript file gives out as an `interface` or `type` and as nothing that runs. */
export function exportedTypes(mask: string): readonly string[] {
  const types = new Set(namesAtTop(mask, TYPE));
  if (types.size === 0) return [];
  for (const name of namesAtTop(mask, VALUE)) types.delete(name);
  for (const list of namesAtTop(mask, VALUES)) for (const name of list.match(/[\w$]+/g) ?? []) types.delete(name);
  return [...types].slice(0, IMPORT_LIMITS.mentionsPerFileMax);
}

/**
 * What a pattern takes outside of all braces: what stands in a namespace is no name of the module, which may have a value
 * of that name by `export =`. Source: TypeScript, "Modules Reference", "export = and import = require()".
 */
function namesAtTop(mask: string, pattern: RegExp): readonly string[] {
  let depth = 0;
  let seen = 0;
  return [...mask.matchAll(pattern)].flatMap(({ index, 1: name = '' }) => {
    for (const [brace] of mask.slice(seen, index).matchAll(/[{}]/g))
      depth = Math.max(0, depth + (brace === '{' ? 1 : -1));
    seen = index;
    return depth === 0 ? [name] : [];
  });
}
