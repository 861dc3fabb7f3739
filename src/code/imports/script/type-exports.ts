import { IMPORT_LIMITS } from '../limits.ts';

const TYPE = /(?<![\w$.])export\s+(?:declare\s+)?(?:interface|type)\s+([\w$]{1,200})\s*(?:[<={]|extends\b)/g;
const VALUE =
  /(?<![\w$.])export\s+(?:(?:declare|abstract|async|const(?=\s+enum\b))\s+){0,3}(?:const|let|var|function(?:\s*\*)?|class|enum|namespace|module)\s+([\w$]{1,200})/g;

/** Names that a TypeScript file gives out as an `interface` or `type` and as nothing that runs. */
export function exportedTypes(mask: string): readonly string[] {
  const types = new Set([...mask.matchAll(TYPE)].map(([, name = '']) => name));
  if (types.size === 0) return [];
  for (const [, name = ''] of mask.matchAll(VALUE)) types.delete(name);
  return [...types].slice(0, IMPORT_LIMITS.mentionsPerFileMax);
}
