import { makeRowSink } from '../../search/row-sink.ts';
import { type LightRow, ROLE_RANK, type SearchResult } from '../../search/search.ts';
import { isField } from '../../search/symbols-of.ts';
import type { Definition } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { answerOf, leftNote, noCounts } from '../uses/answer.ts';
import { declarationRow } from '../uses/find-references.ts';
import { hopsOf, type ReferenceQuestion } from '../uses/reference-search.ts';
import { findMethods, findMethodsOf } from './find-methods.ts';
import type { Implementation, Walk } from './implementation.ts';
import { walkDown } from './walk-down.ts';

/**
 * What extends, implements or embeds what was asked for; for a method the methods of that name in the subtypes of its
 * type.
 */
export async function findImplementations(question: ReferenceQuestion): Promise<SearchResult> {
  const walk: Walk = {
    question,
    found: new Map(),
    expanded: new Set(),
    notes: new Set(),
    end: question.known.end,
    left: 0,
  };
  const types = question.targets.filter(({ family, symbol }) => isType(family, symbol));
  const members = question.targets.filter(
    (target) => target.container !== null && (types.length === 0 || isTypeMember(target)),
  );
  if (question.owner !== null) await findMethodsOf(walk, question.owner);
  else if (types.length === 0 && isFromOutside(question)) await findOutside(walk);
  else {
    if (types.length > 0) await walkDown(walk, types, hopsOf(question.search));
    if (members.length > 0) await findMethods(walk, members);
  }
  return present(walk);
}

/** Whether it is a type that others may put another in the place of. Source: Scala 2.13 Specification, "Overriding". */
function isTypeMember({ file, symbol }: Definition): boolean {
  return symbol.kind === 'type' && file.endsWith('.scala');
}

/** Whether what was asked for can only be declared elsewhere: a field of that name is no type. */
function isFromOutside({ targets, query }: ReferenceQuestion): boolean {
  return targets.length === 0 || (query.containers.length === 0 && targets.every(({ symbol }) => isField(symbol)));
}

/** What names it in its head; which methods it asks for is not known, by which types of Go have it without a word. */
async function findOutside(walk: Walk): Promise<void> {
  await walkDown(walk, [], hopsOf(walk.question.search));
  walk.notes.add('of a type from outside only what names it in its head is found, not what has its methods');
}

function present(walk: Walk): SearchResult {
  const { question, found, notes: said, left } = walk;
  const { input } = question.search;
  const sink = makeRowSink<LightRow>();
  const counts = noCounts();
  const files = new Set<string>();
  for (const one of found.values()) {
    const { file, role } = one.definition;
    counts[one.evidence] += 1;
    files.add(file);
    sink.add((one.evidence === 'name' ? 100 : 0) + one.depth * 4 + ROLE_RANK[role], rowOf(one));
  }
  const notes = [...said, ...leftNote(left, 'type')];
  const end = left === 0 ? walk.end : { ...walk.end, isComplete: false };
  return {
    ...answerOf(question, 'implementations', { counts, end, notes }),
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: files.size },
  };
}

function rowOf({ definition, evidence, depth, of }: Implementation): LightRow {
  return declarationRow(definition, 1, { evidence, depth, of, at: null });
}
