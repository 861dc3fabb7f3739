const ADDS =
  /\b(?:autoload_paths|eager_load_paths)\s*(?:\+?=(?!=)|<<|\.(?:push|append|unshift|prepend|concat)\b)([^\n]*(?:(?<=[,([])[ \t]*\n[^\n]*)*)/g;
/** `"#{root}/extras"` and `Rails.root.join("extras")`. */
const FOLDER =
  /#\{(?:(?:::)?Rails\.|config\.)?root\}\/([\w.-]{1,100}(?:\/[\w.-]{1,100}){0,10})|\broot\.join\(\s*["']([\w./-]{1,300})["']\s*\)/g;

const FOLDERS_MAX = 50;

/**
 * Folders that the settings of a Rails application add to those whose files are loaded by the names of their constants,
 * where they are written out. Source: Rails Guides, "Autoloading and Reloading Constants", "config.autoload_paths".
 */
export function findLoadedFolders(text: string, mask: string): readonly string[] {
  return [...mask.matchAll(ADDS)]
    .flatMap(({ 0: whole, 1: rest = '', index }) => {
      const from = index + whole.length - rest.length;
      const said = text.slice(from, from + rest.length);
      // A comment is blank in the mask.
      const found = [...said.matchAll(FOLDER)].filter((match) => mask[from + match.index] !== ' ');
      return found.map(([, held, joined]) => held ?? joined ?? '');
    })
    .slice(0, FOLDERS_MAX);
}
