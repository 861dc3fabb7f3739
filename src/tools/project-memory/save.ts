import { newId } from '../../base/ids.ts';
import { DAY_MS } from '../../base/units.ts';
import { findNearDuplicate, NOTE_BYTES_MAX, NOTES_MAX, type Note, type NoteRef } from '../../domain/memory/index.ts';
import { cutText, statusAnswer } from '../shared/answer.ts';
import { fence, redactSecrets, safeText } from '../shared/safe-text.ts';
import { fitJson, roomBeside, withMessage } from '../shared/structured.ts';
import type { ToolAnswer, ToolContext } from '../tool.ts';
import { findPlaces, type MemoryDeps, type NoteScope, type RefNow, unknownNote } from './deps.ts';
import { itemOf, NOTICE } from './present.ts';
import type { MemoryArguments } from './schema.ts';

/**
 * Writes a note under a key that has none; offers an update where a note says nearly the same. The key is looked up for
 * a good answer only: what holds against a second writer is the version that `put` expects, 0 for none.
 */
export async function saveNote(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const refusal = refuseContent(args);
  if (refusal !== null) return refusal;
  const key = args.key ?? '';
  const text = args.text ?? '';
  const current = await deps.notes.find(scope.accountId, scope.projectId, key, context.now);
  if (current !== null) return conflict(current, { yourText: text, yourVersion: 0 });
  const twin = findNearDuplicate(await deps.notes.list(scope.accountId, scope.projectId, context.now), text);
  const places = await placeRefs(deps, scope, args.refs ?? [], context);
  const note: Note = {
    id: newId(context.now),
    accountId: scope.accountId,
    projectId: scope.projectId,
    key,
    type: args.type ?? 'fact',
    text,
    tags: args.tags ?? [],
    refs: places.refs,
    links: args.links ?? [],
    pinned: args.pin ?? false,
    version: 1,
    createdAt: context.now,
    updatedAt: context.now,
    byKey: context.caller.keyPrefix ?? 'none',
    commit: places.commit,
    expiresAt: expiryOf(args.expires_days, context.now),
    forgottenAt: null,
  };
  const written = await deps.notes.put(note, 0, NOTES_MAX[context.caller.plan]);
  if (written === null) return explainRefusedPut(deps, scope, note, context);
  return presentWritten(scope, written, places, twin);
}

/**
 * Changes a live note, on the version that the caller has read; without `expect_version` on the present one. Either way
 * `put` refuses when somebody else was faster.
 */
export async function updateNote(
  deps: MemoryDeps,
  args: MemoryArguments,
  scope: NoteScope,
  context: ToolContext,
): Promise<ToolAnswer> {
  const refusal = refuseContent(args);
  if (refusal !== null) return refusal;
  const key = args.key ?? '';
  const current = await deps.notes.find(scope.accountId, scope.projectId, key, context.now);
  if (current === null) return unknownNote(scope, key);
  const expected = args.expect_version ?? current.version;
  if (expected !== current.version) {
    return conflict(current, { yourText: args.text ?? current.text, yourVersion: expected });
  }
  // Who writes the text anew has looked at its places again.
  const isPlacedAnew = args.refs !== undefined || args.text !== undefined;
  const refs = args.refs ?? current.refs.map(({ ref }) => ref);
  const places = isPlacedAnew ? await placeRefs(deps, scope, refs, context) : null;
  const note = changeNote(current, args, places, context);
  const written = await deps.notes.put(note, current.version, NOTES_MAX[context.caller.plan]);
  if (written === null) return explainRefusedPut(deps, scope, note, context);
  return presentWritten(scope, written, places, null);
}

/** The next version: what is not given stays. It is signed by the key that changed it, whoever wrote the first one. */
function changeNote(current: Note, args: MemoryArguments, places: Placed | null, context: ToolContext): Note {
  const { type = current.type, text = current.text, tags = current.tags } = args;
  const { links = current.links, pin = current.pinned } = args;
  return {
    ...current,
    ...{ type, text, tags, links, pinned: pin },
    refs: places?.refs ?? current.refs,
    version: current.version + 1,
    updatedAt: context.now,
    byKey: context.caller.keyPrefix ?? 'none',
    commit: places?.commit ?? current.commit,
    expiresAt: args.expires_days === undefined ? current.expiresAt : expiryOf(args.expires_days, context.now),
  };
}

/**
 * Refuses what must not be kept; null when all may. Every text of a note is looked through, its key and links too.
 * Thoughts are redacted, notes refused: a note is shown to others, and one with a hole in it misleads them.
 */
function refuseContent(args: MemoryArguments): ToolAnswer | null {
  if (Buffer.byteLength(args.text ?? '') > NOTE_BYTES_MAX) {
    return statusAnswer({
      status: 'bad_arguments',
      text: `text is longer than ${NOTE_BYTES_MAX} bytes.`,
      next: 'split it',
    });
  }
  const links = (args.links ?? []).flatMap(({ to, rel }) => [to, rel]);
  const all = [args.key ?? '', args.text ?? '', ...(args.tags ?? []), ...(args.refs ?? []), ...links].join('\n');
  const { kinds } = redactSecrets(all);
  if (kinds.length === 0) return null;
  return statusAnswer({
    status: 'forbidden',
    text: `the note holds what looks like a secret (${kinds.join(', ')}); nothing was saved, because notes are shown to every client of the account.`,
    next: 'save it without the secret; say where the secret is kept instead',
  });
}

