import { expect, test } from 'vitest';
import type { Structure } from '../../code/questions/structure.types.ts';
import { ROUTE_FRAMEWORKS } from '../../code/routes/routes.ts';
import { routeSections } from './fact-sections.ts';

const FILE = { file: 'a.ts', line: 1, known: 'import', isAside: false } as const;

/** The title of the routes of some frameworks. */
function title(frameworks: readonly string[]): string {
  const rows = frameworks.map((framework) => ({ ...FILE, framework, method: 'GET', path: '/' }));
  const facts = { routes: { total: rows.length, rows }, routeFrameworks: ['Express', 'Gin'] };
  return routeSections(facts as unknown as Structure, true, true)[0]?.title ?? '';
}

test('routes are told with what is joined in the paths of their frameworks, and not of others', () => {
  expect(title(['Express', 'Gin', 'chi', 'Spring MVC'])).toContain(
    'read: Express, Gin; mounts of Express, chi are added within one file; groups and scopes of Gin, chi are added within one file; what other functions',
  );
  expect(title(['Spring MVC'])).toContain('read: Express, Gin; what other functions');
});

test('each framework whose paths are joined is one that is read', () => {
  const joined = title([...ROUTE_FRAMEWORKS]).match(/(?<=of )[\w.,# ]+(?= are added)/g) ?? [];
  const names = joined.flatMap((list) => list.split(', '));
  expect(names.length).toBe(18);
  expect(names.filter((name) => !ROUTE_FRAMEWORKS.includes(name as never))).toEqual([]);
});
