import { type CodeFile, lineAt } from '../code-file.ts';
import { includedFiles } from '../names/included-files.ts';
import { isUnderOtherCondition } from '../places/c-branches.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType, typeAround } from '../types/type-heads.ts';
import { type Finding, isTop, sameFile } from './findings.ts';
import { type Case, isIncluded, isOfOneFile, isReached } from './in-reach.ts';

/**
 * A bare name of C or C++ that comes from what its file includes. A macro that only gives a function another name
 * (`#define crc32 z_crc32`) does so where it is declared, too, and so both are meant, whatever the conditions around it say.
 */
export function judgeIncluded(one: Case, place: Place, own: readonly Definition[]): Finding {
  const renames = own.filter((definition) => isRename(definition) && isIncluded(one, definition.file));
  const renamed = own.filter((definition) => !renames.includes(definition));
  if (renames.length === 0 || renamed.length === 0) return judgeVisible(one, place, own);
  const found = judgeVisible(one, place, renamed);
  const meant = typeof found === 'string' ? renamed : (found?.meant ?? renamed);
  const isSure = meantByImport(found) && meant.every(({ file }) => isRenamed(one, file, renames));
  return { evidence: isSure ? 'import' : 'name', meant: [...renames, ...meant] };
}

function meantByImport(found: Finding): found is Verdict {
  return found !== null && typeof found !== 'string' && found.evidence !== 'name';
}

/** Whether a file includes all that gives another name to what it has. */
function isRenamed({ links }: Case, file: string, renames: readonly Definition[]): boolean {
  const included = includedFiles(links, file);
  return renames.every((rename) => included.has(rename.file));
}

/** `#define name other`. Source: ISO C23, 6.10.5, "Macro replacement". */
function isRename({ symbol }: Definition): boolean {
  return symbol.kind === 'macro' && /^#[ \t]*define[ \t]+\w+[ \t]+[A-Za-z_]\w*\s*$/.test(symbol.signature);
}

/** The same where no other declaration may be visible in the file. */
function judgeVisible(one: Case, { at }: Place, own: readonly Definition[]): Finding {
  const seen = own.filter((definition) => mayBeSeen(one, definition));
  const isInType = typeAround(one.file, at) !== null;
  const visible = isInType ? seen : seen.filter(isTop);
  const reached = visible.filter((definition) => isTop(definition) && isReached(one, definition));
  const ofHeader = ownOfHeader(one, reached);
  if (ofHeader.length > 0) return { evidence: 'import', meant: ofHeader };
  const isOnly = sameFile(visible) || reached.every(({ file }) => isIncluded(one, file));
  if (isOnly && sameFile(reached)) return { evidence: 'import', meant: reached };
  return seen.length > 0 && seen.length < own.length ? { evidence: 'name', meant: seen } : null;
}

/**
 * What the only header in reach has that a file includes, where that is its own (`static inline`): beside it no function
 * of that name from elsewhere can be meant, since the two would clash, as they do not with a macro, a type, or what lies in
 * another namespace. None without such.
 */
function ownOfHeader(one: Case, reached: readonly Definition[]): readonly Definition[] {
  const included = reached.filter(({ file }) => file !== one.file.path && isIncluded(one, file));
  const isOnly = included.length === reached.length;
  const isOwn = (definition: Definition): boolean =>
    isOfOneFile(definition.symbol) && (isOnly || reached.every((other) => wouldClash(definition, other)));
  return sameFile(included) && included.every(isOwn) ? included : [];
}

/** Whether one file could not have both of two declarations of a name. */
function wouldClash(one: Definition, other: Definition): boolean {
  if (one.symbol.kind === 'macro') return false;
  const [isOne, isOther] = [isType(one.family, one.symbol), isType(other.family, other.symbol)];
  return isOne ? isOther : !isOther && one.container === other.container;
}

/** Whether a declaration may be known to a file at all: what only its own text knows is none of others, unless a header has it. */
function mayBeSeen(one: Case, { file, symbol, container, isOfNamespace }: Definition): boolean {
  if (/\.h\w*$/.test(file) || isIncluded(one, file)) return true;
  return (container !== null && !isOfNamespace) || !isOfOneFile(symbol);
}

/**
 * What is in scope of C or C++ under a condition that a place does not stand under may not be there for a compiler, and what
 * stands behind a place is not known there where it is declared nowhere else: what else is in reach may then be meant.
 */
export function orIncluded(
  one: Case,
  { at }: Place,
  { here, own }: { readonly here: Verdict; readonly own: readonly Definition[] },
): Verdict {
  const [only] = here.meant;
  if (one.file.family !== 'c' || here.meant.length !== 1 || only === undefined) return here;
  if (!isUnderOtherCondition(one.file, only.symbol.line, at) && !isBehind(one.file, only, at)) return here;
  const others = own.filter((declared) => declared !== only && isTop(declared) && isReached(one, declared));
  return others.length === 0 ? here : { evidence: 'name', meant: [only, ...others] };
}

/** Whether a function of C++, which may be one of several, begins behind a place. Source: ISO C++, "Point of declaration". */
function isBehind(file: CodeFile, { symbol }: Definition, at: number): boolean {
  return file.scanner === 'cpp' && symbol.kind === 'function' && symbol.line > lineAt(file, at);
}
