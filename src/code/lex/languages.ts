import type { ScannedLanguage } from './lex-rules.ts';

/**
 * A programming, markup or data language, as far as statistics and reading need it. Counting lines of code asks for its
 * comments, statistics for its kind, and the symbol scanners only know those that `scanner` can name: the rest are
 * here so that an overview can say what a project is made of.
 */
export interface Language {
  /** Stable short name, such as `ts`. */
  readonly id: string;
  readonly name: string;
  readonly kind: 'programming' | 'markup' | 'data' | 'prose';
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, lower case; with capitals where no other case will do: a script may be called `build`. */
  readonly files: readonly string[];
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** The scanner that finds its symbols; null when none does. */
  readonly scanner: ScannedLanguage | null;
}

/** What a row of the table says beside its names; the rest has the defaults of `language`. */
type Row = Partial<Omit<Language, 'id' | 'name'>>;

/** Comments as in C, which most languages have taken over. The constants keep the table at one line for a language. */
const C = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const satisfies Row;
const HASH = { lineComments: ['#'] } as const satisfies Row;
const XML = { kind: 'markup', blockComments: [['<!--', '-->']] } as const satisfies Row;
const DATA = { kind: 'data' } as const satisfies Row;
const PROSE = { kind: 'prose' } as const satisfies Row;

/**
 * One row: a programming language without comments known, unless the row says otherwise. Extensions are one text,
 * parted by spaces, so that they stay readable in a table.
 */
function language(id: string, name: string, extensions: string, row: Row = {}): Language {
  return {
    id,
    name,
    kind: 'programming',
    extensions: extensions === '' ? [] : extensions.split(' '),
    files: [],
    lineComments: [],
    blockComments: [],
    scanner: null,
    ...row,
  };
}

