import type { CodeFile, Family } from '../code-file.ts';

/** Words of a language that stand before a bracket and call nothing. What is a function of its library is none of them. */
const RESERVED: Readonly<Record<Family, ReadonlySet<string>>> = {
  script: words(
    'if for while switch return function catch with in typeof instanceof void delete await yield super throw case else ' +
      'do new import require async export default extends',
  ),
  python: words(
    'if elif else for while return and or not in is assert await yield lambda del with from import except raise match case super',
  ),
  go: words(
    'if else for switch return func go defer select range chan map struct interface type case var const import',
  ),
  rust: words(
    'if else for while loop match return fn let mut ref move unsafe impl pub where in as dyn use static const async await extern',
  ),
  java: words(
    'if else for while switch return catch new throw do case try synchronized super this when match fun def val var in is as ' +
      'yield assert instanceof import',
  ),
  c: words(
    'if else for while switch return catch throw do case sizeof typeof alignof alignas decltype defined new delete operator ' +
      'noexcept static_assert requires explicit this',
  ),
  csharp: words(
    'if else for foreach while switch return catch throw new do case lock fixed using checked unchecked sizeof typeof nameof ' +
      'default when where is as in await yield base this and or not',
  ),
  php: words(
    'if elseif else for foreach while switch return function fn catch match and or xor echo print isset empty unset list array ' +
      'exit die include include_once require require_once throw new clone use instanceof declare yield case do',
  ),
  ruby: words(
    'if elsif else unless while until for in do case when return yield super not and or begin end rescue ensure then nil ' +
      'true false self module class def undef alias defined? redo retry next break BEGIN END __FILE__ __LINE__ __dir__ ' +
      '__method__ puts print raise require require_relative include block_given? extend prepend private public protected lambda loop',
  ),
  swift: words(
    'if else for while repeat switch return catch throw throws case guard let var where in is as try await func defer super ' +
      'self subscript some any do inout set unowned private fileprivate internal public open',
  ),
  // With its own commands, which are seldom functions.
  shell: words(
    'if elif else fi for while until select case esac in do done then function time return exit echo local export readonly ' +
      'declare typeset unset set shift source eval exec cd trap true false test read printf let alias break continue wait print',
  ),
};

/** The same where one language of a family keeps fewer words. Sources: JLS §3.9; ISO C23, 6.4.1. */
const RESERVED_IN: Readonly<Partial<Record<CodeFile['scanner'], ReadonlySet<string>>>> = {
  java: words(
    'if else for while switch return catch new throw do case try synchronized super this yield assert instanceof import',
  ),
  c: words('if else for while switch return do case sizeof typeof alignof alignas defined static_assert'),
};

/** Words that scripts cannot use as the name of a variable. Source: ECMAScript, "Keywords and Reserved Words". */
const SCRIPT_KEYWORDS = words(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if import in instanceof new null return super switch this throw true try typeof var void while with yield',
);

/** Whether a script cannot use a word as the name of a variable, whatever stands behind it. */
export function isScriptKeyword(name: string): boolean {
  return SCRIPT_KEYWORDS.has(name);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** Whether a name is a word of the language where it stands; behind a dot every word is a member's name. */
export function isReserved(file: CodeFile, at: number, name: string): boolean {
  const reserved = RESERVED_IN[file.scanner] ?? RESERVED[file.family];
  return reserved.has(name) && !isMember(file, at);
}

/** `a.match(…)`, `a->list()`, `A::print()`; not what is spread: `...await(…)`, nor what a dot of PHP joins. */
function isMember({ family, mask: maskOf }: CodeFile, at: number): boolean {
  const mask = maskOf();
  const before = mask[at - 1];
  if (before === '.') return mask[at - 2] !== '.' && family !== 'php';
  return (before === '>' && mask[at - 2] === '-') || (before === ':' && mask[at - 2] === ':');
}
