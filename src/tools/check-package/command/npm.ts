import { isPublicRegistry, readNpmSpec, registryWords, splitNpm } from '../../../code/index.ts';
import { type Asked, askedOf } from '../asked.ts';
import {
  type CommandFound,
  type CommandReader,
  fromManifest,
  optionOf,
  optionsOf,
  type ParsedWords,
  parseWords,
  wordSet,
} from './words.ts';

const WITH_VALUE = wordSet(
  '--registry --prefix --workspace -w --tag --loglevel --omit --include --only -C --dir --filter -F --cwd --cache --userconfig --save-prefix --otp --call -c --package -p --node-options --network-timeout --modules-folder --cache-folder --mutex --backend --config --install-strategy --before --libc --cpu --os',
);
const INSTALLS = wordSet(
  'install i in ins inst insta instal add a isntall isnt isnta install-test it update up upgrade udpate link ln',
);
const RUNS = wordSet('exec x dlx');
const STARTS = wordSet('create init');

/** pnpm, whose `-w` is the workspace's root and not the name of one. Source: pnpm, "pnpm add". */
export const readPnpm: CommandReader = (words) =>
  readNpm(words.map((word) => (word === '-w' ? '--workspace-root' : word)));

/** npm, yarn and bun. Source: the reference of each, "install", "add", "exec", "dlx", "create". */
export const readNpm: CommandReader = (words) => {
  const [first = 'install', ...others] = words.filter((word, at) => !isGlobalOption(words, at, word));
  const isGlobal = first === 'global' && others[0] !== undefined;
  const verb = isGlobal ? (others[0] ?? '') : first;
  const rest = isGlobal ? others.slice(1) : others;
  // `yarn workspace web add x` is `yarn add x` in the folder of web.
  if (verb === 'workspace' && rest.length > 1) return readNpm(rest.slice(1));
  if (RUNS.has(verb)) return readNpx(rest);
  if (STARTS.has(verb)) return readStart(rest);
  if (verb === 'ci') return fromManifest('package.json');
  return INSTALLS.has(verb) ? readInstall(rest) : null;
};

/** Options before the verb, such as `npm --silent install x` or `pnpm -C app add x`. */
function isGlobalOption(words: readonly string[], at: number, word: string): boolean {
  const verbAt = words.findIndex((one, i) => !one.startsWith('-') && !WITH_VALUE.has(words[i - 1] ?? ''));
  return at < verbAt && (word.startsWith('-') || WITH_VALUE.has(words[at - 1] ?? ''));
}

function readInstall(words: readonly string[]): CommandFound {
  const parsed = parseWords(words, WITH_VALUE);
  if (parsed.positional.length === 0) return fromManifest('package.json');
  return { asked: parsed.positional.map((word) => askedOfNpm(word, parsed)), files: [], notes: [] };
}

/** npx and its kin: one package is run, or those of `--package`; the words after it are the program's own. */
export const readNpx: CommandReader = (words) => {
  const parsed = parseWords(words, WITH_VALUE, true);
  const named = optionsOf(parsed, '--package', '-p');
  const packages = named.length > 0 ? named : parsed.positional.slice(0, 1);
  if (packages.length === 0) return null;
  return { asked: packages.map((word) => askedOfNpm(word, parsed)), files: [], notes: [] };
};

/** `npm create vite@latest` runs create-vite. Source: npm, "npm init". */
function readStart(words: readonly string[]): CommandFound | null {
  const [word] = parseWords(words, WITH_VALUE, true).positional;
  if (word === undefined) return null;
  const { name, requested } = splitNpm(word);
  const version = requested === null ? '' : `@${requested}`;
  const [scope, own] = name.startsWith('@') ? name.split('/') : [null, name];
  const initializer = own === undefined ? `${scope}/create` : `${scope === null ? '' : `${scope}/`}create-${own}`;
  return { asked: [askedOfNpm(`${initializer}${version}`, null)], files: [], notes: [`it runs ${initializer}`] };
}

/** One word as npm takes it: name, name@range, alias@npm:name@range, git and file addresses. */
export function askedOfNpm(word: string, parsed: ParsedWords | null): Asked {
  const registry = parsed === null ? null : optionOf(parsed, '--registry');
  const other = registry === null || isPublicRegistry('npm', registry) ? null : registryWords(registry);
  const bare = word.replace(/^npm:/, '');
  const whole = /^(?:@[\w.~-]+\/)?[\w.~-]+$/.test(bare) ? null : readNpmSpec(bare);
  // An address or a path has no name of its own.
  if (whole !== null && whole.origin !== null && !/^(?:@[^/@]+\/)?[^/@:]+@/.test(bare)) {
    return askedOf('npm', bare.slice(0, 200), { origin: whole.origin });
  }
  const { name, requested } = splitNpm(bare);
  const spec = readNpmSpec(requested ?? '');
  return askedOf('npm', spec.name ?? name, { requested: spec.requested, origin: spec.origin ?? other });
}
