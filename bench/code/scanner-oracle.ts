import { readFileSync } from 'node:fs';
import { Language, type Node, Parser, type Tree } from 'web-tree-sitter';
import { grammarFile, runtimeFile } from '../../src/code/syntax/grammars.ts';
import { DEFINITIONS } from './scanner-tables.ts';

/*
 * The oracle of the scanner's benchmark, a process of its own that runs with `--liftoff-only`: definitions as the syntax
 * tree has them. One message is one file.
 */

/** What is asked for, and the answer: `line:name` of each definition, or null where the tree has errors. */
export interface OracleAnswer {
  readonly id: number;
  readonly definitions: readonly string[] | null;
}

const parsers = new Map<string, Promise<Parser>>();

process.on('message', (request: { id: number; language: string; text: string }) => void answer(request));
process.on('disconnect', () => process.exit(0));

async function answer({ id, language, text }: { id: number; language: string; text: string }): Promise<void> {
  const opened = parsers.get(language) ?? open(language);
  parsers.set(language, opened);
  const tree = (await opened).parse(text);
  const definitions = tree === null || tree.rootNode.hasError ? null : definitionsOf(tree, language);
  tree?.delete();
  process.send?.({ id, definitions } satisfies OracleAnswer);
}

async function open(language: string): Promise<Parser> {
  await Parser.init({ locateFile: runtimeFile });
  const file = grammarFile(language);
  if (file === null) throw new Error(`no grammar for ${language}`);
  return new Parser().setLanguage(await Language.load(readFileSync(file)));
}

function definitionsOf(tree: Tree, language: string): readonly string[] {
  const table = DEFINITIONS[language] ?? {};
  const found: string[] = [];
  const note = (node: Node | null): void => {
    if (node !== null) found.push(`${node.startPosition.row + 1}:${nameOf(node)}`);
  };
  for (const node of tree.rootNode.descendantsOfType(Object.keys(table))) {
    if (node !== null) for (const defined of table[node.type]?.(node) ?? []) note(defined);
  }
  return found;
}

/** Names as the scanner writes them: operators without blanks, no quotes, no colon of a symbol. */
function nameOf(node: Node): string {
  if (node.type === 'operator_cast')
    return `operator ${(node.childForFieldName('type')?.text ?? '').replace(/\s+/g, ' ')}`;
  const text = node.text.replace(/^`|`$|^r#|^@|^:/g, '');
  return /^operator\W/.test(text) ? text.replace(/\s+/g, '') : text;
}
