import { expect, test } from 'vitest';
import { makePage, type Page } from './fit.ts';
import type { Section } from './section.ts';

const list = (name: string, rows: number, keptRows?: number): Section => ({
  name,
  title: name,
  total: rows,
  rows: Array.from({ length: rows }, (_, at) => ({ text: `${name} ${at}`, data: at })),
  isAsked: true,
  ...(keptRows === undefined ? {} : { keptRows }),
});

const SECTIONS = [list('layers', 11, 25), ...['cycles', 'used', 'entries', 'decisions'].map((name) => list(name, 40))];

const rowsOf = (page: Page): number => page.sections.reduce((sum, { rows }) => sum + rows.length, 0);

function pageOf(rowsMax: number): readonly number[] {
  return makePage(SECTIONS, null, (page) => rowsOf(page) <= rowsMax).sections.map(({ rows }) => rows.length);
}

test('layers are told whole while a row of each other list is', () => {
  expect(pageOf(60)).toEqual([11, 12, 12, 12, 12]);
  expect(pageOf(19)).toEqual([11, 2, 2, 2, 2]);
  expect(pageOf(15)).toEqual([11, 1, 1, 1, 1]);
  expect(pageOf(14)).toEqual([2, 2, 2, 2, 2]);
  expect(pageOf(5)).toEqual([1, 1, 1, 1, 1]);
  expect(pageOf(4)).toEqual([0, 0, 0, 0, 0]);
});

test('pages from any cut on show every row once', () => {
  for (const rowsMax of [60, 19, 15, 14, 7, 5]) {
    const seen: string[] = [];
    let page = makePage(SECTIONS, null, (tried) => rowsOf(tried) <= rowsMax);
    for (;;) {
      seen.push(...page.sections.flatMap(({ rows }) => rows.map(({ text }) => text)));
      if (page.next === null) break;
      page = makePage(SECTIONS, page.next, (tried) => rowsOf(tried) <= rowsMax);
    }
    expect(seen.toSorted()).toEqual(SECTIONS.flatMap(({ rows }) => rows.map(({ text }) => text)).toSorted());
  }
});
