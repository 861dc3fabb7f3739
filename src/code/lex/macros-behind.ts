import type { Candidate } from './candidates.ts';

/** Words of a type or before one. */
export const TYPE_WORD =
  /^(?:auto|bool|char|char8_t|char16_t|char32_t|class|const|consteval|constexpr|constinit|double|enum|explicit|extern|float|friend|inline|int|long|mutable|register|short|signed|static|struct|thread_local|typename|union|unsigned|virtual|void|volatile|wchar_t|__\w+)$/;
/** Words of a declaration that are no type. */
export const SPECIFIER =
  /^(?:const|constexpr|extern|friend|inline|mutable|static|virtual|volatile|class|enum|struct|union)$/;
/** What only the parameters of a function hold: a type with a name or a mark behind it. */
const PARAMETERS = /^\s*(?:$|void\s*$|\.\.\.|(?:[\w:]+\s*(?:<[^<>]{0,100}>)?\s*[*&]|[\w:]+\s+\w))/;

/**
 * Whether a name in capitals is a macro behind the field that a statement declares: `int size_ GUARDED_BY(mutex_);`. Before
 * it stand a type and a name of its own, where a function would have its type alone. Capitals before a single word may be a
 * type or one more macro: then its parameters tell.
 */
export function isMacroBehind(mask: string, before: string, { group }: Candidate): boolean {
  const plain = withoutAngles(before).replace(/\[[^\]]*\]/g, ' ');
  const last = /(?:^|[\s*&>])([A-Za-z_]\w*)\s*$/.exec(plain)?.[1];
  if (last === undefined || TYPE_WORD.test(last) || /^[A-Z][A-Z0-9_]*$/.test(last)) return false;
  const words = plain.split(/[\s*&]+/).filter((word) => word !== '' && !/^(?:::)?$/.test(word));
  const telling = words.filter((word) => !SPECIFIER.test(word));
  if (telling.length < 2) return false;
  const isMarked = telling.length === 2 && /^[A-Z][A-Z0-9_]*$/.test(telling[0] ?? '') && !/[*&]/.test(plain);
  return !isMarked || !PARAMETERS.test(mask.slice(group.open + 1, Math.min(group.close, group.open + 200)));
}

/** Type arguments become blanks. */
export function withoutAngles(text: string): string {
  if (!text.includes('<')) return text;
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '<') depth += 1;
    kept += depth === 0 ? character : ' ';
    if (character === '>') depth = Math.max(0, depth - 1);
  }
  return kept;
}
