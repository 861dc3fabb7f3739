import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';
import { readUseTree } from './use-tree.ts';

describe('imports of Rust', () => {
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
      'src/a/b.rs -> src/lib.rs',
      'src/lib.rs -> src/a.rs',
      'src/lib.rs -> src/inline/deep.rs (declares)',
      'src/lib.rs -> src/odd/place.rs (declares)',
      'src/main.rs -> src/a/b.rs',
    ]);
    expect(externalsOf(graph)).toEqual(['serde', 'std (standard)']);
    expect(unresolvedOf(graph)).toEqual(['src/lib.rs: mod gone', 'src/inline/deep.rs: anyhow::anyhow']);
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

  test('a file that takes itself in, and one in no crate, end the walk and are told', async () => {
    const graph = await graphOf({
      'Cargo.toml': '[package]\nname = "loop"\n',
      'src/lib.rs': '#[path = "lib.rs"]\nmod again;\n',
      'fixtures/alone.rs': 'use crate::x;\n',
    });
    expect(graph.edges).toEqual([]);
    expect(graph.gaps).toEqual([
      '1 Rust files are in no crate of the project, their paths not followed: fixtures/alone.rs',
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
