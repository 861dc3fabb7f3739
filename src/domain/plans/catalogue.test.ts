import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlansFile, SET_A, SET_B } from './catalogue.ts';
import { mayScopeTools, planTitle } from './entitlements.ts';

const plan = { requestsPerMonth: 1, requestsPerMinute: 2, backends: 3, toolScopes: false };
const file = { free: plan, pro: plan, max: plan };

describe('the two sets of the specification [L8]', () => {
  test('set A', () => {
    const numbers = Object.values(SET_A).map((p) => [p.requestsPerMonth, p.requestsPerMinute, p.backends]);
    expect(numbers).toEqual([
      [555, 55, 3],
      [3500, 300, 10],
      [10000, 1000, 20],
    ]);
    expect(SET_A.free.exceededHint).toBe('share Portico to earn bonus requests');
  });

  test('set B', () => {
    const numbers = Object.values(SET_B).map((p) => [p.requestsPerMonth, p.requestsPerMinute, p.backends]);
    expect(numbers).toEqual([
      [300, 10, 3],
      [3500, 60, 10],
      [10000, 200, 20],
    ]);
    expect(SET_B.free.exceededHint).toBeUndefined();
  });

  test.each([SET_A, SET_B])('only Pro and Max may scope tools', (plans) => {
    expect([mayScopeTools(plans, 'free'), mayScopeTools(plans, 'pro'), mayScopeTools(plans, 'max')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('plans are named as people read them', () => {
    expect([planTitle('free'), planTitle('pro'), planTitle('max')]).toEqual(['Free', 'Pro', 'Max']);
  });
});

describe('a plans file [L8]', () => {
  test('with the shape of set A is set A', () => {
    const { free, pro, max } = SET_A;
    const strip = ({ name: _, ...rest }: typeof free) => rest;
    const read = readPlansFile(JSON.parse(JSON.stringify({ free: strip(free), pro: strip(pro), max: strip(max) })));
    expect(read).toEqual({ ok: true, value: SET_A });
  });

  test('may say null for unlimited and 0 for nothing', () => {
    const unlimited = { ...plan, requestsPerMonth: null, requestsPerMinute: 0, backends: null };
    const read = readPlansFile({ ...file, max: unlimited });
    expect(read.ok && read.value.max).toEqual({ name: 'max', ...unlimited });
  });

  test.each([
    [null, 'a plans file is a JSON object'],
    [[], 'a plans file is a JSON object'],
    ['free', 'a plans file is a JSON object'],
    [{ ...file, team: plan }, '"team" is no plan'],
    [Object.assign(JSON.parse('{"__proto__":{}}'), file), '"__proto__" is no plan'],
    [{ free: plan, pro: plan }, 'the plan max is missing'],
    [{ ...file, pro: null }, 'the plan pro is missing or not an object'],
    [{ ...file, pro: [plan] }, 'the plan pro is missing or not an object'],
    [{ ...file, pro: { ...plan, price: 1 } }, 'pro."price" is not known'],
    [{ ...file, pro: { ...plan, requestsPerMonth: '5' } }, 'pro.requestsPerMonth must be a whole number'],
    [{ ...file, pro: { ...plan, requestsPerMonth: -1 } }, 'pro.requestsPerMonth must be a whole number'],
    [{ ...file, pro: { ...plan, requestsPerMinute: 1.5 } }, 'pro.requestsPerMinute must be a whole number'],
    [{ ...file, pro: { ...plan, backends: 2 ** 53 } }, 'pro.backends must be a whole number'],
    [{ ...file, pro: { ...plan, backends: undefined } }, 'pro.backends must be a whole number'],
    [{ ...file, pro: { ...plan, toolScopes: 'yes' } }, 'pro.toolScopes must be true or false'],
    [{ ...file, free: { ...plan, exceededHint: 5 } }, 'free.exceededHint must be'],
    [{ ...file, free: { ...plan, exceededHint: ' ' } }, 'free.exceededHint must be'],
    [{ ...file, free: { ...plan, exceededHint: 'a\nb' } }, 'free.exceededHint must be'],
    [{ ...file, free: { ...plan, exceededHint: 'x'.repeat(201) } }, 'free.exceededHint must be'],
  ])('%j refuses the start: %s', (json, message) => {
    const read = readPlansFile(json);
    expect(!read.ok && read.error).toContain(message);
  });

  test('whatever the JSON, the answer is plans or a reason', () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => typeof readPlansFile(json).ok === 'boolean'));
  });
});
