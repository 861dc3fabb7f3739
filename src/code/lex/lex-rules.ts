import type { LexRules } from './mask.ts';

/** The languages whose symbols are found. */
export type ScannedLanguage = 'script' | 'python' | 'go' | 'rust' | 'java';

const C_COMMENT = { open: '/*', close: '*/', nests: false } as const;
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
  rust: {
    ...PLAIN,
    blockComment: { ...C_COMMENT, nests: true },
    quotes: '',
    longStrings: [{ quote: '"', escapes: true }],
    isRust: true,
  },
  java: { ...PLAIN, longStrings: [{ quote: '"""', escapes: true }] },
};
