import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

const SEM = 'pub struct Sem;\nimpl Sem {\n    pub fn take(&self) {}\n}\n';
const FILES: FileSpecs = {
  'Cargo.toml': '[package]\nname = "app"\n',
  'src/lib.rs': 'macro_rules! cfg_sync {\n    ($($i:item)*) => { $($i)* };\n}\npub mod sync;\n',
  'src/sync/mod.rs':
    'cfg_sync! {\n    pub(crate) mod batch;\n    pub use batch::Taken;\n\n    mod sem;\n    pub use sem::Sem;\n\n    mod aliased;\n    mod lock;\n    mod whole;\n}\n',
  'src/sync/batch.rs': `pub struct Taken;\n${SEM}`,
  'src/sync/sem.rs': `use super::batch as ll;\n${SEM}fn of(own: ll::Sem) {\n    own.take();\n}\n`,
  'src/sync/aliased.rs':
    'use crate::sync::batch as sem;\nstruct M {\n    s: sem::Sem,\n    o: crate::sync::Taken,\n}\nimpl M {\n    fn f(&self) {\n        self.s.take();\n    }\n}\n',
  'src/sync/lock.rs':
    'use crate::sync::batch::{Sem, Taken};\nstruct L {\n    s: Sem,\n}\nimpl L {\n    fn f(&self) {\n        self.s.take();\n    }\n}\n',
  'src/sync/whole.rs':
    'use crate::sync::Sem;\nstruct W {\n    s: Sem,\n}\nimpl W {\n    fn f(&self) {\n        self.s.take();\n    }\n}\n',
};

test('a module of Rust that an import renames is not the one that has this name elsewhere', async () => {
  const known = (rows: string[]): string[] => rows.filter((row) => !row.endsWith(' name'));
  expect(known(await uses(FILES, 'src/sync/batch.rs#Sem/take'))).toEqual([
    'src/sync/aliased.rs:8 exact',
    'src/sync/lock.rs:7 exact',
    'src/sync/sem.rs:7 exact',
  ]);
  expect(known(await uses(FILES, 'src/sync/sem.rs#Sem/take'))).toEqual(['src/sync/whole.rs:7 exact']);
});

test('of several types of one name that modules of Rust hold the one is meant that the name is given out of', async () => {
  const files = {
    'Cargo.toml': '[workspace]\nmembers = ["lib", "app"]\n',
    'app/Cargo.toml': '[package]\nname = "app"\n[dependencies]\nbase = { path = "../lib" }\n',
    'app/src/lib.rs': 'use base::sync::{mpsc, Sem};\nfn f(sem: Sem) {\n    let own = Sem::new();\n}\n',
    'lib/Cargo.toml': '[package]\nname = "base"\n',
    'lib/src/lib.rs': 'pub mod sync;\n',
    'lib/src/sync/mod.rs': 'pub mod mpsc;\nmod sem;\npub use sem::Sem;\nmod other;\npub use other::Other;\n',
    'lib/src/sync/sem.rs': 'pub struct Sem;\nimpl Sem {\n    pub fn new() -> Sem {\n        Sem\n    }\n}\n',
    'lib/src/sync/other.rs': 'pub struct Other;\npub(crate) struct Sem;\n',
    'lib/src/sync/mpsc/mod.rs': 'mod bounded;\npub use self::bounded::Receiver;\npub use self::bounded::*;\n',
    'lib/src/sync/mpsc/bounded.rs': 'pub struct Receiver;\npub(crate) struct Sem;\n',
  };
  const inApp = async (query: string): Promise<string[]> =>
    (await uses(files, query)).filter((row) => row.startsWith('app/'));
  expect(await inApp('lib/src/sync/sem.rs#Sem')).toEqual([
    'app/src/lib.rs:1 exact',
    'app/src/lib.rs:2 exact',
    'app/src/lib.rs:3 exact',
  ]);
  expect(await inApp('lib/src/sync/mpsc/bounded.rs#Sem')).toEqual([]);
  expect(await inApp('lib/src/sync/other.rs#Sem')).toEqual([]);
});

test('a path of Rust leads through files that do not hold the name, whatever was asked before', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "app"\n',
    'src/lib.rs': 'mod error;\nmod user;\nmod way;\n',
    'src/error.rs': 'pub struct Fault;\nimpl Fault {\n    pub fn check(&self) {}\n}\n',
    'src/way.rs': 'pub use crate::error::Fault;\n',
    'src/user.rs': 'use crate::way::Fault;\nfn f(fault: Fault) {\n    fault.check();\n}\n',
  };
  expect(await uses(files, 'Fault/check')).toEqual(['src/user.rs:3 exact']);
});
