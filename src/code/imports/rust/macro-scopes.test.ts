import { expect, test } from 'vitest';
import { edgesOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const PACKAGE = '[package]\nname = "app"\n';
const RULE = (name: string): string => `macro_rules! ${name} {\n    () => {};\n}\n`;

/** Edges of a crate but for those of `mod`, as `from -> to`. */
async function usesOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const graph = await graphOf({ 'Cargo.toml': PACKAGE, ...files });
  const declared = new Set(['src/lib.rs', 'src/deep.rs']);
  return edgesOf(graph)
    .map((edge) => edge.replace(/ \(.*/, ''))
    .filter((edge) => !declared.has(edge.split(' ')[0] ?? ''));
}

test('a macro of a module with #[macro_use] leads to its file from all that stands behind it', async () => {
  const files = {
    'src/lib.rs': '#[macro_use]\nmod macros;\nmod user;\nmod deep;\n',
    'src/macros.rs': `${RULE('say')}${RULE('other')}`,
    'src/user.rs': 'fn f() {\n    say!();\n    let a = say! { 1 };\n    println!("{}", a);\n    unknown!();\n}\n',
    'src/deep.rs': 'mod inner;\n',
    'src/deep/inner.rs': 'mod written {\n    other![1];\n}\n',
  };
  expect(await usesOf(files)).toEqual(['src/deep/inner.rs -> src/macros.rs', 'src/user.rs -> src/macros.rs']);
  const graph = await graphOf({ 'Cargo.toml': PACKAGE, ...files });
  expect(graph.edges.filter(({ count }) => count === 2)).toHaveLength(1);
});

test('a macro is not there before it is declared, nor outside of a module without #[macro_use]', async () => {
  expect(
    await usesOf({
      'src/lib.rs': 'mod early;\nmod plain;\n#[macro_use]\nmod macros;\nmod late;\n',
      'src/early.rs': 'fn f() { say!(); own!(); }\n',
      'src/plain.rs': RULE('own'),
      'src/macros.rs': RULE('say'),
      'src/late.rs': 'fn f() { say!(); own!(); }\n',
    }),
  ).toEqual(['src/late.rs -> src/macros.rs']);
});

test('what stands in a file before its modules is there for them, what it declares later for none of them', async () => {
  expect(
    await usesOf({
      'src/lib.rs': `${RULE('first')}mod user;\n${RULE('last')}mod b { #[macro_use] mod c; mod d; }\n`,
      'src/user.rs': 'fn f() { first!(); last!(); }\n',
      'src/b/c.rs': RULE('near'),
      'src/b/d.rs': 'near!();\n',
    }),
  ).toEqual(['src/b/d.rs -> src/b/c.rs', 'src/user.rs -> src/lib.rs']);
});

test('of several declarations of a name the last one before a use is meant, or each that a build may have', async () => {
  expect(
    await usesOf({
      'src/lib.rs':
        '#[macro_use]\nmod a;\nmod one;\n#[macro_use]\nmod b;\nmod two;\n#[cfg(unix)]\n#[macro_use]\nmod c;\n#[cfg(windows)]\n#[macro_use]\nmod d;\nmod three;\n',
      'src/a.rs': RULE('say'),
      'src/b.rs': RULE('say'),
      'src/c.rs': RULE('on'),
      'src/d.rs': RULE('on'),
      'src/one.rs': 'say!();\n',
      'src/two.rs': 'say!();\n',
      'src/three.rs': `on!();\nfn f() {\n    ${RULE('say')}\n    say!();\n}\n`,
    }),
  ).toEqual([
    'src/one.rs -> src/a.rs',
    'src/three.rs -> src/c.rs',
    'src/three.rs -> src/d.rs',
    'src/two.rs -> src/b.rs',
  ]);
});

test('a macro that a function declares for itself is meant in that alone, from its declaration on', async () => {
  const graph = await graphOf({
    'Cargo.toml': PACKAGE,
    'src/lib.rs': `${RULE('say')}mod user;\n`,
    'src/user.rs': `fn a() { say!(); }\nfn b() {\n    say!();\n    ${RULE('say')}    say!();\n}\nfn c() { say!(); }\n`,
  });
  const uses = graph.edges.filter(({ kind }) => kind === 'import');
  expect(uses.map(({ file, line, count }) => `${file}:${line} ${count}`)).toEqual(['src/user.rs:1 3']);
});

test('#[macro_use] extern crate brings the macros that a crate of the project gives out', async () => {
  const graph = await graphOf({
    'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nhelp = { path = "help" }\nsome = { path = "some" }\n',
    'src/lib.rs': '#[macro_use]\nextern crate help;\n#[macro_use(one)]\nextern crate some;\nmod user;\n',
    'src/user.rs': 'fn f() { assist!(); hidden!(); one!(); two!(); }\n',
    'help/Cargo.toml': '[package]\nname = "help"\n',
    'help/src/lib.rs': 'mod rules;\n',
    'help/src/rules.rs': `#[macro_export]\n${RULE('assist')}${RULE('hidden')}`,
    'some/Cargo.toml': '[package]\nname = "some"\n',
    'some/src/lib.rs': `#[macro_export]\n${RULE('one')}mod two;\n`,
    'some/src/two.rs': `#[macro_export]\n${RULE('two')}`,
  });
  expect(
    edgesOf(graph)
      .map((edge) => edge.replace(/ \(.*/, ''))
      .filter((edge) => edge.startsWith('src/user')),
  ).toEqual(['src/user.rs -> help/src/rules.rs', 'src/user.rs -> some/src/lib.rs']);
});

test('a macro that its module gives out by a use of its name leads to its file', async () => {
  expect(
    await usesOf({
      'src/lib.rs': 'mod header;\n',
      'src/header/mod.rs': 'mod macros;\nmod one;\nmod two;\npub(crate) use self::macros::common;\n',
      'src/header/macros.rs': `macro_rules! common {\n    () => { use super::*; };\n}\npub(crate) use common;\n`,
      'src/header/one.rs': 'use super::common;\ncommon!();\n',
      'src/header/two.rs': 'crate::header::common! {}\n',
    }).then((edges) => edges.filter((edge) => edge.endsWith('macros.rs'))),
  ).toEqual([
    'src/header/mod.rs -> src/header/macros.rs',
    'src/header/one.rs -> src/header/macros.rs',
    'src/header/two.rs -> src/header/macros.rs',
  ]);
});

test('a macro that its own file gives a path is no import that leads nowhere', async () => {
  const graph = await graphOf({
    'Cargo.toml': PACKAGE,
    'src/lib.rs': 'mod macros;\nmod user;\n',
    'src/macros.rs': `${RULE('say')}pub(crate) use say;\n${RULE('quote__')}pub use quote__ as quote;\nuse gone;\n`,
    'src/user.rs': 'use crate::macros::say;\nfn f() {\n    say!();\n}\n',
  });
  expect(unresolvedOf(graph)).toEqual(['src/macros.rs: gone']);
  expect(edgesOf(graph)).toContain('src/user.rs -> src/macros.rs');
});
