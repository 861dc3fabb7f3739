import { describe, expect, test } from 'vitest';
import { Secret } from '../../base/secret.ts';
import { adviceOn } from './advice.ts';
import { makeConnector } from './connector.ts';

function failed(message: string, code?: string): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

describe('a database that cannot be used', () => {
  test.each([
    [failed('password authentication failed for user "portico"', '28P01'), /PGPASSWORD/],
    [
      failed('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
      /asks for a password: set PGPASSWORD/,
    ],
    [failed('database "nosuch" does not exist', '3D000'), /create database/],
    [failed('permission denied for schema public', '42501'), /owner to/],
    [failed('connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'), /host and port/],
    [failed('unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'), /sslrootcert=FILE/],
    [failed('The server does not support SSL connections'), /ssl = on/],
  ])('says what to do: %s', (failure, advice) => {
    expect(adviceOn(failure)).toMatch(advice);
  });

  test('says it whole, also where the password is a part of a word', () => {
    const { tell } = makeConnector(new Secret('postgres://ro:ro@db/portico'));
    expect(tell(failed('permission denied, ro', '42501'))).toMatch(/denied, \[secret\]: .* to this role /);
  });

  test('says it for a host with several addresses too', () => {
    const refused = failed('connect ECONNREFUSED ::1:1', 'ECONNREFUSED');
    expect(adviceOn(new AggregateError([refused, refused]))).toMatch(/ECONNREFUSED ::1:1: check host and port/);
  });

  test('is not answered with an option of Node', () => {
    const said =
      'unable to verify the first certificate; if the root CA is installed locally, try running Node.js with --use-system-ca';
    expect(adviceOn(failed(said, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'))).not.toContain('Node');
  });
});

describe('a database URL', () => {
  test.each([
    'postgres://portico:p@ss/w:rd@db.internal:5432/portico',
    'postgres://portico:12/ss@db.internal:5432/portico',
    'postgres://portico:12?ss@db.internal:5432/portico',
    'postgres://portico:12#ss@db.internal:5432/portico',
  ])('whose password is not encoded is refused, and nothing of it is repeated: %s', (url) => {
    let said = '';
    try {
      makeConnector(new Secret(url));
    } catch (failure) {
      said = String(failure);
    }
    expect(said).toContain('%40');
    expect(said).not.toMatch(/ss@|w:rd|ss\/|12/);
  });

  test('may have what is encoded, no password, or no user', () => {
    const placeOf = (url: string) => makeConnector(new Secret(url)).place;
    expect(placeOf('postgres://portico:p%40ss%2Fw%3Ard@db:5432/portico?sslmode=require')).toBe('db:5432/portico');
    expect(placeOf('postgres://portico@db/portico?options=-c%20a%3Db')).toBe('db:5432/portico');
    expect(placeOf('postgres://db/portico')).toBe('db:5432/portico');
  });
});
