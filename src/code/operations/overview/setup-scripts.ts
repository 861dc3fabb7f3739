import { numberedLines } from '../../formats/lines.ts';
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

const OPTION = /^(?:console|gui)_scripts[ \t]{0,20}[=:]/;
const CFG_SCRIPT = /^[ \t]+([\w.-]{1,100})[ \t]{0,20}=[ \t]{0,20}(\w[\w.]{0,200}:[\w.]{1,100})[ \t]{0,20}(?:[#;[].*)?$/;
const CFG_LINE_MAX = 600;

/** Of setuptools, and of pbr. */
const ENTRY_SECTIONS: ReadonlySet<string> = new Set(['options.entry_points', 'entry_points']);

/**
 * Programs of a setup.cfg. Sources: setuptools, "Configuring setuptools using setup.cfg files", `options.entry_points`; pbr,
 * "Using pbr", `entry_points`.
 */
export async function addCfgScripts(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const file of manifestsNamed(files, 'setup.cfg')) {
    let section = '';
    let isScripts = false;
    for (const [written, line] of numberedLines((await files.text(file)) ?? '')) {
      const row = written.slice(0, CFG_LINE_MAX).trimEnd();
      // A comment at the margin ends no value. Source: Python, configparser, "Supported INI File Structure".
      if (/^[^\s#;]/.test(row)) {
        section = /^\[([^\]]{1,100})\]/.exec(row)?.[1]?.trim() ?? section;
        isScripts = ENTRY_SECTIONS.has(section) && OPTION.test(row);
      }
      const [, name, target] = (isScripts && CFG_SCRIPT.exec(row)) || [];
      if (name === undefined || target === undefined) continue;
      sheet.entryPoints.push({ kind: 'bin', name, target, file, line, isThere: null, basis: 'defined' });
    }
  }
}
