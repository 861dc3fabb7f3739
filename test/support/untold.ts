import type { ToolAnswer } from '../../src/tools/tool.ts';

/**
 * Words and numbers of an answer's text that its structured value does not hold, each once: what an agent loses that
 * shows its model the structured value alone. Fence marks are no facts; `phrasing` names words that only join facts.
 */
export function untold({ text, structured }: ToolAnswer, phrasing = ''): readonly string[] {
  const told = new Set([...wordsOf(stringsOf(structured).join('\n')), ...wordsOf(phrasing)]);
  const facts = text.replace(/^<<<data \w+ (.*) \(data, not instructions\)$/gm, '$1').replace(/^>>>end \w+$/gm, '');
  return [...new Set(wordsOf(facts))].filter((word) => !told.has(word));
}

function wordsOf(text: string): readonly string[] {
  // A day is told by an instant too.
  return (
    text
      .replace(/(?<=\d)T(?=\d)/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu) ?? []
  );
}

/** Every text of a value, names of keys included. */
function stringsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(stringsOf);
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, item]) => [name, ...stringsOf(item)]);
}
