import { assert } from '../../base/assert.ts';
import type { ReadOutput, RefusedPiece, TextPiece } from '../../code/index.ts';
import { type Rendered, renderedCost, renderPiece, sourceCost } from './render.ts';
import type { ReadCodeArguments } from './schema.ts';

/** A piece beside what is shown of it; a refused one is shown by its reason. */
export type Shown =
  | { readonly piece: TextPiece; readonly rendered: Rendered }
  | { readonly piece: RefusedPiece; readonly rendered: null };

/**
 * Shares the budget: the cheapest pieces first, each at most an even share of what is left, so that what a small file
 * does not need goes to the larger ones after it. What is left in the end goes to those that are not whole yet.
 */
export function shareBudget(
  { pieces, args }: { readonly pieces: ReadOutput['pieces']; readonly args: ReadCodeArguments },
  budget: number,
  offset: number,
): readonly Shown[] {
  const texts = pieces.filter((piece) => piece.state === 'text');
  const byCost = [...texts].sort((a, b) => sourceCost(a) - sourceCost(b));
  const rendered = new Map<TextPiece, Rendered>();
  const mayPage = pieces.length === 1;
  const render = (piece: TextPiece, tokens: number): Rendered => renderPiece(piece, { args, tokens, mayPage, offset });
  let left = budget;
  for (const [at, piece] of byCost.entries()) {
    const shown = render(piece, Math.floor(left / (byCost.length - at)));
    rendered.set(piece, shown);
    left -= renderedCost(shown);
  }
  for (const piece of byCost) {
    const before = rendered.get(piece);
    if (before === undefined || before.isWhole || mayPage) continue;
    const again = render(piece, left + renderedCost(before));
    if (renderedCost(again) <= renderedCost(before)) continue;
    rendered.set(piece, again);
    left -= renderedCost(again) - renderedCost(before);
  }
  return pieces.map((piece) => {
    if (piece.state !== 'text') return { piece, rendered: null };
    const shown = rendered.get(piece);
    assert(shown, 'every text piece was rendered');
    return { piece, rendered: shown };
  });
}
