import { parseComposerJson } from '../../formats/composer-json.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { boundManifests } from '../manifests.ts';
import { linkTypes } from '../typed/link.ts';
import type { TypedRules } from '../typed/rules.ts';
import { type PhpFacts, phpMentions } from './mentions.ts';

/** Imports of PHP: classes by their namespaces, and files that are taken in by their paths. */
export const phpImports: ImportLanguage<PhpFacts> = {
  languages: ['php'],
  // Which file declares a class is known only from the files themselves.
  readsBeyondBase: true,
  extract: phpMentions,
  async link(input) {
    const own = input.files.filter(({ path }) => !isVendored(path));
    const packages = await readRequired(input.project);
    linkTypes({ ...input, files: own }, makeRules(packages));
    for (const file of own) linkIncludes(input, file);
  },
};

function makeRules(packages: ReadonlySet<string>): TypedRules {
  return {
    isUnnamedByFolder: false,
    // `use` and `\\X` are names from the global namespace on; what begins at the own one is told with it by the reader.
    isWhole: () => true,
    hasInnerTypes: false,
    partsMax: () => 1,
    builtIns: new Set(),
    suffixes: [],
    written: (path) => path.replaceAll('.', '\\'),
    sourcesOf: folderOf,
    moduleOf: () => '',
    // A class without a namespace may be one of PHP's own: of its package nothing is known.
    packageOf: ({ path }) => (path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : path),
    external({ path }) {
      const parts = path.split('.');
      // Without a namespace it is a class of PHP's, or anybody's.
      if (parts.length === 1) return CORE.test(path) ? { name: path, isStandard: true } : null;
      const [vendor = '', name = ''] = parts.map(dashed);
      const isKnown = packages.has(`${vendor}/${name}`);
      return { name: isKnown ? `${vendor}/${name}` : parts.slice(0, 2).join('\\'), isStandard: false };
    },
  };
}

/** Classes of PHP and its standard extensions by the forms of their names. Source: PHP Manual, "Predefined Interfaces and Classes". */
const CORE =
  /^(?:Closure|Generator|Fiber|Stringable|Throwable|Traversable|Countable|Serializable|JsonSerializable|JsonException|ArrayAccess|Iterator|IteratorAggregate|WeakMap|WeakReference|stdClass|UnitEnum|BackedEnum|Attribute|NumberFormatter|Collator|IntlDateFormatter|ZipArchive|PharData|Phar|XMLReader|XMLWriter|SimpleXMLElement|CurlHandle|CURLFile|ReturnTypeWillChange|SensitiveParameter|AllowDynamicProperties|Override|(?:Date|DateTime)\w*|Array(?:Object|Iterator)|Error|ErrorException|Exception|(?:Logic|Runtime|InvalidArgument|Domain|Length|OutOfRange|OutOfBounds|Range|Overflow|Underflow|UnexpectedValue|BadFunctionCall|BadMethodCall)Exception|(?:Type|Value|Arithmetic|DivisionByZero|ArgumentCount|Assertion|UnhandledMatch|Compile|Parse)Error|Reflection\w*|Spl\w+|DOM\w+|PDO\w*|mysqli\w*|SQLite3\w*|Random\w*)$/;

/** `FooBar` as names of packages are written: `foo-bar`. */
function dashed(name: string): string {
  return name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase();
}

/** Packages that the composer.json files require. */
async function readRequired(project: ProjectFiles): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of boundManifests(project, 'composer.json')) {
    const composer = parseComposerJson((await project.text(path)) ?? '');
    for (const { name } of composer?.requests ?? []) names.add(name);
  }
  return names;
}

function linkIncludes({ project, sink }: LinkInput<PhpFacts>, { path, facts }: ReadFile<PhpFacts>): void {
  for (const { path: wanted, line, isOwnFolder } of facts.includes) {
    const evidence = { file: path, line, kind: 'import' } as const;
    const target = wanted.replace(/^\//, isOwnFolder ? '' : '/');
    if (target.startsWith('/')) continue;
    const folders = isOwnFolder ? [folderOf(path)] : [folderOf(path), ''];
    const found = folders
      .map((folder) => resolveTarget(folder, target))
      .find((one) => one !== null && project.has(one));
    if (found) sink.edge(path, found, evidence);
    else if (isVendored(`/${target}`)) sink.external('composer autoload', false, evidence);
    else if (isOwnFolder) sink.unresolved(wanted, 'no such file', evidence);
  }
}

function isVendored(path: string): boolean {
  return /(?:^|\/)vendor\//.test(path);
}
