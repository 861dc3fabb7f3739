import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const TYPE = 'pub struct X;\n\nimpl X {\n    pub fn new() -> X {\n        X\n    }\n}\n';
const FILES: FileSpecs = {
  'Cargo.toml': '[package]\nname = "app"\n[dependencies]\noutside = "1"\n',
  'src/lib.rs': 'mod one;\nmod two;\nmod user;\nmod own;\n',
  'src/one.rs': `${TYPE}mod tests {\n    fn t() {\n        super::X::new();\n        crate::two::X::new();\n    }\n}\n`,
  'src/two.rs': TYPE,
  'src/user.rs': 'use crate::two::X;\nuse outside::Y;\nfn f() {\n    X::new();\n    Y::new();\n}\n',
  'src/own.rs':
    'use crate::one::{self, X};\nfn f() {\n    X::new();\n    one::X::new();\n    let a = crate::two::X::new();\n    let b: X = make();\n}\n',
};

const edgesOf = async (query: string): Promise<string[]> => {
  const { rows } = await askCode(FILES, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

test('a path of Rust leads to the type that it names, whatever type of the name the file imports', async () => {
  expect(await edgesOf('src/one.rs#X/new')).toEqual([
    'src/one.rs:10 exact',
    'src/own.rs:3 exact',
    'src/own.rs:4 exact',
  ]);
  expect(await edgesOf('src/two.rs#X/new')).toEqual([
    'src/one.rs:11 exact',
    'src/own.rs:5 exact',
    'src/user.rs:4 exact',
  ]);
});

test('what a module of the standard library gives is no method of the project, nor what any module gives an import of one', async () => {
  const files: FileSpecs = {
    'Cargo.toml': '[package]\nname = "app"\n[dependencies]\nshell = "1"\n',
    'src/lib.rs': 'mod job;\nmod user;\n',
    'src/job.rs':
      'pub struct Job;\n\nimpl Job {\n    pub fn spill(&self) {}\n}\n\npub trait Len {\n    fn len_of(&self) {}\n}\n',
    'src/user.rs':
      'use crate::job::Job;\nuse crate::job::Len;\nfn f(job: &Job) {\n    job.spill();\n    std::io::spill();\n    shell::spill();\n' +
      '    std::string::String::len_of(&text);\n    std::primitive::str::len_of(text);\n}\n',
  };
  const rows = async (query: string): Promise<string[]> => {
    const found = await askCode(files, { mode: 'references', query });
    return found.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).sort();
  };
  expect(await rows('Job/spill')).toEqual(['4 exact', '6 name']);
  expect((await rows('Len/len_of')).map((row) => row.split(' ')[0])).toEqual(['7', '8']);
});
