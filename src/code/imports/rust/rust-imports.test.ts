import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';
import { readUseTree } from './use-tree.ts';

describe('imports of Rust', () => {
  test("a macro that is the root's by its attribute leads to the file that declares it", async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'mod shell;\nmod ops;\nmod one;\nmod two;\n',
      'src/shell.rs':
        '#[macro_export]\n#[doc(hidden)]\nmacro_rules! say {\n    () => { $crate::say!(1) };\n}\nmacro_rules! own { () => {} }\n',
      'src/ops.rs': 'use crate::say;\nfn a() {\n    crate::both!();\n    crate::own!();\n}\n',
      'src/one.rs': '#[macro_export]\nmacro_rules! both { () => {} }\n',
      'src/two.rs': '#[macro_export]\nmacro_rules! both { () => {} }\n',
      'src/main.rs': 'fn main() {\n    app::say!();\n}\n',
    });
    expect(edgesOf(graph).map((edge) => edge.replace(/ \(.*/, ''))).toEqual([
      'src/lib.rs -> src/one.rs',
      'src/lib.rs -> src/ops.rs',
      'src/lib.rs -> src/shell.rs',
      'src/lib.rs -> src/two.rs',
      'src/main.rs -> src/shell.rs',
      'src/ops.rs -> src/lib.rs',
      'src/ops.rs -> src/shell.rs',
    ]);
  });

  test('a module that a macro writes is one of who calls the macro', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': '#[macro_use]\nmod crate_root;\ncrate_root!();\n',
      'src/crate_root.rs':
        'macro_rules! crate_root {\n    () => {\n        pub mod de;\n        mod gone;\n    };\n}\n',
      'src/de/mod.rs': 'pub struct De;\n',
      'src/used.rs': '',
      'src/de/value.rs': '',
    });
    expect(edgesOf(graph)).toContain('src/crate_root.rs -> src/de/mod.rs (declares)');
    expect(unresolvedOf(graph)).toEqual(['src/crate_root.rs: mod gone']);
    const alone = {
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': 'mod a;\n',
      'src/a.rs': 'mod b;\n',
      'src/b.rs': '',
    };
    expect(unresolvedOf(await graphOf(alone))).toEqual(['src/a.rs: mod b']);
  });

  test('what a function or import for tests alone uses makes no edge of the code', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "a"\n[dev-dependencies]\ntokio = "1"\n',
      'src/lib.rs': 'mod a;\nmod b;\nmod c;\npub fn check() {}\n#[cfg(test)]\nfn checked() {}\n',
      'src/a.rs': `#[cfg(test)]\nuse crate::b::B;\n#[tokio::test]\nasync fn works() { crate::check(); crate::c::d(); }
fn runs() { crate::c::d(); }\n`,
      'src/b.rs': 'pub struct B;\n',
      'src/c.rs': 'pub fn d() {}\n',
    });
    expect(edgesOf(graph).filter((edge) => !edge.endsWith('(declares)'))).toEqual([
      'src/a.rs -> src/b.rs (test)',
      'src/a.rs -> src/c.rs',
      'src/a.rs -> src/lib.rs (test)',
    ]);
  });

  test('a type that every module knows is no import that leads nowhere', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "a"\n',
      'src/lib.rs': 'use i32;\nuse str;\nuse i31;\nfn a() -> i32 { i32::MAX }\n',
    });
    expect(unresolvedOf(graph)).toEqual(['src/lib.rs: i31']);
  });

  test('code that a macro only writes for others leads nowhere', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[workspace]\nmembers = ["web", "codegen"]\n',
      'web/Cargo.toml': '[package]\nname = "web"\n[dependencies]\ncodegen = { path = "../codegen" }\n',
      'web/src/lib.rs': 'pub mod dev;\npub use codegen::route;\n',
      'web/src/dev.rs': '',
      'codegen/Cargo.toml': '[package]\nname = "codegen"\n[dev-dependencies]\nweb = { path = "../web" }\n',
      'codegen/src/lib.rs':
        'mod own;\nfn a() {\n    quote! {\n        impl ::web::dev::Service for #name { fn b(&self) { web::dev::go(#[x] { 1 }); } }\n    };\n    let c = parse_quote!(web::dev::C);\n    own::quote();\n}\n',
      'codegen/src/own.rs': '',
    });
    expect(edgesOf(graph).map((edge) => edge.replace(/ \(.*/, ''))).toEqual([
      'codegen/src/lib.rs -> codegen/src/own.rs',
      'web/src/lib.rs -> codegen/src/lib.rs',
      'web/src/lib.rs -> web/src/dev.rs',
    ]);
  });

  test('modules, uses and paths lead to the deepest module that they name', async () => {
    const graph = await graphOf({
      'Cargo.toml':
        '[package]\nname = "app-core"\nedition = "2021"\n[dependencies]\nserde = "1"\nother = { path = "other", package = "other-lib" }\n',
      'src/lib.rs':
        'pub mod a;\nmod inline {\n    pub mod deep;\n    use super::a::A;\n}\n#[path = "odd/place.rs"]\nmod placed;\npub use self::a::A;\nmod gone;\n',
      'src/a.rs':
        'mod b;\nuse crate::{inline::deep::{self, D}, placed as p};\nuse serde::{de, ser::*};\nfn f() { super::placed::g(); std::mem::drop(1); b::h(); other::api::x(); }\n',
      'src/a/b.rs': 'use super::super::A;\nuse self::nothing_known::X;\n// use crate::inline;\n',
      'src/inline/deep.rs': 'use anyhow::anyhow;\n',
      'src/odd/place.rs': '',
      'src/main.rs': 'use app_core::a::b;\nuse Shape::*;\nenum Shape { Round }\n',
      'other/Cargo.toml': '[package]\nname = "other-lib"\n',
      'other/src/lib.rs': 'pub mod api;\n',
      'other/src/api.rs': '',
    });
    expect(edgesOf(graph)).toEqual([
      'other/src/lib.rs -> other/src/api.rs (declares)',
      'src/a.rs -> other/src/api.rs',
      'src/a.rs -> src/a/b.rs',
      'src/a.rs -> src/inline/deep.rs',
      'src/a.rs -> src/odd/place.rs',
      'src/a/b.rs -> src/a.rs',
      'src/lib.rs -> src/a.rs',
      'src/lib.rs -> src/inline/deep.rs (declares)',
      'src/lib.rs -> src/odd/place.rs (declares)',
      'src/main.rs -> src/a/b.rs',
    ]);
    expect(externalsOf(graph)).toEqual(['serde', 'std (standard)']);
    expect(unresolvedOf(graph)).toEqual(['src/lib.rs: mod gone', 'src/inline/deep.rs: anyhow::anyhow']);
  });

  test('of tables that ask for one crate the one with its folder counts, and every spelling of a table', async () => {
    const graph = await graphOf({
      'Cargo.toml':
        '[package]\nname = "app"\nedition = "2021"\n[dependencies]\na = "1"\n[dev_dependencies]\na = { path = "a" }\nb = { path = "b" }\n',
      'src/lib.rs': 'use a::A;\nuse b::B;\n',
      'a/Cargo.toml': '[package]\nname = "a"\n',
      'a/src/lib.rs': 'pub struct A;\n',
      'b/Cargo.toml': '[package]\nname = "b"\n',
      'b/src/lib.rs': 'pub struct B;\n',
    });
    expect(edgesOf(graph)).toEqual(['src/lib.rs -> a/src/lib.rs', 'src/lib.rs -> b/src/lib.rs']);
  });

  test('what only tests beside the code use is told apart, and its places with it', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'mod a;\nmod b;\nmod c;\nmod d;\n',
      'src/a.rs':
        '#[cfg(test)]\nmod early { use crate::c::D; }\nuse crate::c::C;\n#[cfg(all(test, unix))]\n#[allow(dead_code)]\npub(crate) mod tests {\n    use crate::b::B;\n    mod deep { fn f() { crate::b::g(); } }\n    use crate::c::E;\n}\n',
      'src/b.rs':
        '#[cfg(any(test, feature = "x"))]\nmod more { use crate::d::D; }\n#[cfg(not(test))]\nmod other { use crate::c::C; }\n',
      'src/c.rs': '',
      'src/d.rs': '',
    });
    expect(edgesOf(graph).filter((edge) => !edge.endsWith('(declares)'))).toEqual([
      'src/a.rs -> src/b.rs (test)',
      'src/a.rs -> src/c.rs',
      'src/b.rs -> src/c.rs',
      'src/b.rs -> src/d.rs',
    ]);
    const places = graph.edges.flatMap(({ file, line, count }) => (file === 'src/a.rs' ? [`${line}: ${count}`] : []));
    expect(places).toEqual(['7: 2', '3: 1']);
  });

  test('members of a workspace are known by inherited paths, renamed libraries and old editions', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[workspace]\nmembers = ["one", "two"]\n[workspace.dependencies]\ntwo = { path = "two" }\n',
      'one/Cargo.toml':
        '[package]\nname = "one"\n[dependencies.two]\nworkspace = true\n[target.\'cfg(unix)\'.dev-dependencies]\nlog = "1"\n',
      'one/src/lib.rs': 'mod x;\nmod y;\n',
      'one/src/x.rs': 'use y::Y;\nextern crate log;\nuse second::part;\n',
      'one/src/y/mod.rs': '',
      'one/tests/it.rs': 'mod common;\nuse one::x;\n',
      'one/tests/common/mod.rs': '',
      'two/Cargo.toml': '[package]\nname = "two"\n[lib]\nname = "second"\npath = "root.rs"\n',
      'two/root.rs': 'pub mod part { pub struct P; }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'one/src/lib.rs -> one/src/x.rs (declares)',
      'one/src/lib.rs -> one/src/y/mod.rs (declares)',
      'one/src/x.rs -> one/src/y/mod.rs',
      'one/src/x.rs -> two/root.rs',
      'one/tests/it.rs -> one/src/x.rs',
      'one/tests/it.rs -> one/tests/common/mod.rs (declares)',
    ]);
    expect(externalsOf(graph)).toEqual(['log']);
  });

  test('what extern crate names at the root of a crate is known by that name in all of its modules', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nap_lexer = "1"\nhelp = { path = "help" }\n',
      'src/lib.rs':
        '#[cfg(not(feature = "in-tree"))]\nextern crate ap_lexer as lexer;\n#[cfg(feature = "in-tree")]\nextern crate lexer;\n#[cfg(feature = "in-tree")]\nextern crate rustc_driver as _;\nextern crate help as aid;\nextern crate self as app;\nmod a;\nmod b;\n',
      'src/a.rs': 'use lexer::Token;\nuse aid::Help;\nuse app::b::B;\nuse gone::Thing;\nuse rustc_gone::Thing;\n',
      'src/b.rs': 'pub struct B;\n',
      'help/Cargo.toml': '[package]\nname = "help"\n',
      'help/src/lib.rs': 'pub struct Help;\n',
    });
    expect(edgesOf(graph).filter((edge) => edge.startsWith('src/a.rs'))).toEqual([
      'src/a.rs -> help/src/lib.rs',
      'src/a.rs -> src/b.rs',
    ]);
    expect(externalsOf(graph)).toEqual(['ap_lexer', 'rustc_driver (standard)']);
    expect(graph.unresolved.map(({ specifier }) => specifier)).toEqual(['gone::Thing', 'rustc_gone::Thing']);
  });

  test('a workspace that puts its own crate in the place of a published one leads to it', async () => {
    const graph = await graphOf({
      'Cargo.toml':
        '[workspace]\nmembers = ["one", "two", "three"]\n[patch.crates-io]\ntwo = { path = "two" }\n[patch."https://git.example/three"]\nthree = { path = "three" }\n',
      'one/Cargo.toml':
        '[package]\nname = "one"\n[dependencies]\ntwo = { version = "1", features = ["x"] }\nother = { package = "three", version = "1" }\nthree = { git = "https://git.example/three" }\n',
      'one/src/lib.rs': 'use two::part;\nuse three::x;\nuse other::y;\n',
      'two/Cargo.toml': '[package]\nname = "two"\n',
      'two/src/lib.rs': 'pub mod part;\n',
      'two/src/part.rs': '',
      'three/Cargo.toml': '[package]\nname = "three"\n',
      'three/src/lib.rs': '',
    });
    expect(edgesOf(graph)).toEqual([
      'one/src/lib.rs -> three/src/lib.rs',
      'one/src/lib.rs -> two/src/part.rs',
      'two/src/lib.rs -> two/src/part.rs (declares)',
    ]);
    // What the registry gives is not patched by what stands for an address of git.
    expect(externalsOf(graph)).toEqual(['three']);
  });

  test('a star leads to the module that a use gives out', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'pub mod util;\n',
      'src/util.rs': 'pub mod prelude;\n',
      'src/util/prelude.rs': '',
      'src/main.rs': 'use app::util::prelude;\nmod cli;\n',
      'src/cli.rs': 'use crate::prelude::*;\nuse crate::prelude;\n',
    });
    expect(edgesOf(graph)).toContain('src/cli.rs -> src/util/prelude.rs');
    expect(edgesOf(graph)).toContain('src/cli.rs -> src/main.rs');
  });

  test('a folder that is taken in by automod is modules, roots and folders in it apart', async () => {
    const graph = await graphOf({
      'one/Cargo.toml': '[package]\nname = "one"\n',
      'one/src/lib.rs': 'pub mod a;\n',
      'one/src/a.rs': '',
      'one/tests/all/main.rs':
        '// automod::dir!("tests/other");\nautomod::dir!("tests/all");\nmod more {\n    automod::dir!(pub(crate) "tests/more");\n}\n',
      'one/tests/all/first.rs': 'use one::a;\nuse crate::second_part::x;\nuse crate::more::deep;\n',
      'one/tests/all/second-part.rs': '',
      'one/tests/all/lib.rs': '',
      'one/tests/all/below/mod.rs': '',
      'one/tests/more/deep.rs': 'use super::super::first;\n',
      'one/tests/other/apart.rs': '',
      'tests/all/apart.rs': '',
    });
    expect(edgesOf(graph)).toEqual([
      'one/src/lib.rs -> one/src/a.rs (declares)',
      'one/tests/all/first.rs -> one/src/a.rs',
      'one/tests/all/first.rs -> one/tests/all/second-part.rs',
      'one/tests/all/first.rs -> one/tests/more/deep.rs',
      'one/tests/all/main.rs -> one/tests/all/first.rs (declares)',
      'one/tests/all/main.rs -> one/tests/all/second-part.rs (declares)',
      'one/tests/all/main.rs -> one/tests/more/deep.rs (declares)',
      'one/tests/more/deep.rs -> one/tests/all/first.rs',
    ]);
    expect(graph.gaps).toEqual([
      '4 Rust files are in no crate that was found, their paths not followed: one/tests/all/below/mod.rs, one/tests/all/lib.rs, one/tests/other/apart.rs, tests/all/apart.rs',
    ]);
  });

  test('a folder that is named over and over is taken in once', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "one"\n',
      'tests/all/main.rs': 'automod::dir!("tests/all");\nautomod::dir!("./tests/all/");\n'.repeat(2_000),
      'tests/all/one.rs': '',
      'tests/all/two.rs': '',
    });
    expect(graph.edges.map(({ line, count }) => `${line}: ${count}`)).toEqual(['1: 1', '1: 1']);
  });

  test('a function and a module of one name are told apart by what stands behind the name', async () => {
    const files = {
      'src/lib.rs': 'mod search;\nmod user;\nfn search() {}\n',
      'src/search.rs': 'pub fn go() {}\n',
    };
    expect(await usedBy('fn f() { crate::search(1); super::search::<u8>(); }\n', files)).toEqual(['src/lib.rs']);
    expect(await usedBy('fn f() { crate::search::go(); }\n', files)).toEqual(['src/search.rs']);
    // A module that is given out is still entered.
    const given = {
      'src/lib.rs': 'mod a;\nmod user;\npub use a::ops;\n',
      'src/a.rs': 'pub mod ops;\n',
      'src/a/ops.rs': '',
    };
    expect(await usedBy('fn f() { crate::ops::run(); }\n', given)).toEqual(['src/a/ops.rs']);
  });

  test('of modules among which the build decides a path leads to all', async () => {
    const files = {
      'src/lib.rs': 'mod index;\nmod user;\n',
      'src/index.rs':
        '#[cfg(feature = "index")]\n#[path = "index/enabled.rs"]\nmod imp;\n#[cfg(not(feature = "index"))]\n#[path = "index/disabled.rs"]\nmod imp;\npub use self::imp::{read, Part};\n',
      'src/index/enabled.rs': 'pub fn read() {}\npub struct Part;\npub struct Own;\n',
      'src/index/disabled.rs': 'pub fn read() {}\npub struct Part;\n',
    };
    const both = ['src/index/disabled.rs', 'src/index/enabled.rs'];
    expect(await usedBy('fn f() { crate::index::read(); }\n', files)).toEqual(both);
    expect(await usedBy('use crate::index::Part;\n', files)).toEqual(both);
  });

  test('every place of a path counts, and one place once, however many crates a file is part of', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'mod user;\nmod a;\n',
      'src/main.rs': 'mod user;\nmod a;\n',
      'src/a.rs': 'pub fn f() {}\n',
      'src/user.rs': 'fn f() { crate::a::f(); }\nfn g() {\n    crate::a::f();\n    super::a::f();\n}\n',
    });
    const of = graph.edges.filter(({ file }) => file === 'src/user.rs').map(({ line, count }) => `${line}: ${count}`);
    expect(of).toEqual(['1: 3']);
  });

  test('a file that writes out a path over and over is read up to a bound, and that is told', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': `mod a;\nfn f() {\n${'    crate::a::f();\n'.repeat(30_000)}}\n`,
      'src/a.rs': 'pub fn f() {}\n',
    });
    expect(graph.gaps).toEqual(['src/lib.rs imports more than is read; the rest was left out']);
    expect(graph.edges[0]?.count).toBeGreaterThan(20_000);
  });

  test('a file is a test by what its module is compiled for, whatever it is called', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs':
        'pub mod commands;\n#[cfg(test)]\nmod checks;\nmod load_tests;\n#[cfg(all(test, unix))]\nmod more {\n    mod deep;\n}\nmod inner;\n',
      'src/commands.rs': 'pub mod test;\n',
      'src/commands/test.rs': '',
      'src/checks.rs': 'mod below;\n',
      'src/checks/below.rs': '',
      'src/load_tests.rs': '',
      'src/more/deep.rs': '',
      'src/inner.rs': '//! Checks.\n#![cfg(test)]\nuse crate::commands;\n',
      'src/apart_tests.rs': '',
      'tests/all.rs': 'mod helper;\n',
      'tests/helper.rs': '',
    });
    expect(graph.units.flatMap(({ path, isTest }) => (isTest ? [path] : []))).toEqual([
      'src/apart_tests.rs',
      'src/checks.rs',
      'src/checks/below.rs',
      'src/inner.rs',
      'src/more/deep.rs',
      'tests/all.rs',
      'tests/helper.rs',
    ]);
  });

  /** Targets of `src/user.rs`, with some modules around it. */
  async function usedBy(user: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const graph = await graphOf({ 'Cargo.toml': '[package]\nname = "app"\n', 'src/user.rs': user, ...files });
    const own = edgesOf(graph).filter((edge) => edge.startsWith('src/user.rs -> '));
    return own.map((edge) => edge.replace('src/user.rs -> ', ''));
  }

  test('a name that a module gives out leads to the file that declares it', async () => {
    const files = {
      'src/lib.rs': 'mod a;\nmod user;\npub use self::a::One;\npub(crate) use a::{Two as Second};\nuse a::Three;\n',
      'src/a.rs': 'mod b;\nmod c;\npub use b::One;\npub use b::Two;\npub use c::*;\n',
      'src/a/b.rs': 'pub struct One;\npub struct Two;\n',
      'src/a/c.rs': 'pub(crate) fn four() {}\npub enum Three { A }\nimpl Three { pub fn five() {} }\n',
    };
    expect(await usedBy('use crate::One;\n', files)).toEqual(['src/a/b.rs']);
    expect(await usedBy('use super::Second;\n', files)).toEqual(['src/a/b.rs']);
    expect(await usedBy('use crate::Three;\n', files)).toEqual(['src/a/c.rs']);
    expect(await usedBy('use crate::a::{four, Three::A};\n', files)).toEqual(['src/a/c.rs']);
    expect(await usedBy('fn f() { crate::a::four(); }\n', files)).toEqual(['src/a/c.rs']);
    // What a method is called is no name that is given out.
    expect(await usedBy('use crate::a::five;\n', files)).toEqual(['src/a.rs']);
  });

  test('a name leads no further than is known: what a module declares, or has from several places', async () => {
    const files = {
      'src/lib.rs': 'mod a;\nmod b;\nmod c;\nmod user;\nmod hidden {\n    use crate::c::Own;\n}\n',
      'src/a.rs':
        'pub use crate::b::*;\npub struct Own;\n#[cfg(unix)]\npub use crate::b::Part;\n#[cfg(windows)]\npub use crate::c::Part;\n',
      'src/b.rs': 'pub struct Own;\npub struct Part;\nuse crate::c::Inner;\n',
      'src/c.rs': 'pub struct Inner;\npub struct Own;\npub struct Part;\n',
    };
    expect(await usedBy('use crate::a::Own;\n', files)).toEqual(['src/a.rs']);
    expect(await usedBy('use crate::a::Part;\n', files)).toEqual(['src/a.rs']);
    // Without `pub` a name is given to nobody.
    expect(await usedBy('use crate::a::Inner;\n', files)).toEqual(['src/a.rs']);
    expect(await usedBy('use crate::hidden::Own;\n', files)).toEqual(['src/lib.rs']);
  });

  test('what a crate gives out of another one is its own to those who use it', async () => {
    const files = {
      'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nfront = { path = "front" }\n',
      'src/lib.rs': 'mod user;\n',
      'front/Cargo.toml': '[package]\nname = "front"\n[dependencies]\nback = { path = "../back" }\n',
      'front/src/lib.rs': 'mod part;\npub use back::Name;\npub use part::Part;\n',
      'front/src/part.rs': 'pub struct Part;\n',
      'back/Cargo.toml': '[package]\nname = "back"\n',
      'back/src/lib.rs': 'pub struct Name;\n',
    };
    expect(await usedBy('use front::Name;\n', files)).toEqual(['front/src/lib.rs']);
    expect(await usedBy('use front::Part;\n', files)).toEqual(['front/src/part.rs']);
  });

  test('a name that a program has from a library of the project leads to the file that declares it', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'mod errors;\npub use errors::Failure;\n',
      'src/errors.rs': 'pub struct Failure;\n',
      'src/main.rs': 'use app::Failure;\nmod cli;\n',
      'src/cli.rs': 'use crate::Failure;\n',
    });
    expect(edgesOf(graph)).toContain('src/cli.rs -> src/errors.rs');
  });

  test('names that go round, and modules that give out each other, end the way', async () => {
    const files = {
      'src/lib.rs': 'mod a;\nmod b;\nmod user;\n',
      'src/a.rs': 'pub use crate::b::*;\npub use crate::b::Round;\n',
      'src/b.rs': 'pub use crate::a::*;\npub use crate::a::Round;\npub struct Name;\n',
    };
    expect(await usedBy('use crate::a::Round;\n', files)).toEqual(['src/a.rs']);
    expect(await usedBy('use crate::a::Nobody;\n', files)).toEqual(['src/a.rs']);
    expect(await usedBy('use crate::a::Name;\n', files)).toEqual(['src/b.rs']);
  });

  test('what a module declares for those within it goes before what it brings in as a whole', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "app"\nedition = "2021"\n',
      'src/lib.rs': 'mod shop;\n',
      'src/shop.rs': 'mod prices;\nmod user;\nuse self::prices::*;\nfn total() {}\n',
      'src/shop/prices.rs': 'pub fn total() {}\npub fn each() {}\n',
      'src/shop/user.rs': 'use super::total;\nuse super::each;\n',
    });
    const own = graph.edges.filter(({ file }) => file === 'src/shop/user.rs');
    expect(own.map(({ to, line }) => `${line}: ${graph.units[to]?.path}`)).toEqual([
      '1: src/shop.rs',
      '2: src/shop/prices.rs',
    ]);
  });

  test('a file that takes itself in, and one in no crate, end the walk and are told', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "loop"\n',
      'src/lib.rs': '#[path = "lib.rs"]\nmod again;\n',
      'fixtures/alone.rs': 'use crate::x;\n',
    });
    expect(graph.edges).toEqual([]);
    expect(graph.gaps).toEqual([
      '1 Rust file is in no crate that was found, its paths not followed: fixtures/alone.rs',
    ]);
  });

  test('a use unfolds its groups', () => {
    const leaves = readUseTree('a::{b, c::{self, d as e, f::*}, r#type}, ::g::h');
    expect(leaves.map(({ path, name }) => `${path.join('::')} as ${name}`)).toEqual([
      'a::b as b',
      'a::c as c',
      'a::c::d as e',
      'a::c::f as *',
      'a::type as type',
      '::g::h as h',
    ]);
  });
});