/** Every known language, one row each. Data, so longer than other files may be. */
const LANGUAGES: readonly Language[] = [
  language('ts', 'TypeScript', 'ts mts cts', { ...C, scanner: 'script' }),
  language('tsx', 'TypeScript', 'tsx', { ...C, scanner: 'script' }),
  language('js', 'JavaScript', 'js mjs cjs', { ...C, scanner: 'script' }),
  language('jsx', 'JavaScript', 'jsx', { ...C, scanner: 'script' }),
  language('py', 'Python', 'py pyi pyw', { ...HASH, files: ['sconstruct', 'sconscript'], scanner: 'python' }),
  language('go', 'Go', 'go', { ...C, scanner: 'go' }),
  language('rust', 'Rust', 'rs', { ...C, scanner: 'rust' }),
  language('java', 'Java', 'java', { ...C, scanner: 'java' }),
  language('c', 'C', 'c h', { ...C, scanner: 'c' }),
  language('cpp', 'C++', 'cc cpp cxx hh hpp hxx ipp inl c++ h++', { ...C, scanner: 'cpp' }),
  language('yacc', 'Yacc', 'y', { ...C, scanner: 'c' }),
  language('yaccpp', 'Yacc', 'yy ypp yxx y++', { ...C, scanner: 'cpp' }),
  // Its rules are patterns, whose brackets and quotes are none of C's.
  language('lex', 'Lex', 'l lex', C),
  language('csharp', 'C#', 'cs csx', { ...C, scanner: 'csharp' }),
  language('kotlin', 'Kotlin', 'kt kts', { ...C, scanner: 'kotlin' }),
  language('scala', 'Scala', 'scala sc', { ...C, scanner: 'scala' }),
  language('groovy', 'Groovy', 'groovy gradle', { ...C, files: ['jenkinsfile'] }),
  language('swift', 'Swift', 'swift', { ...C, scanner: 'swift' }),
  language('objc', 'Objective-C', 'm mm', C),
  language('dart', 'Dart', 'dart', C),
  language('php', 'PHP', 'php phtml', { ...C, lineComments: ['//', '#'], scanner: 'php' }),
  language('ruby', 'Ruby', 'rb rake gemspec ru', {
    ...HASH,
    blockComments: [['=begin', '=end']],
    files: ['rakefile', 'gemfile', 'guardfile', 'vagrantfile', 'podfile', 'fastfile'],
    scanner: 'ruby',
  }),
  language('perl', 'Perl', 'pl pm t', HASH),
  language('lua', 'Lua', 'lua', { lineComments: ['--'], blockComments: [['--[[', ']]']] }),
  language('elixir', 'Elixir', 'ex exs', HASH),
  language('erlang', 'Erlang', 'erl hrl', { lineComments: ['%'] }),
  language('haskell', 'Haskell', 'hs lhs', { lineComments: ['--'], blockComments: [['{-', '-}']] }),
  language('ocaml', 'OCaml', 'ml mli', { blockComments: [['(*', '*)']] }),
  language('fsharp', 'F#', 'fs fsi fsx', { lineComments: ['//'], blockComments: [['(*', '*)']] }),
  language('clojure', 'Clojure', 'clj cljs cljc edn', { lineComments: [';'] }),
  language('lisp', 'Lisp', 'lisp el scm rkt', { lineComments: [';'] }),
  language('r', 'R', 'r', HASH),
  language('julia', 'Julia', 'jl', { ...HASH, blockComments: [['#=', '=#']] }),
  language('zig', 'Zig', 'zig zon', { lineComments: ['//'] }),
  language('nim', 'Nim', 'nim', HASH),
  language('d', 'D', 'd', C),
  language('crystal', 'Crystal', 'cr', HASH),
  language('gleam', 'Gleam', 'gleam', { lineComments: ['//'] }),
  language('gdscript', 'GDScript', 'gd', HASH),
  language('cython', 'Cython', 'pyx pxd pxi', HASH),
  language('elm', 'Elm', 'elm', { lineComments: ['--'], blockComments: [['{-', '-}']] }),
  language('purescript', 'PureScript', 'purs', { lineComments: ['--'], blockComments: [['{-', '-}']] }),
  language('lean', 'Lean', 'lean', { lineComments: ['--'], blockComments: [['/-', '-/']] }),
  language('agda', 'Agda', 'agda', { lineComments: ['--'], blockComments: [['{-', '-}']] }),
  language('idris', 'Idris', 'idr', { lineComments: ['--'], blockComments: [['{-', '-}']] }),
  language('odin', 'Odin', 'odin', C),
  language('vala', 'Vala', 'vala', C),
  language('haxe', 'Haxe', 'hx', C),
  language('coffeescript', 'CoffeeScript', 'coffee', { ...HASH, blockComments: [['###', '###']] }),
  language('tcl', 'Tcl', 'tcl', HASH),
  language('awk', 'AWK', 'awk', HASH),
  language('nushell', 'Nushell', 'nu', HASH),
  language('vim', 'Vim script', 'vim', { lineComments: ['"'], files: ['.vimrc'] }),
  language('systemverilog', 'SystemVerilog', 'sv svh', C),
  language('vhdl', 'VHDL', 'vhd vhdl', { lineComments: ['--'] }),
  language('ada', 'Ada', 'adb ads', { lineComments: ['--'] }),
  language('arduino', 'Arduino', 'ino', C),
  language('metal', 'Metal', 'metal', C),
  language('qml', 'QML', 'qml', C),
  language('solidity', 'Solidity', 'sol', C),
  language('vyper', 'Vyper', 'vy', HASH),
  language('cairo', 'Cairo', 'cairo', { lineComments: ['//'] }),
  language('fortran', 'Fortran', 'f f90 f95 f03 f08', { lineComments: ['!'] }),
  // By what lies beside them: `shared-endings.ts`.
  language('matlab', 'MATLAB', '', { lineComments: ['%'], blockComments: [['%{', '%}']] }),
  language('puppet', 'Puppet', '', HASH),
  language('pascal', 'Pascal', 'pas pp', { lineComments: ['//'], blockComments: [['{', '}']] }),
  language('vb', 'Visual Basic', 'vb bas', { lineComments: ["'"] }),
  language('asm', 'Assembly', 's asm', { lineComments: [';', '#'] }),
  language('cuda', 'CUDA', 'cu cuh', C),
  language('glsl', 'GLSL', 'glsl vert frag comp wgsl hlsl', C),
  language('shell', 'Shell', 'sh bash zsh ksh bats', {
    ...HASH,
    files: ['.bashrc', '.bash_profile', '.zshrc', '.profile', 'gradlew'],
    scanner: 'shell',
  }),
  language('fish', 'Fish', 'fish', HASH),
  language('powershell', 'PowerShell', 'ps1 psm1 psd1', { ...HASH, blockComments: [['<#', '#>']] }),
  language('batch', 'Batch', 'bat cmd', { lineComments: ['REM', '::'] }),
  language('sql', 'SQL', 'sql ddl', { lineComments: ['--'], blockComments: [['/*', '*/']] }),
  language('graphql', 'GraphQL', 'graphql gql', HASH),
  language('proto', 'Protocol Buffers', 'proto', C),
  language('thrift', 'Thrift', 'thrift', C),
  language('vue', 'Vue', 'vue', { blockComments: [['<!--', '-->']] }),
  language('svelte', 'Svelte', 'svelte', { blockComments: [['<!--', '-->']] }),
  language('astro', 'Astro', 'astro', { blockComments: [['<!--', '-->']] }),
  language('html', 'HTML', 'html htm xhtml', XML),
  language('xml', 'XML', 'xml xsd xsl xslt svg plist csproj fsproj vbproj props targets', XML),
  language('ejs', 'EJS', 'ejs', XML),
  language('handlebars', 'Handlebars', 'hbs handlebars mustache', XML),
  language('jinja', 'Jinja', 'j2 jinja jinja2', { kind: 'markup', blockComments: [['{#', '#}']] }),
  language('pug', 'Pug', 'pug jade', { kind: 'markup', lineComments: ['//'] }),
  language('css', 'CSS', 'css', { kind: 'markup', blockComments: [['/*', '*/']] }),
  language('scss', 'SCSS', 'scss sass', { ...C, kind: 'markup' }),
  language('less', 'Less', 'less', { ...C, kind: 'markup' }),
  language('stylus', 'Stylus', 'styl', { ...C, kind: 'markup' }),
  language('terraform', 'Terraform', 'tf tfvars hcl', { lineComments: ['#', '//'], blockComments: [['/*', '*/']] }),
  language('bicep', 'Bicep', 'bicep', C),
  language('rego', 'Rego', 'rego', HASH),
  language('cue', 'CUE', 'cue', { lineComments: ['//'] }),
  language('jsonnet', 'Jsonnet', 'jsonnet libsonnet', { ...C, lineComments: ['//', '#'] }),
  language('nix', 'Nix', 'nix', { ...HASH, blockComments: [['/*', '*/']] }),
  language('dockerfile', 'Dockerfile', 'dockerfile', { ...HASH, files: ['dockerfile', 'containerfile'] }),
  language('make', 'Makefile', 'mk mak', { ...HASH, files: ['makefile', 'gnumakefile', 'justfile'] }),
  language('cmake', 'CMake', 'cmake', { ...HASH, files: ['cmakelists.txt'] }),
  language('starlark', 'Starlark', 'bzl bazel star', { ...HASH, files: ['BUILD', 'WORKSPACE', 'tiltfile'] }),
  language('meson', 'Meson', '', { ...HASH, files: ['meson.build', 'meson_options.txt'] }),
  language('json', 'JSON', 'json jsonl ndjson geojson webmanifest', { ...DATA, files: ['.babelrc', '.eslintrc'] }),
  language('jsonc', 'JSON with comments', 'jsonc json5', { ...C, kind: 'data' }),
  language('yaml', 'YAML', 'yaml yml', { ...HASH, kind: 'data' }),
  language('toml', 'TOML', 'toml', { ...HASH, kind: 'data', files: ['cargo.lock', 'poetry.lock'] }),
  language('ini', 'INI', 'ini cfg conf properties', {
    kind: 'data',
    lineComments: ['#', ';'],
    files: ['.editorconfig', '.gitconfig', '.npmrc'],
  }),
  // Source: Tree-sitter, "Syntax Highlighting" and "Code Navigation"; the manuals of Neovim, Helix and Zed for the others.
  language('treesitter', 'Tree-sitter query', '', {
    kind: 'data',
    lineComments: [';'],
    files:
      'highlights injections locals tags folds indents textobjects brackets outline runnables redactions rainbows context overrides embedding'
        .split(' ')
        .map((name) => `${name}.scm`),
  }),
  language('csv', 'CSV', 'csv tsv', DATA),
  language('ignore', 'Ignore list', '', {
    ...HASH,
    kind: 'data',
    files: ['.gitignore', '.dockerignore', '.npmignore'],
  }),
  language('gomod', 'Go module', '', { kind: 'data', lineComments: ['//'], files: ['go.mod', 'go.sum', 'go.work'] }),
  language('markdown', 'Markdown', 'md markdown mdx mdc', PROSE),
  language('rst', 'reStructuredText', 'rst', PROSE),
  language('asciidoc', 'AsciiDoc', 'adoc asciidoc', PROSE),
  language('tex', 'TeX', 'tex sty cls bib', { ...PROSE, lineComments: ['%'] }),
  language('text', 'Text', 'txt text', { ...PROSE, files: ['license', 'notice', 'readme', 'changelog', 'authors'] }),
];

