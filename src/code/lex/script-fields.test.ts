import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test('a field is found behind one whose type ends with a bracket on a line of its own', () => {
  const text = `class Page<T> extends Base<
  Row<T>
> {
  private readonly projects: Result<
    Page,
    Error
  >
  private readonly create: Mutation<
    Project,
    Error
  >
  protected fetch!: Replace<
    Observer<T>['fetch']
  >
  plain: Map<A, B>
  last = 1
}
export interface Options {
  placeholder?:
    | Guard<T>
    | Data<
        Guard<T>
      >

  optimistic?: 'yes' | 'no'
}
class Compared {
  isLess = first >
    second
  after = 1
}
`;
  expect(scan('x.ts', text)).toEqual([
    '1-17 class Page',
    '4-7 variable Page/projects',
    '8-11 variable Page/create',
    '12-14 variable Page/fetch',
    '15-15 variable Page/plain',
    '16-16 variable Page/last',
    '18-26 interface Options',
    '19-23 variable Options/placeholder',
    '25-25 variable Options/optimistic',
    '27-31 class Compared',
    '28-29 variable Compared/isLess',
    '30-30 variable Compared/after',
  ]);
});

test('a field is found behind a comment of any length', () => {
  const comment = `  /**\n${'   * What it is for, and how it is used by whom.\n'.repeat(60)}   */\n`;
  const text = `interface Result {\n  status: Status\n${comment}  mutate: Mutate<A, B>\n}\n`;
  expect(scan('x.ts', text)).toEqual([
    '1-66 interface Result',
    '2-2 variable Result/status',
    '65-65 variable Result/mutate',
  ]);
});

test('a field of an interface may be called like a word that goes on with a statement, or begins one', () => {
  const text = `interface Query {
  from: Table
  where: Filter
  as?: string
  in?: string
  extends?: Query
  await: boolean
  last: Name
}
class Late
  extends Query {
  own = given
    as Name
  next = 1
}
`;
  expect(scan('x.ts', text)).toEqual([
    '1-9 interface Query',
    '2-2 variable Query/from',
    '3-3 variable Query/where',
    '4-4 variable Query/as',
    '5-5 variable Query/in',
    '6-6 variable Query/extends',
    '7-7 variable Query/await',
    '8-8 variable Query/last',
    '10-15 class Late',
    '12-13 variable Late/own',
    '14-14 variable Late/next',
  ]);
});

test('an interface may ask for what a module gives out without a name', () => {
  const text = `interface RouteModule {
  default: RouteComponent
  fallback?: RouteComponent
}
interface Schema {
  default?: number | null
}
`;
  expect(scan('x.ts', text)).toEqual([
    '1-4 interface RouteModule',
    '2-2 variable RouteModule/default',
    '3-3 variable RouteModule/fallback',
    '5-7 interface Schema',
    '6-6 variable Schema/default',
  ]);
});

test('type parameters on lines of their own are no fields, whatever they stand for by default', () => {
  const text = `interface Hook {
  <
    Data = any,
    Error = any,
    Get = (data: Data) => void,
  >(key: string): Data
  a: string
  b: number
}
class Store<
  S = object,
  E = () => void,
> {
  read: <
    A = any,
    B = any,
    C = () => void,
  >(key: A) => B
  last = 1
}
`;
  expect(scan('x.ts', text)).toEqual([
    '1-9 interface Hook',
    '7-7 variable Hook/a',
    '8-8 variable Hook/b',
    '10-20 class Store',
    '14-18 variable Store/read',
    '19-19 variable Store/last',
  ]);
});

test('a type whose parameters take a hundred lines has its members', () => {
  const names = Array.from({ length: 110 }, (_, at) => `  Parameter${at},\n`).join('');
  const text = `class Field<\n${names}> implements Like<\n${names}> {\n  form = 1\n  get() {}\n}\n`;
  expect(scan('x.ts', text)).toEqual(['1-226 class Field', '224-224 variable Field/form', '225-225 method Field/get']);
});
