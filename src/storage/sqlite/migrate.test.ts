import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { MIGRATIONS } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';
import { migrate } from './migrate.ts';

const FIRST: Migration = { name: '0001-first', sqlite: ['create table one (id integer) strict'], postgres: [] };
const SECOND: Migration = { name: '0002-second', sqlite: ['create table two (id integer) strict'], postgres: [] };

let connection: DatabaseSync;
const run = (migrations: readonly Migration[]) =>
  migrate({ connection, clock: manualClock(new Date(5)), log: silentLog }, migrations);
const tables = () =>
  connection
    .prepare("select name from sqlite_schema where type = 'table' order by name")
    .all()
    .map(({ name }) => name);

beforeEach(() => {
  connection = new DatabaseSync(':memory:');
});

describe('a start', () => {
  test('executes the missing steps once and records them', () => {
    run([FIRST]);
    run([FIRST, SECOND]);
    run([FIRST, SECOND]);
    expect(tables()).toEqual(['migration', 'one', 'two']);
    const recorded = connection.prepare('select name, length(hash) as digits, applied_at from migration').all();
    expect(recorded).toMatchObject([
      { name: '0001-first', digits: 64, applied_at: 5 },
      { name: '0002-second', digits: 64, applied_at: 5 },
    ]);
  });

  test('refuses a database that is newer than the program, and says what to do', () => {
    run([FIRST, SECOND]);
    expect(() => run([FIRST])).toThrow(/newer than this program.*0002-second.*start the newer program/);
  });

  test('refuses a database whose steps read differently, and changes nothing', () => {
    run([FIRST]);
    const edited = { ...FIRST, sqlite: ['create table one (id integer, more text) strict'] };
    expect(() => run([edited, SECOND])).toThrow(/another form of the step 0001-first.*Nothing was changed/);
    expect(() => run([{ ...FIRST, name: '0001-renamed' }, SECOND])).toThrow('another form');
    expect(tables()).toEqual(['migration', 'one']);
  });

  test('refuses a database of another program', () => {
    connection.exec('create table theirs (id integer)');
    expect(() => run([FIRST])).toThrow('another program');
    expect(tables()).toEqual(['theirs']);
  });

  test('executes all missing steps or none', () => {
    const broken = { name: '0003-broken', sqlite: ['create table three (id integer) strict', 'no sql'], postgres: [] };
    expect(() => run([FIRST, SECOND, broken])).toThrow();
    expect(tables()).toEqual([]);
    run([FIRST, SECOND]);
    expect(tables()).toEqual(['migration', 'one', 'two']);
  });

  test('knows its own steps by numbers without gaps', () => {
    const numbers = MIGRATIONS.map(({ name }) => Number(/^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1]));
    expect(numbers).toEqual(MIGRATIONS.map((_, index) => index + 1));
  });
});
