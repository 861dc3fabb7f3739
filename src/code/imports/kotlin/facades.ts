import { nameOf } from '../../text/paths.ts';
import type { Facade } from '../typed/facts.ts';

/** Annotations of a file, each with its arguments, or several in brackets. */
const OF_FILE = /(?<![\w.@])@file:\s{0,20}(?:\[[^[\]]{0,500}\]|[\w.]{1,100}(?:\([^()]{0,300}\))?)/g;
const NAMED = /\bJvmName\s{0,5}\(\s{0,20}(?:name\s{0,5}=\s{0,5})?"/;
const SHARED = /\bJvmMultifileClass\b/;
/** Source: Kotlin, "Calling Kotlin from Java", a name that the class file may have. */
const NAME = /^[A-Za-z_$][\w$]{0,200}$/;

/** What annotations say of the class that holds the functions and values at the top of a Kotlin file for other languages. */
export function findFacade(text: string, mask: string): Facade {
  let name: string | null = null;
  let isShared = false;
  for (const { 0: annotation, index } of mask.matchAll(OF_FILE)) {
    if (SHARED.test(annotation)) isShared = true;
    const open = NAMED.exec(annotation);
    if (open === null) continue;
    const from = index + open.index + open[0].length;
    const given = text.slice(from, mask.indexOf('"', from));
    if (NAME.test(given)) name = given;
  }
  return { name, isShared };
}

/**
 * The class that Kotlin makes of a file without such a name, `FileKt`: signs that no name may hold are `_`. Source: Kotlin,
 * "Calling Kotlin from Java", "Package-level functions".
 */
export function facadeNameOf(path: string): string {
  const name = nameOf(path)
    .replace(/\.kt$/, '')
    .replace(/[^\p{L}\p{N}_$]/gu, '_');
  const whole = /^\p{N}/u.test(name) ? `_${name}` : name;
  return `${whole.slice(0, 1).toUpperCase()}${whole.slice(1)}Kt`;
}
