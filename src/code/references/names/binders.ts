import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { Family } from '../code-file.ts';

/** What is no label of a `switch`: `case FIRST, name ->`. */
const NO_LABEL = '(?<!\\bcase\\s[^;{}\\n]{0,200})';

/** A value of one of several variables, as far as it has no list of its own. */
const VALUE = '\\s*(?:=(?:[^;{}(),]|\\([^()]{0,200}\\)){0,300})?';

/**
 * The later ones of several variables of one type: `int a = 1, name = 2`. Source: JLS §14.4; C# language specification,
 * "Local variable declarations".
 */
const laterOf = (name: string): string =>
  `[;{}(]\\s*(?:(?:final|const)\\s+)?[\\w.]+(?:<[^;{}()]{0,200}>)?(?:\\[[\\],]{0,20}\\])?\\s+[\\w$]+${VALUE}` +
  `(?:,\\s*[\\w$]+${VALUE}){0,20},\\s*${name}\\s*[=,;]`;

/** Words of C# behind which a name is used and not bound. */
const USES =
  'as|async|await|by|case|else|equals|goto|in|is|new|not|and|on|or|out|ref|return|select|throw|when|where|with|yield';

/** Patterns of what binds a name in a function's code, its own name apart, by language. */
export const BINDERS: Readonly<Partial<Record<Family, (name: string) => RegExp>>> = {
  python: (name) =>
    new RegExp(
      `^[ \\t]*(?:[\\w*]+[ \\t]*,[ \\t]*){0,8}${name}[ \\t]*(?:,[ \\t]*[\\w*]+[ \\t]*){0,8}(?::[^=\\n]{1,80})?=(?!=)|` +
        `\\bfor\\s+[\\w\\s,()*]{0,80}\\b${name}\\b[\\w\\s,()*]{0,80}\\bin\\b|` +
        // What an import renames has its meaning from there.
        `\\bas\\s+${name}\\b(?<!\\bimport\\b[^\\n;]{0,300}|\\bimport[ \\t]*\\([^()]{0,2000})|` +
        `\\blambda\\s[^:\\n]{0,80}\\b${name}\\b|\\(\\s*${name}\\s*:=|` +
        // A parameter: between the name of the function and the colon after its bracket.
        `^[ \\t]*(?:async\\s+)?def\\s+\\w+\\s*(?:\\[[^\\]]{0,400}\\])?\\((?:[^()]*(?:\\([^()]*\\)[^()]*)*?,)?\\s*\\*{0,2}${name}\\s*[,:=)]`,
      'm',
    ),
  go: (name) =>
    new RegExp(
      `(?<![\\w.])${name}\\s*(?:,\\s*\\w+\\s*){0,8}:=|,\\s*${name}\\s*(?:,\\s*\\w+\\s*){0,8}:=|\\b(?:var|const)\\s+${name}\\b|` +
        `^func\\b[^{\\r\\n\\u2028\\u2029]*[(,]\\s*${name}(?:\\s*,\\s*\\w+){0,20}\\s+(?:\\.\\.\\.)?[\\w*[\\]]|\\bfunc\\s*\\([^)\\n]{0,400}\\b${name}\\s+[\\w*.[\\]]`,
      'm',
    ),
  rust: (name) =>
    new RegExp(
      `\\blet\\s+(?:mut\\s+)?${name}\\b(?!\\s*(?:[({]|::))|\\|[^|\\n]{0,80}\\b${name}\\b[^|\\n]{0,80}\\||\\bfor\\s+[^{\\n]{0,60}\\b${name}\\b[^{\\n]{0,60}\\bin\\b|` +
        `[(,]\\s*(?:mut\\s+)?${name}\\s*:(?!:)|\\b(?:Some|Ok|Err)\\(\\s*(?:ref\\s+|mut\\s+)*${name}\\s*\\)\\s*(?:=|=>|\\|)|` +
        `\\blet\\s*\\((?=[^)\\n]{0,400}\\)\\s*=)[^)\\n]{0,400}\\b${name}\\b|` +
        // What takes a struct apart: `let Point { x, name, .. } = point`, `Some(Point { x: name }) =>`.
        `\\{(?=[^{}]{0,400}\\}[)\\s]{0,20}=(?!=))(?:[^{}]{0,400}[,\\s])?(?:ref\\s+|mut\\s+)*${name}\\s*[,}]`,
    ),
  java: (name) =>
    new RegExp(
      // A name behind one of these words is used and not bound, and what is compared has a blank before its sign.
      `(?<=[\\w\\]]|[\\w>\\]?]>|\\.\\.\\.)(?<!\\b(?:return|instanceof|new|is|as|in|throw|throws|else|case|extends|implements|yield))\\s+${name}` +
        // Nor before `::`, which asks it for a method.
        `(?:\\s*(?:=(?!>)|[;,)]|:(?!:))|\\s+in\\b)|\\b${name}${NO_LABEL}\\s*->|\\bva[lr]\\s+${name}\\b|[(,]\\s*${name}${NO_LABEL}\\s*:(?!:)|` +
        // `(a, name) -> …`
        `[(,]\\s*${name}\\s*(?:,\\s*[\\w$]+\\s*){0,20}\\)\\s*->|${laterOf(name)}`,
    ),
  csharp: (name) =>
    new RegExp(
      // What is compared has a blank before its sign, and `=>` ends no type.
      `(?<=[\\w\\]]|[\\w>\\]?]>|[\\w>\\]]\\?)(?<!(?<![\\w@])(?:${USES}))\\s+${name}\\s*(?:[=;,):]|&&|\\|\\||(?:in|when|and|or)\\b)|` +
        `\\b${name}\\s*=>|[(,]\\s*${name}\\s*(?:,\\s*\\w+\\s*){0,20}\\)\\s*=>|` +
        // `var (a, name) = …`
        `\\bvar\\s*\\((?:[^()]{0,200}[\\s,(])?${name}\\s*[,)]|${laterOf(name)}|` +
        // Patterns and parts of queries: `{ Size: var name }`, `is { } name)`, `into name`; `fixed (byte* name = …)`.
        `\\b(?:var|into)\\s+${name}(?!\\w)|\\}[ \\t]*${name}\\s*(?:[):,?]|&&|\\|\\||when\\b)|\\w\\*\\s+${name}\\s*=(?!=)`,
    ),
};

