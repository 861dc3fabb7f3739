import type { CodeText, Span, Token } from '../lex/code-text.ts';
import type { FrameworkFact } from '../questions/tests.types.ts';
import type { Smell, TestCase } from './test-file.types.ts';

/** A case or suite as a reader of one language finds it. */
export interface DraftCase {
  readonly title: string;
  readonly isLiteral: boolean;
  readonly kind: TestCase['kind'];
  /** All of it: call, function with its attributes, or class. */
  readonly span: Span;
  /** The code that runs; null when there is none to be seen, such as a callback that is declared elsewhere. */
  readonly body: Span | null;
  /** Where the name or call stands. */
  readonly at: number;
  readonly modifiers: readonly string[];
  readonly isParameterised: boolean;
  /** Whether it asserts by its very form: `#[should_panic]`, `@Test(expected = …)`, Go examples with `// Output:`. */
  readonly assertsItself: boolean;
  /** The callback that ends it, such as mocha's `done`; empty when there is none. */
  readonly done: string;
  /** What its reader saw; `line` and order are settled later. */
  readonly smells: readonly DraftSmell[];
}

/** A smell at an offset. */
export interface DraftSmell {
  readonly kind: Smell['kind'];
  readonly at: number;
  readonly detail: string;
}

/** One place that asserts. */
export interface Assertion {
  readonly from: number;
  /** Beyond its last character. */
  readonly to: number;
  readonly kind: 'plain' | 'mock' | 'snapshot';
}

/** A declaration with a name whose code may assert for the cases that mention it. */
export interface NamedCode {
  readonly name: string;
  readonly span: Span;
  /** Where the name is known. */
  readonly scope: Span;
  readonly isAsync: boolean;
  /** Whether it is reached only by a receiver such as `this.` or `self.`. */
  readonly isMember: boolean;
}

/** A call of code that is not in the file. */
export interface OutsideCall {
  readonly at: number;
  /** The module as the import writes it; empty for what the language brings in without an import. */
  readonly specifier: string;
  readonly name: string;
  /** Whether such code may assert, should nobody know better. */
  readonly mayAssert: boolean;
}

/** What a reader finds in one file. Lists are in the order of their offsets. */
export interface Reading {
  readonly code: CodeText;
  readonly frameworks: readonly FrameworkFact[];
  readonly cases: readonly DraftCase[];
  readonly assertions: readonly Assertion[];
  readonly functions: readonly NamedCode[];
  readonly outside: readonly OutsideCall[];
  /** Code after each case that asserts for all in its scope: `afterEach(() => { expect(…) })`. */
  readonly after: readonly NamedCode[];
  /** Smells that no case was found for yet; each goes to the innermost case around it. */
  readonly smells: readonly DraftSmell[];
  /** Receivers whose members are the file's own: `this`, `self`, a suite's receiver. */
  readonly selves: ReadonlySet<string>;
  /** Whether a word has the form by which a declaration is reached, where the language has its own rule for it. */
  readonly means?: (token: Token, candidate: NamedCode) => boolean;
}
