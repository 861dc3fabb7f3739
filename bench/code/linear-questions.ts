/** A file that imports modules by their numbers and uses a name that all of these declare. */
interface ManyUses {
  readonly path: string;
  readonly name: string;
  /** The files of one module. */
  readonly module: (at: number) => Readonly<Record<string, string>>;
  /** What is repeated: of which module, and as what part of the file. */
  readonly units: readonly ((at: number, part: number) => string)[];
}

/** Imports of many modules in one file, each of which is asked about each place of the name and each declaration of it. */
export const USE_UNITS: readonly ManyUses[] = [
  {
    path: 'use.py',
    name: 'name',
    module: (at) => ({ [`p${at}/__init__.py`]: '', [`p${at}/b.py`]: 'def name(): pass\n' }),
    units: [
      (at) => `import p${at}.b\np${at}.b.name()\n`,
      () => 'import p0.b\np0.b.name()\n',
      (at) => `import p${at}.b as b\nb.name()\n`,
      (at) => `from p${at} import b\nb.name()\n`,
      (at) => `from p${at}.b import name\nname()\n`,
      (at, part) => `from p${at}.b import name as n${part}\nn${part}()\n`,
      (at) => `from p${at}.b import *\nname()\n`,
    ],
  },
  {
    path: 'use.js',
    name: 'name',
    module: (at) => ({ [`p${at}/b.js`]: 'export function name() {}\n' }),
    units: [
      (at) => `import {name} from './p${at}/b.js';name();\n`,
      (at, part) => `import {name as n${part}} from './p${at}/b.js';n${part}();\n`,
      (at) => `import * as b from './p${at}/b.js';b.name();\n`,
      (at) => `const b = require('./p${at}/b.js');b.name();\n`,
    ],
  },
  {
    path: 'src/Use.php',
    name: 'make',
    module: (at) => ({
      [`src/P${at}/Name.php`]: `<?php\nnamespace App\\P${at};\nclass Name { static function make() {} }\n`,
    }),
    units: [
      (at) => `<?php\nuse App\\P${at}\\Name;Name::make();\n`,
      (at) => `<?php \\App\\P${at}\\Name::make();\n`,
      (at) => `<?php $a = [\\App\\P${at}\\Name::class, 'make'];\n`,
    ],
  },
  {
    path: 'lib/use.rb',
    name: 'make',
    module: (at) => ({ [`lib/p${at}/name.rb`]: `module P${at}\n  class Name\n    def self.make; end\n  end\nend\n` }),
    units: [(at) => `require 'p${at}/name'\nP${at}::Name.make\n`],
  },
];

/** Queries of several lines with what a text repeats of them: a form that stands nowhere is not to be looked for again. */
export const QUERY_UNITS: Readonly<Record<string, readonly string[]>> = {
  'a\n': ['a\n', 'a\r\n', 'aa\n', 'a'],
  'a\nb': ['a\n', 'a\nb', 'a\r\nb\r\n', 'a\na'],
  '\n\na': ['\n', '\r\n', '\n\na'],
};
