import { expect, test } from 'vitest';
import { refuseSource } from './refuse-source.ts';

const SHOP = { project: { name: 'shop' }, source: { ref: 'nope' }, prefix: 'web' };

test('a source that cannot be opened is told by the name of its project, with what was asked for and what to do', () => {
  const refs = { refArguments: ['ref', 'since'], earlier: { argument: 'since', ref: 'older' } };
  const textOf = (problem: Parameters<typeof refuseSource>[0]): string => refuseSource(problem, SHOP, refs).text;
  expect(textOf('unknown_ref')).toBe(
    'not_found: shop: there is no such branch, tag or commit (ref "nope").\nnext: call again without ref, or with one that exists',
  );
  expect(textOf('unknown_earlier')).toContain('since "older" names no branch, tag or commit of the project');
  expect(textOf('not_a_repository')).toMatch(/\nnext: call again without ref, since and @ in path$/);
  expect(textOf('empty_prefix')).toContain('no files below that folder ("web")');
  expect(textOf('being_listed')).toMatch(/^not_indexed: shop: /);
});

test('who counts back from a ref is told that a shallow clone may not go back that far', () => {
  const back = { ...SHOP, source: { ref: 'HEAD~5' } };
  const refs = { refArguments: ['ref'], earlier: { argument: 'since', ref: 'main^' } };
  expect(refuseSource('unknown_ref', back, refs).text).toContain(
    '(ref "HEAD~5"), or its history is not that long, as that of a shallow clone.',
  );
  expect(refuseSource('unknown_earlier', back, refs).text).toContain(
    'as that of a shallow clone; nothing was compared.',
  );
});

test('words of the caller are said back in one line, cut, and without keys', () => {
  const ref = `a\nb ${'x'.repeat(500)}`;
  const { text } = refuseSource('unknown_ref', { ...SHOP, source: { ref } }, { refArguments: [] });
  expect(text.split('\n')).toHaveLength(2);
  expect(text.length).toBeLessThan(300);
});
