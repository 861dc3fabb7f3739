import type { ReadFile } from '../import-language.ts';
import { isTypedPath } from './find-file.ts';
import type { ScriptFacts, ScriptMention } from './mentions.ts';
import type { ScriptResolver } from './resolve.ts';

/** Files that give a name out again, one behind the other, and statements of one of them that are followed for a name. */
const STEPS_MAX = 4;
const STATEMENTS_MAX = 40;

/** Whether all that a statement takes of a file are types there, so that a compiler leaves it out of what runs. */
export type OnlyTypes = (from: string, mention: ScriptMention, target: string) => boolean;

/**
 * `import { Row } from './row'` names no value where `Row` is an interface: what the file says of its own names counts,
 * also through those that give them out again. What a name means elsewhere is not known and taken for a value.
 * Source: TypeScript, "Modules Reference", "Import elision".
 */
export function makeOnlyTypes(files: readonly ReadFile<ScriptFacts>[], resolve: ScriptResolver): OnlyTypes {
  const byPath = new Map(files.map(({ path, facts }) => [path, { facts, types: new Set(facts.types) }]));
  const known = new Map<string, boolean>();

  function isType(path: string, name: string, steps: number): boolean {
    const file = byPath.get(path);
    if (file === undefined || file.types.has(name) || steps === STEPS_MAX) return file?.types.has(name) === true;
    const key = `${path}\0${name}`;
    const told = known.get(key);
    if (told !== undefined) return told;
    // What leads back here on its way is no answer.
    known.set(key, false);
    const givers = file.facts.mentions.filter(
      ({ givesOut }) => givesOut === 'all' || givesOut?.includes(name) === true,
    );
    // A name that is listed goes before a star.
    const ordered = givers.toSorted((a, b) => Number(a.givesOut === 'all') - Number(b.givesOut === 'all'));
    const answer = ordered.slice(0, STATEMENTS_MAX).some((one) => isGivenType(path, name, one, steps));
    known.set(key, answer);
    return answer;
  }

  function isGivenType(path: string, name: string, giver: ScriptMention, steps: number): boolean {
    if (giver.takes === 'types') return giver.givesOut !== 'all' || leads(path, name, giver, steps);
    // Under another name it has to be asked for by its own, which the list does not tell.
    return (giver.givesOut === 'all' || giver.names?.includes(name) === true) && leads(path, name, giver, steps);
  }

  function leads(path: string, name: string, giver: ScriptMention, steps: number): boolean {
    const target = resolve({ from: path, wants: 'program' }, giver.specifier);
    return target.kind === 'file' && isType(target.path, name, steps + 1);
  }

  return (from, { names, kind }, target) => {
    const isTyped = isTypedPath(from) || byPath.get(from)?.facts.isTyped === true;
    if (names === null || names.length === 0 || !isTyped) return false;
    return (kind === 'import' || kind === 'reexport') && names.every((name) => isType(target, name, 0));
  };
}
