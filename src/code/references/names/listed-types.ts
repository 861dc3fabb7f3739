import { before, wordBefore } from '../../lex/code-text.ts';
import { typeArgumentsEnd, typeArgumentsStart } from '../places/type-arguments.ts';
import type { Spot } from './governors.ts';

/** What declares parameters for types, before the name that they stand behind; behind a function's of Kotlin stands none. */
const DECLARING =
  /\b(?:(?:class|interface|trait|record|struct|delegate|def|type|typealias|enum|extension)\s+[\w$`]*|fun)\s*$/;

/** Whether a name is one of the parameters for types that a declaration lists behind its name, or Java before a method. */
export function isTypeParameter(spot: Spot): boolean {
  const { file, mask, at, next, open, bracket } = spot;
  if (file.scanner === 'scala') {
    if (bracket !== '[' || !/^[\],<>:[]/.test(next)) return false;
    return /[[,+-]/.test(mask[before(mask, at)] ?? '') && DECLARING.test(mask.slice(Math.max(0, open - 120), open));
  }
  if (!/^(?:[,>:]|extends\b)/.test(next) || !/[<,\w]/.test(spot.previous)) return false;
  const list = typeArgumentsStart(file, at);
  if (list === -1) return false;
  if (DECLARING.test(mask.slice(Math.max(0, list - 120), list))) return true;
  const word = wordBefore(mask, list);
  const end = typeArgumentsEnd(file, list, 'declared');
  // `<T> void run(T value)` and `public <T> T run()`, whereas `List<T> run()` has a name before its list.
  const isAlone =
    word === '' || /^(?:public|private|protected|static|final|abstract|default|synchronized|fun)$/.test(word);
  return (
    isAlone &&
    end !== -1 &&
    /^\s*[\w$@]/.test(mask.slice(end, end + 40)) &&
    !/^[=(]$/.test(mask[before(mask, list)] ?? '')
  );
}
