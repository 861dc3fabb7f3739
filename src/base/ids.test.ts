import { describe, expect, test } from 'vitest';
import { newId } from './ids.ts';

describe('an id', () => {
  const at = new Date('2026-11-21T12:00:00.123Z');

  test('is a UUID of version 7 that tells its instant', () => {
    for (let n = 0; n < 1_000; n++) {
      const id = newId(at);
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(at.getTime());
    }
  });

  test('is never given twice, not even in one instant', () => {
    const ids = new Set(Array.from({ length: 20_000 }, () => newId(at)));
    expect(ids.size).toBe(20_000);
  });

  test('sorts after the ids of earlier instants', () => {
    expect(newId(at) < newId(new Date(at.getTime() + 1))).toBe(true);
    expect(newId(new Date(1)) < newId(at)).toBe(true);
  });
});
