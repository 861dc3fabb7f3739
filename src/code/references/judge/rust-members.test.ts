import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const CARGO = '[package]\nname = "x"\n';

/** Each place that is told as a use of what a query names, with how it is known; what is left out is not there. */
async function uses(files: Readonly<Record<string, string>>, query: string): Promise<readonly string[]> {
  const { rows } = await askCode({ 'Cargo.toml': CARGO, ...files }, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

const SPAN =
  'pub struct Span {\n    len: usize,\n}\n\nimpl Span {\n    pub fn len(&self) -> usize {\n        self.len\n    }\n' +
  '    pub fn make(len: usize) -> Self {\n        Span { len: len }\n    }\n    pub fn twice(&self) -> usize {\n' +
  '        self.len() * 2\n    }\n    fn shown(&self) {\n        print!("{}", self.len);\n        custom!(self.len);\n    }\n}\n';

test('a method of Rust is called and a field is read: neither is the other, whatever they are called', async () => {
  const files = { 'src/lib.rs': SPAN };
  // What stands in a macro of its own may become anything there, which nothing proves.
  expect(await uses(files, 'src/lib.rs#Span/len')).toEqual(['src/lib.rs:13 exact', 'src/lib.rs:17 name']);
});

const LOG =
  'pub struct Log;\n\nimpl Log {\n    pub fn warn(&self) {}\n}\n\npub fn note() {}\n\nmacro_rules! tell {\n    () => {};\n}\n\n' +
  '#[proc_macro]\npub fn made(item: TokenStream) -> TokenStream {\n    item\n}\n\n' +
  'fn all(log: &Log) {\n    log.warn();\n    tracing::warn!("a");\n    warn!("a");\n    note();\n    note! { 1 };\n' +
  '    tell!();\n    tell();\n    made!(1);\n    if 1 != note() {}\n}\n';

test('`name!(…)` of Rust means a macro and nothing else, and a macro is not called without its sign', async () => {
  const files = { 'src/lib.rs': LOG };
  expect(await uses(files, 'Log/warn')).toEqual(['src/lib.rs:19 exact']);
  expect(await uses(files, 'note')).toEqual(['src/lib.rs:22 exact', 'src/lib.rs:27 exact']);
  expect(await uses(files, 'tell')).toEqual(['src/lib.rs:24 exact']);
  expect(await uses(files, 'made')).toEqual(['src/lib.rs:26 exact']);
});

test('a macro is meant by its sign, by an import and by nothing else of its name', async () => {
  const files = {
    'src/lib.rs':
      '#[macro_use]\nmod tell;\npub mod use_it;\nuse crate::tell::Told;\npub fn a(told: &Told) {\n    go(told.tell, tell);\n    tell!(1);\n}\n',
    'src/tell.rs':
      'pub struct Told {\n    pub tell: u8,\n}\nmacro_rules! tell {\n    ($a:expr) => {};\n}\npub(crate) use tell;\n',
    'src/use_it.rs': 'use crate::tell::tell;\nfn b(x: u8) {\n    crate::tell::tell!(x);\n    go(x, tell);\n}\n',
  };
  expect(await uses(files, 'src/tell.rs#tell')).toEqual([
    'src/lib.rs:7 import',
    'src/tell.rs:7 exact',
    'src/use_it.rs:1 exact',
    'src/use_it.rs:3 exact',
  ]);
});

test('an import brings in no macro that its module keeps, whatever module is called like it', async () => {
  const rows =
    'macro_rules! rows {\n    () => {};\n}\nrows!();\npub fn count() {}\n#[macro_export]\nmacro_rules! given {\n    () => {};\n}\n';
  const files = {
    'src/lib.rs': 'pub mod rows;\nmod user;\npub use rows::count;\n',
    'src/rows.rs': rows,
    'src/user.rs': 'use crate::rows;\nuse crate::given;\nfn a() {\n    rows::count();\n    given!();\n}\n',
  };
  const told = await uses(files, 'src/rows.rs#rows');
  expect(told.filter((row) => !row.endsWith(' name'))).toEqual(['src/rows.rs:4 exact']);
  expect(await uses(files, 'given')).toEqual(['src/user.rs:2 exact', 'src/user.rs:5 exact']);
});

test('what a pattern takes from a struct hides a function of its name', async () => {
  const files = {
    'src/lib.rs':
      'mod names;\nuse names::*;\nstruct Row {\n    part: u8,\n    rest: u8,\n}\nfn a(row: Row) -> u8 {\n    let Row {\n        part,\n        rest: _,\n    } = row;\n    part\n}\n' +
      'fn b(row: Row) -> u8 {\n    match row {\n        Row { rest: part, .. } => part,\n    }\n}\nfn c() -> Row {\n    if part() == 1 { part() } else { part() };\n    Row { part: part(), rest: 1 }\n}\n',
    'src/names.rs': 'pub fn part() -> u8 {\n    1\n}\n',
  };
  const told = await uses(files, 'src/names.rs#part');
  expect(told.filter((row) => !row.endsWith(' name'))).toEqual(['src/lib.rs:20 import', 'src/lib.rs:21 import']);
});

const TWO =
  'pub struct Dfs {\n    pub stack: Vec<u8>,\n}\n\nimpl Dfs {\n    fn go(&self) {\n        self.stack.len();\n    }\n}\n\n' +
  'pub struct Post {\n    pub stack: Vec<u8>,\n}\n\nimpl Post {\n    fn go(&self, other: Dfs) {\n        self.stack.len();\n' +
  '        other.stack.len();\n        load().stack.len();\n    }\n}\n';

test('a field is not said to be used where another type has one of that name, or where the type is not known', async () => {
  expect(await uses({ 'src/lib.rs': TWO }, 'Dfs/stack')).toEqual([
    'src/lib.rs:7 exact',
    'src/lib.rs:18 exact',
    'src/lib.rs:19 name',
  ]);
});

test('types of one name in two files have fields of their own', async () => {
  const part = 'pub struct Walk {\n    next: usize,\n}\n\nfn make() -> Walk {\n    Walk { next: 1 }\n}\n';
  const files = { 'src/lib.rs': 'mod a;\nmod b;\n', 'src/a.rs': part, 'src/b.rs': part };
  expect(await uses(files, 'src/a.rs#Walk/next')).toEqual(['src/a.rs:6 exact']);
});

test('a key that stands for its value is a use of the field, in what is made and in what is taken apart', async () => {
  const text =
    'pub struct Patch {\n    hole: u8,\n}\n\nenum Other {\n    Patch { hole: u8 },\n}\n\nfn make(hole: u8) -> Patch {\n    Patch { #[cfg(test)] hole }\n}\n\n' +
    'fn take() {\n    let Patch { hole } = make(1);\n    let _ = Other::Patch { hole };\n}\n';
  expect(await uses({ 'src/lib.rs': text }, 'Patch/hole')).toEqual([
    'src/lib.rs:10 exact',
    'src/lib.rs:14 exact',
    // Fields of values of enums are in no list.
    'src/lib.rs:6 name',
    'src/lib.rs:15 name',
  ]);
});

const GRAPH =
  'pub struct Graph;\n\nimpl Graph {\n    pub fn weigh(&self) -> u8 {\n        1\n    }\n    pub fn make() -> Self {\n        Graph\n    }\n}\n';
const DATA =
  'use crate::graph::Graph;\n\npub trait Data {\n    fn weigh(&self) -> u8;\n    fn make() -> Self;\n}\n\nimpl Data for Graph {\n' +
  '    fn weigh(&self) -> u8 {\n        self.weigh()\n    }\n    fn make() -> Self {\n        Self::make()\n    }\n}\n';

test('what a type has itself goes before what a trait gives it, in whatever file that stands', async () => {
  const files = { 'src/lib.rs': 'mod graph;\nmod data;\n', 'src/graph.rs': GRAPH, 'src/data.rs': DATA };
  expect(await uses(files, 'src/graph.rs#Graph/weigh')).toEqual(['src/data.rs:10 exact']);
  expect(await uses(files, 'src/graph.rs#Graph/make')).toEqual(['src/data.rs:13 exact']);
  expect(await uses(files, 'src/data.rs#Graph/weigh')).toEqual(['src/data.rs:10 name']);
});

test("a file's own type is meant by its name, not one of that name that something else in the file leads to", async () => {
  const files = {
    'src/lib.rs': 'mod read;\nmod write;\n',
    'src/read.rs': 'pub enum Step {\n    Go(u8),\n}\n\npub struct Frame;\n',
    'src/write.rs':
      'use crate::read;\n\nenum Step {\n    Go(u8),\n}\n\nfn a() -> Step {\n    Step::Go(1)\n}\n\nfn b() -> read::Step {\n    read::Step::Go(1)\n}\n\n' +
      'section!(Frame);\n\nfn c(f: Frame) {}\n\nmod convert {\n    use crate::read::*;\n    fn d(f: Frame) {}\n}\n',
  };
  expect(await uses(files, 'src/read.rs#Step/Go')).toEqual(['src/write.rs:12 exact']);
  expect(await uses(files, 'src/read.rs#Frame')).toEqual([
    'src/write.rs:21 import',
    'src/write.rs:15 name',
    'src/write.rs:17 name',
  ]);
});

const INST =
  'pub enum Inst {\n    Char(u8),\n    Save,\n}\n\npub struct Char;\n\nfn show(i: Inst) {\n    use self::Inst::*;\n    match i {\n        Char(_) => {}\n' +
  '        Save => {}\n    }\n}\n\nfn other() -> Char {\n    Char\n}\n';

test('a star brings the values of an enum into its block before what the module declares, and into its module behind', async () => {
  const files = {
    'src/lib.rs': 'mod inst;\nmod run;\n',
    'src/inst.rs': INST,
    'src/run.rs':
      'use crate::inst::Inst::*;\n\nfn run() -> bool {\n    matches!(Some(Save), Some(Save) | Some(Char(_)))\n}\n',
  };
  expect(await uses(files, 'src/inst.rs#Inst/Char')).toEqual(['src/inst.rs:11 exact', 'src/run.rs:4 exact']);
  expect(await uses(files, 'src/inst.rs#Inst/Save')).toEqual(['src/inst.rs:12 exact', 'src/run.rs:4 exact']);
});

test('values of an enum are known by an import that names them, also where it is given out again', async () => {
  const files = {
    'src/lib.rs': 'mod a;\npub use crate::way::Way::{In, Out};\nmod way;\n',
    'src/way.rs': 'pub enum Way {\n    In,\n    Out,\n}\n',
    'src/a.rs': 'use crate::way::Way::In;\n\nfn f() -> bool {\n    let _ = In;\n    true\n}\n',
  };
  expect(await uses(files, 'Way/In')).toContain('src/a.rs:4 exact');
});

test('a parameter for a type hides what is called like it, and what lies before `::` is no function', async () => {
  const files = {
    'src/lib.rs': 'mod error;\nmod bits;\n',
    'src/error.rs':
      'pub struct Error;\n\nimpl<I, Error: Into<I>> Go<I> for Error {\n    fn go(e: Error) {}\n}\n\nfn f<T, Error>(e: Error) {}\n\nfn g(e: Error) {}\n',
    'src/bits.rs': 'pub fn bits() {}\n\nmod inner {\n    pub use super::bits::*;\n}\n',
  };
  expect(await uses(files, 'src/error.rs#Error')).toEqual(['src/error.rs:9 exact']);
  expect(await uses(files, 'src/bits.rs#bits')).toEqual([]);
});

test('a pattern binds no constant, and a function within a function is called by its name', async () => {
  const text =
    'const DEAD: u8 = 1;\n\nfn f(x: Option<u8>) {\n    fn inner(a: u8) {}\n    match x {\n        Some(DEAD) => inner(DEAD),\n        _ => {}\n    }\n}\n';
  expect(await uses({ 'src/lib.rs': text }, 'DEAD')).toEqual(['src/lib.rs:6 exact']);
  expect(await uses({ 'src/lib.rs': text }, 'inner')).toEqual(['src/lib.rs:6 exact']);
});

test('what stands in an attribute that is none of the language may become anything, as in a macro', async () => {
  const files = {
    'src/lib.rs':
      'pub struct Arg;\n\nimpl Arg {\n    pub fn delimiter(self, c: char) -> Self {\n        self\n    }\n}\n\n#[derive(Parser)]\nstruct Opt {\n' +
      "    #[arg(long, delimiter = ',')]\n    a: u8,\n    #[cfg_attr(x, arg(delimiter = ','))]\n    b: u8,\n    #[cfg(delimiter)]\n    c: u8,\n}\n",
  };
  expect(await uses(files, 'Arg/delimiter')).toEqual(['src/lib.rs:11 name', 'src/lib.rs:13 name']);
});

test('a macro of its file that takes a call apart calls the method of something else', async () => {
  const either = (body: string): string =>
    `pub struct Either;\n\nmacro_rules! delegate {\n    ${body}\n}\n\nimpl Either {\n    pub fn poll(self) -> u8 {\n        delegate!(self.poll(1))\n    }\n}\n`;
  const apart = either('($it:ident.$method:ident($($args:expr),*)) => { $it.inner.$method($($args),*) };');
  expect(await uses({ 'src/lib.rs': apart }, 'Either/poll')).toEqual(['src/lib.rs:9 name']);
  const whole = either('($call:expr) => { $call + 1 };');
  expect(await uses({ 'src/lib.rs': whole }, 'Either/poll')).toEqual(['src/lib.rs:9 exact']);
});

test('what has no `self` is called by no dot, so that nothing but its name speaks for it', async () => {
  const files = {
    'src/lib.rs': 'mod span;\nmod user;\n',
    'src/span.rs':
      'pub struct Span;\n\nimpl Span {\n    pub fn usage<F: Fn(u8) -> Vec<u8>>(f: F) -> Self {\n        Span\n    }\n    pub fn detail() {}\n' +
      "    pub fn shown<'a>(&'a mut self) {}\n    pub fn taken(self: Box<Self>) {}\n}\n",
    'src/user.rs':
      'use crate::span::Span;\n\nfn f() {\n    let of = outer();\n    of.usage(1);\n    of.detail();\n    of.shown();\n    of.taken();\n    Span::detail();\n}\n',
  };
  expect(await uses(files, 'Span/usage')).toEqual(['src/user.rs:5 name']);
  expect(await uses(files, 'Span/detail')).toEqual(['src/user.rs:9 exact', 'src/user.rs:6 name']);
  expect(await uses(files, 'Span/shown')).toEqual(['src/user.rs:7 import']);
  expect(await uses(files, 'Span/taken')).toEqual(['src/user.rs:8 import']);
});