interface Placed {
  readonly refs: readonly NoteRef[];
  readonly commit: string | null;
  readonly states: readonly RefNow[];
  /** One line for each reference that does not hold. */
  readonly warnings: readonly string[];
}

/** Fingerprints the places that a note is about, so that their change is noticed later. */
async function placeRefs(
  deps: MemoryDeps,
  scope: NoteScope,
  refs: readonly string[],
  context: ToolContext,
): Promise<Placed> {
  const places = await findPlaces(deps, scope, refs, context.signal);
  const warnings: string[] = [];
  const states: RefNow[] = [];
  const placed = refs.map((ref): NoteRef => {
    const place = places.get(ref);
    states.push({ ref, state: place === undefined ? 'unchecked' : place.isThere ? 'ok' : 'gone' });
    if (place === undefined)
      warnings.push(`ref ${cutText(ref, 80)}: could not be checked now; its changes will not be noticed`);
    else if (!place.isThere) warnings.push(`ref ${cutText(ref, 80)}: ${cutText(place.reason, 120)}`);
    return { ref, blobId: place?.blobId ?? null, symbolHash: place?.symbolHash ?? null };
  });
  return { refs: placed, commit: [...places.values()][0]?.commit ?? null, states, warnings };
}

/** 0 days means never. */
function expiryOf(days: number | undefined, now: Date): Date | null {
  return days === undefined || days === 0 ? null : new Date(now.getTime() + days * DAY_MS);
}

/** The store refused: somebody was faster, or the scope is full. */
async function explainRefusedPut(
  deps: MemoryDeps,
  scope: NoteScope,
  note: Note,
  context: ToolContext,
): Promise<ToolAnswer> {
  const current = await deps.notes.find(scope.accountId, scope.projectId, note.key, context.now);
  if (current !== null) return conflict(current, { yourText: note.text, yourVersion: note.version - 1 });
  if (note.version > 1) return unknownNote(scope, note.key);
  const most = NOTES_MAX[context.caller.plan];
  return statusAnswer({
    status: 'bad_arguments',
    text: `${scope.name} holds ${most} notes, the most of the plan (${context.caller.plan}); nothing was saved.`,
    next: 'forget or merge notes first (project_memory action="list")',
  });
}

/**
 * Both texts, so that nothing is lost and the caller can merge them. Each is fenced: the stored one may be another
 * client's.
 */
function conflict(current: Note, mine: { readonly yourText: string; readonly yourVersion: number }): ToolAnswer {
  const why =
    mine.yourVersion === 0
      ? `"${current.key}" exists (version ${current.version}); nothing was saved.`
      : `"${current.key}" is at version ${current.version}, you changed version ${mine.yourVersion}; nothing was saved.`;
  const next = `merge both and call action="update" key="${current.key}" expect_version=${current.version}`;
  const texts = [
    fence(`stored text, version ${current.version}, written by ${current.byKey}`, current.text),
    fence('your text', mine.yourText),
  ];
  const structured = {
    status: 'conflict',
    message: why,
    next,
    notice: NOTICE,
    items: [{ key: current.key, version: current.version, type: current.type, by_key: current.byKey }],
    total: 1,
  };
  const versions = { current_version: current.version, your_version: mine.yourVersion };
  const both = fitBoth(
    safeText(current.text),
    safeText(mine.yourText),
    roomBeside({ ...structured, conflict: { ...versions, current_text: '', your_text: '', cut: CUT } }),
  );
  return {
    text: [`conflict: ${why}`, ...texts, `next: ${next}`].join('\n'),
    structured: { ...structured, conflict: { ...versions, ...both } },
  };
}

const CUT =
  'ends in …: the texts are too long for one answer. action="get" with the key reads the stored text whole; yours is what you sent.';

/** Both texts as far as they fit; where they do not, the stored one has most of the room, since the other is the caller's own. */
function fitBoth(
  current: string,
  mine: string,
  room: number,
): { readonly current_text: string; readonly your_text: string; readonly cut?: string } {
  const mineRoom = Math.min(JSON.stringify(mine).length, Math.floor(room / 4));
  const currentText = fitJson(current, room - mineRoom);
  const yourText = fitJson(mine, room - JSON.stringify(currentText).length);
  const isWhole = currentText === current && yourText === mine;
  return { current_text: currentText, your_text: yourText, ...(isWhole ? {} : { cut: CUT }) };
}

/**
 * What was kept, what of its places does not hold, and the note that may make it superfluous. The text is not said
 * back: the caller has just sent it.
 */
function presentWritten(scope: NoteScope, note: Note, placed: Placed | null, twin: Note | null): ToolAnswer {
  const near =
    twin === null
      ? []
      : [
          `near-duplicate: "${twin.key}" says nearly the same.`,
          `next: merge into it with action="update" key="${twin.key}" expect_version=${twin.version}, then action="forget" key="${note.key}"`,
        ];
  // An update that did not look at the places says nothing of them.
  const refs = placed?.states ?? note.refs.map(({ ref }) => ({ ref, state: 'unchecked' as const }));
  const lines = [
    `ok: saved "${note.key}" version ${note.version} in ${scope.name}`,
    ...(placed?.warnings ?? []),
    ...near,
  ];
  return withMessage(
    { text: safeText(lines.join('\n')) },
    {
      status: 'ok',
      items: [itemOf({ note, refs })],
      total: 1,
      ...(twin === null ? {} : { near_duplicate: { key: twin.key, version: twin.version } }),
    },
  );
}
