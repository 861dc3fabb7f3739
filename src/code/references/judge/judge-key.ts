import { after } from '../../lex/code-text.ts';
import { isField } from '../../search/symbols-of.ts';
import { typeOfLiteral } from '../names/struct-fields.ts';
import { beforeAttributes } from '../places/rust-attributes.ts';
import { isInOwnMacro } from '../places/rust-macros.ts';
import { isKeyOfMember } from '../places/script-members.ts';
import type { Definition, Place } from '../reference.ts';
import { typeAround } from '../types/type-heads.ts';
import type { Finding } from './findings.ts';
import type { Case } from './in-reach.ts';
import { judgeOfType } from './judge-member.ts';

/** A key of a struct of Go or Rust that is given its values: the field of the type before the brace. */
export function judgeKey(one: Case, place: Place, own: readonly Definition[]): Finding {
  // What names a parameter or a part of a tuple in a script names nothing else, with a body behind it or without.
  if (one.file.family === 'script') return isKeyOfMember(one.file, place) ? null : 'else';
  const { at } = place;
  const fields = own.filter(({ symbol }) => isField(symbol));
  if (fields.length === 0 || (one.file.family !== 'go' && one.file.family !== 'rust')) return null;
  const written = typeOfLiteral(one.file, at);
  const type = written === 'Self' ? (typeAround(one.file, at)?.name ?? null) : written;
  return judgeOfType(one, { type, at }, fields);
}

/** The same where the key stands for its value as well, `Point { x, y }` of Rust: no other name alone is a field. */
export function judgeShort(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (one.file.family !== 'rust' || !own.every(({ isUnlisted }) => isUnlisted)) return null;
  const mask = one.file.mask();
  const ahead = mask[beforeAttributes(one.file, bindingStart(mask, place.at))] ?? '';
  const behind = mask[after(mask, place.at + place.name.length)] ?? '';
  if (!/[{,]/.test(ahead) || !/[,}]/.test(behind)) return isInOwnMacro(one.file, place.at) ? null : 'else';
  return judgeKey(one, place, own);
}

/** Where a pattern begins that binds a field by its name: `Point { ref mut x }`. Source: The Rust Reference, "Struct patterns". */
function bindingStart(mask: string, at: number): number {
  return at - (/(?<!\w)(?:ref\s+)?(?:mut\s+)?$/.exec(mask.slice(Math.max(0, at - 60), at))?.[0].length ?? 0);
}
