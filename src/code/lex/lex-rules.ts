import type { LexRules } from './mask.ts';

/** The languages whose symbols are found. */
export type ScannedLanguage = 'script' | 'python' | 'go' | 'rust' | 'java';

const C_COMMENT = { open: '/*', close: '*/', nests: false } as const;
/** What most of them share; each says what differs. */
const PLAIN: LexRules = {
  lineComments: ['//'],
  blockComment: C_COMMENT,
  longStrings: [],
  quotes: '"\'',
  isScript: false,
  isRust: false,
};

/** How literals and comments look in each scanned language. */
export const LEX_RULES: Readonly<Record<ScannedLanguage, LexRules>> = {
  script: { ...PLAIN, isScript: true },
  // Raw and formatted strings need no rule of their own: in a raw string, too, a backslash keeps the quote after it
  // from closing, and what stands between the braces of a formatted one declares nothing.
  python: {
    ...PLAIN,
    lineComments: ['#'],
    blockComment: null,
    longStrings: [
      { quote: '"""', escapes: true },
      { quote: "'''", escapes: true },
    ],
  },
  go: { ...PLAIN, longStrings: [{ quote: '`', escapes: false }] },
  // A string may go over lines, so it is a long one; `'` is no quote of this table, since it also begins lifetimes.
  rust: {
    ...PLAIN,
    blockComment: { ...C_COMMENT, nests: true },
    quotes: '',
    longStrings: [{ quote: '"', escapes: true }],
    isRust: true,
  },
  java: { ...PLAIN, longStrings: [{ quote: '"""', escapes: true }] },
};
