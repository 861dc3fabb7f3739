import type { CodeText } from '../../lex/code-text.ts';
import type { SymbolSpan } from '../symbol-spans.ts';

/** What the imports of a Go test file say about how it asserts. */
export interface GoManners {
  /** Package names whose functions assert: `assert`, `require`, `qt`, `is`. */
  readonly packages: ReadonlySet<string>;
  /** Names of values whose methods assert: the suite's receiver, `assert.New(t)`. */
  readonly instances: ReadonlySet<string>;
  /** Names under which the tests know their context: `t`, `b`, `tb`. */
  readonly contexts: ReadonlySet<string>;
  readonly hasGomega: boolean;
}

/** Imports of a Go file, one a line: an optional name and the path. For the head of a file only. */
const IMPORT = /^[ \t]*(?:import[ \t]+)?(?:([\w.]+)[ \t]+)?"([^"\n]+)"/gm;
/** How far imports go. */
const HEAD_CHARACTERS_MAX = 20_000;

/** What stands at the head of a file in quotes, with its name and offset. */
export function goImports(
  code: CodeText,
): readonly { readonly name: string | null; readonly path: string; readonly at: number }[] {
  return [...code.text.slice(0, HEAD_CHARACTERS_MAX).matchAll(IMPORT)].map((match) => ({
    name: match[1] ?? null,
    path: match[2] ?? '',
    at: match.index,
  }));
}

/** Packages whose functions assert, by their last parts. */
const ASSERTING_PACKAGE =
  /(?:testify\/(?:assert|require)|gotest\.tools\/(?:v\d\/)?assert|frankban\/quicktest|matryer\/is|go-quicktest\/qt|\/(?:assert|require|tdassert|is))$/;

/** Reads how a file asserts from its imports and the heads of its functions. */
export function goMannersOf(code: CodeText, functions: readonly SymbolSpan[]): GoManners {
  const imports = goImports(code);
  const packages = new Set(
    imports
      .filter(({ path }) => ASSERTING_PACKAGE.test(path))
      .map(({ name, path }) => name ?? (path.endsWith('quicktest') ? 'qt' : (path.split('/').at(-1) ?? ''))),
  );
  const made = code.mask.matchAll(/\b(\w+)\s*:?=\s*(\w+)\.(?:New|NewRequire)\(/g);
  const instances = [...made].filter((match) => packages.has(match[2] ?? '')).map((match) => match[1] ?? '');
  const receivers = functions
    .map(({ symbol }) => /^func \((\w+) \*?\w*(?:Suite|Test)\w*\)/.exec(symbol.signature)?.[1])
    .filter((name) => name !== undefined);
  const parameters = code.mask.matchAll(
    /\b(\w+)\s+\*?(?:testing\.(?:TB?|B|F)|check\.C|C|qt\.C|assert\.TestingT|require\.TestingT|GinkgoTInterface)\b/g,
  );
  return {
    packages,
    instances: new Set([...instances, ...receivers]),
    contexts: new Set(['t', 'tb', ...[...parameters].map((match) => match[1] ?? '')]),
    hasGomega: imports.some(({ path }) => path.includes('gomega')),
  };
}
