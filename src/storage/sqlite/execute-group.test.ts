import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlainStatement } from '../plain-statement.ts';
import { executeGroup } from './execute-group.ts';
import type { WriteRequest } from './messages.ts';
import { makeStatementCache } from './statement-cache.ts';

let connection: DatabaseSync;
let run: (...batches: (string | PlainStatement)[][]) => string[];

beforeEach(() => {
  connection = new DatabaseSync(':memory:');
  connection.exec('create table parent (id integer primary key) strict');
  connection.exec('create table item (id integer primary key, parent integer references parent (id)) strict');
  const prepare = makeStatementCache(connection);
  run = (...batches) => {
    const requests: WriteRequest[] = batches.map((statements, id) => ({ id, statements: statements.map(toPlain) }));
    return executeGroup(connection, prepare, requests).map(({ type }) => type);
  };
});

function toPlain(statement: string | PlainStatement): PlainStatement {
  return typeof statement === 'string' ? { sql: statement, parameters: [], nowAt: [], expectRows: null } : statement;
}

function items(): unknown[] {
  return connection
    .prepare('select id from item order by id')
    .all()
    .map(({ id }) => id);
}

describe('a group of batches', () => {
  test('is committed together, each batch for itself', () => {
    const unmet = { sql: 'delete from item where id = 99', parameters: [], nowAt: [], expectRows: 1 };
    expect(
      run(
        ['insert into item (id) values (1)'],
        ['insert into item (id) values (2)', unmet],
        ['insert into item (id) values (1)'],
        ['insert into item (id) values (3)'],
      ),
    ).toEqual(['done', 'undone', 'failed', 'done']);
    expect(items()).toEqual([1, 3]);
    expect(connection.isTransaction).toBe(false);
  });

  test('fails as a whole when the commit fails, and the next group goes on', () => {
    const breaksCommit = ['pragma defer_foreign_keys = on', 'insert into item values (2, 77)'];
    expect(run(['insert into item (id) values (1)'], breaksCommit)).toEqual(['failed', 'failed']);
    expect(items()).toEqual([]);
    expect(run(['insert into item (id) values (4)'])).toEqual(['done']);
    expect(items()).toEqual([4]);
  });

  test('fails as a whole when the engine gives the transaction up, and the next group goes on', () => {
    expect(run(['insert into item (id) values (1)'], ['rollback'], ['insert into item (id) values (2)'])).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    expect(run(['insert into item (id) values (3)'])).toEqual(['done']);
    expect(items()).toEqual([3]);
  });

  test('tells what a statement changed, or the rows that it returned', () => {
    connection.exec('insert into item (id) values (1), (2)');
    const statements = [toPlain('update item set id = id + 10'), toPlain('delete from item returning id')];
    const [outcome] = executeGroup(connection, makeStatementCache(connection), [{ id: 0, statements }]);
    expect(outcome).toMatchObject({
      type: 'done',
      results: [
        { changes: 2, rows: [] },
        { changes: 2, rows: [{ id: 11 }, { id: 12 }] },
      ],
    });
  });
});