const NEVER = /(?!)/;

/** One of several parameters of a lambda of Kotlin, which may take its value apart. */
const LAMBDA_ITEM = '(?:\\w+|\\([^(){}]{0,150}\\))(?:\\s*:[^,{}()\\n]{0,80})?,\\s*';

/**
 * What else binds a name in one language of a family. Sources: JLS §14.30, "Patterns"; Kotlin language specification,
 * "Destructuring declarations", "Lambda literals"; Scala 2.13 specification, "Pattern Matching", "For Comprehensions",
 * "Anonymous Functions".
 */
export const MORE_BINDERS: Readonly<Partial<Record<ScannedLanguage, (name: string) => RegExp>>> = {
  java: (name) =>
    new RegExp(
      `(?<=[\\w\\]]|[\\w>\\]?]>)(?<!\\b(?:return|instanceof|new|throw|case|yield|assert))\\s+${name}\\s*(?:->|&&|\\|\\||\\?|when\\b|\\[\\s*\\])`,
    ),
  kotlin: (name) =>
    new RegExp(
      `\\bfor\\s*\\(\\s*${name}\\s|\\b(?:va[lr]|for\\s*\\()\\s*\\((?:[^()]{0,200}[\\s,])?${name}\\s*[,:)]|` +
        `\\{\\s*(?:${LAMBDA_ITEM}){0,8}(?:${name}\\s*[:,]|\\((?:[^(){}]{0,150}[\\s,])?${name}\\s*[,:)])`,
    ),
  scala: (name) => {
    // In a pattern a name with a capital is that of a constant or type.
    if (/^\p{Lu}/u.test(name)) return NEVER;
    // No part of a longer path, and nothing that is called or asked for a member.
    const bound = `(?<![\\w$.\`])${name}(?![\\w$.(\`])`;
    return new RegExp(
      `(?<!(?:[=!<>]=|&&|\\|\\||[+*/%<-]|[^=]>|\\bif)\\s{0,5})${bound}\\s*=>|[(,]\\s*${name}\\s*(?:,\\s*[\\w$]+\\s*){0,20}\\)\\s*=>|\\bcase\\s(?:(?!=>|\\bif\\b)[\\s\\S]){0,300}?${bound}|` +
        `${bound}[^\\n;{}=]{0,100}<-|\\bfor\\s*[({][^{}]{0,300}[;{(\\n][ \\t]*${name}\\s*=(?![=>])|\\bva[lr]\\s[^=\\n]{0,200}?${bound}`,
    );
  },
};
