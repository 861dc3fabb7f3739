import { offsetOf } from '../names/declarations.ts';
import { setterCall } from '../places/ruby-setters.ts';
import type { Definition, Place } from '../reference.ts';
import type { Case } from './in-reach.ts';

/** Characters before an attribute that are looked at for the word that declares it. */
const WORD_BEFORE_MAX = 1_000;

/**
 * Whether a place of Ruby gives a value to a member that all of some declarations of its file are attributes for that take
 * one: `self.level = 1` with `attr_accessor :level`. Source: Ruby documentation, `Module#attr_writer`.
 */
export function givesToAttribute({ file }: Case, place: Place, own: readonly Definition[]): boolean {
  const isWritten = ({ file: declaring, symbol }: Definition): boolean => {
    if (declaring !== file.path || symbol.kind !== 'variable') return false;
    const at = offsetOf(file, symbol);
    const words = file
      .mask()
      .slice(Math.max(0, at - WORD_BEFORE_MAX), at)
      .match(/\battr_(?:reader|writer|accessor)\b/g);
    return words !== null && words.at(-1) !== 'attr_reader';
  };
  return setterCall(file, place) !== null && own.every(isWritten);
}