/**
 * The language of a file by its name; null when it is not known. The whole name goes before the extension
 * (`CMakeLists.txt` is no prose), and `Dockerfile.dev` counts as its kind. Content is never looked
 * at (`languageIn` does that): the answer is for every file of a listing, read or not.
 */
export function languageOf(path: string): Language | null {
  const end = path.endsWith('"') ? -1 : undefined;
  const written = path.slice(path.lastIndexOf('/') + 1, end);
  const name = written.toLowerCase();
  const byFile =
    BY_FILE.get(name) ??
    BY_FILE.get(written) ??
    (name.startsWith('dockerfile.') ? BY_FILE.get('dockerfile') : undefined);
  if (byFile) return byFile;
  const dot = name.lastIndexOf('.');
  return dot === -1 ? null : (BY_EXTENSION.get(name.slice(dot + 1)) ?? null);
}

/** The language of a name as `Language.name` has it, the first where several share one; null when there is none. */
export function languageNamed(name: string): Language | null {
  return LANGUAGES.find((row) => row.name === name) ?? null;
}

/**
 * Both tables are made once: languages are asked for with every file of every scan. A name or extension that stands
 * twice belongs to its last row.
 */
const BY_FILE: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((row) => row.files.map((file) => [file, row] as const)),
);
const BY_EXTENSION: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((row) => row.extensions.map((extension) => [extension, row] as const)),
);
