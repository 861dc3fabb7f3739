import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const CARGO = '[package]\nname = "x"\n';

async function uses(files: Readonly<Record<string, string>>, query: string): Promise<readonly string[]> {
  const { rows } = await askCode({ 'Cargo.toml': CARGO, ...files }, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

const LIB = 'mod one;\nmod two;\nmod deep;\n';
const ONE =
  'pub struct Deal;\nstruct Context;\nimpl Deal {\n    fn settle(self) {\n        Context;\n    }\n    pub fn open(self) {\n        self.settle();\n    }\n}\n' +
  'impl Drop for Deal {\n    fn drop(&mut self) {}\n}\nmade! { fn given() {} }\n';
const TWO =
  'use crate::one::Deal;\nuse outside::Context;\nfn a(status: Status, deal: Deal) {\n    status.settle();\n    get().drop();\n    get().given();\n    deal.open();\n}\n';

test('what is not pub in a file of Rust that has no others in it means nothing in another file', async () => {
  const files = { 'src/lib.rs': LIB, 'src/one.rs': ONE, 'src/two.rs': TWO, 'src/deep.rs': '' };
  expect(await uses(files, 'Deal/settle')).toEqual(['src/one.rs:8 exact']);
  expect(await uses(files, 'src/one.rs#Context')).toEqual(['src/one.rs:5 exact']);
  // What a trait asks for is called wherever the trait is known.
  expect(await uses(files, 'Deal/drop')).toEqual(['src/two.rs:5 name']);
});

test('a module in another file uses what its parent keeps to itself', async () => {
  const files = {
    'src/lib.rs': LIB,
    'src/one.rs': '',
    'src/two.rs': '',
    'src/deep.rs': 'mod inner;\nfn help() {}\nimpl Deal {\n    fn settle(self) {}\n}\n',
    'src/deep/inner.rs': 'use super::help;\nfn b() {\n    help();\n    get().settle();\n}\n',
  };
  expect(await uses(files, 'help')).toEqual(['src/deep/inner.rs:1 exact', 'src/deep/inner.rs:3 exact']);
  expect(await uses(files, 'Deal/settle')).toHaveLength(1);
});

test('nothing is kept from a file that takes in the text of others', async () => {
  const files = {
    'src/lib.rs': 'mod whole;\n',
    'src/whole.rs': 'include!("part.rs");\nfn b() {\n    get().settle();\n}\n',
    'src/part.rs': 'struct Deal;\nimpl Deal {\n    fn settle(self) {}\n}\n',
  };
  expect(await uses(files, 'Deal/settle')).toEqual(['src/whole.rs:3 name']);
});
