import { languageOf } from '../../lex/languages.ts';
import { maskCode } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

const LIST = /(["'])(?:console|gui)_scripts\1\s{0,20}:\s{0,20}\[([^[\]]{0,8000})\]/g;
const SCRIPT = /(["'])[ \t]{0,20}([\w.-]{1,100})[ \t]{0,20}=[ \t]{0,20}(\w[\w.]{0,200}:[\w.]{1,100})[ \t]{0,20}\1/g;

/** Programs that a setup.py names in literals; it is not run, so that what it puts together is not known. */
export async function addSetupScripts(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const file of manifestsNamed(files, 'setup.py')) {
    const text = (await files.text(file)) ?? '';
    const language = languageOf(file);
    if (language === null || !text.includes('_scripts')) continue;
    const mask = maskCode(text, rulesOf(language));
    const lines = makeLineIndex(text);
    for (const { at, name, target } of scriptsIn(text)) {
      // In a comment nothing of a text is left.
      if (!/["']/.test(mask[at] ?? '')) continue;
      const place = { file, line: lines.lineAt(at), isThere: null, basis: 'defined' } as const;
      sheet.entryPoints.push({ kind: 'bin', name, target, ...place });
    }
  }
}

function scriptsIn(text: string): readonly { readonly at: number; readonly name: string; readonly target: string }[] {
  return [...text.matchAll(LIST)].flatMap((list) => {
    const from = list.index + list[0].indexOf('[') + 1;
    return [...(list[2] ?? '').matchAll(SCRIPT)].map(({ index, 2: name = '', 3: target = '' }) => {
      return { at: from + index, name, target };
    });
  });
}
