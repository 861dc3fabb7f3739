import { addressWords, isPublicRegistry, readRequirement, registryWords } from '../../../code/index.ts';
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
  '-r --requirement --requirements -c --constraint --constraints -e --editable -i --index-url --extra-index-url --index --default-index -f --find-links -t --target --prefix --root --src --python -p --platform --implementation --abi --only-binary --no-binary --group -G --extra -E --source --progress-bar --proxy --timeout --retries --cache-dir --log --python-version --project --directory --branch --tag --rev --from --with --with-requirements --spec --pip-args --suffix --python-preference --upgrade-strategy --report --optional --bounds -C --config-settings --no-build-isolation-package --package --script --marker -m --categories --cert --trusted-host --keyring-provider',
);

/** pip install, also as `python -m pip`. Source: pip, "pip install". */
export const readPip: CommandReader = ([verb, ...words]) =>
  verb === 'install' || verb === 'download' || verb === 'wheel'
    ? readInstall(words, 'requirements.txt or pyproject.toml')
    : null;

/** uv pip install, uv add, uv tool install, uv tool run. Source: uv, "Commands". */
export const readUv: CommandReader = ([verb, ...words]) => {
  if (verb === 'pip') return readPip(words);
  if (verb === 'add') return readInstall(words, 'pyproject.toml');
  if (verb === 'run') return readUvRun(words);
  if (verb === 'sync') return fromManifest('pyproject.toml');
  if (verb !== 'tool') return null;
  const [what, ...rest] = words;
  if (what === 'install') return readInstall(rest, 'pyproject.toml');
  return what === 'run' ? readUvx(rest) : null;
};

/** `uv run` runs what the project has, with the packages of `--with` beside it. */
function readUvRun(words: readonly string[]): CommandFound {
  const parsed = parseWords(words, WITH_VALUE, true);
  const beside = optionsOf(parsed, '--with').flatMap((one) => one.split(','));
  if (beside.length === 0) return fromManifest('pyproject.toml');
  return { asked: beside.map((word) => askedOfPython(word, parsed)), files: [], notes: [] };
}

/** uvx: the tool, or the package of `--from` that has it, and those of `--with`. */
export const readUvx: CommandReader = (words) => {
  const parsed = parseWords(words, WITH_VALUE, true);
  const from = optionOf(parsed, '--from', '--spec');
  const tool = from ?? parsed.positional[0];
  if (tool === undefined) return null;
  const all = [tool, ...optionsOf(parsed, '--with').flatMap((one) => one.split(','))];
  return { asked: all.map((word) => askedOfPython(word, parsed)), files: [], notes: [] };
};

/** pipx install and run. */
export const readPipx: CommandReader = ([verb, ...words]) => {
  if (verb === 'run') return readUvx(words);
  return verb === 'install' || verb === 'inject' ? readInstall(words, 'a package') : null;
};

/** poetry add, pdm add, pipenv install. */
export const readProjectManager: CommandReader = ([verb, ...words]) =>
  verb === 'add' || verb === 'install' ? readInstall(words, 'pyproject.toml or Pipfile') : null;

function readInstall(words: readonly string[], manifest: string): CommandFound {
  const parsed = parseWords(words, WITH_VALUE);
  const files = optionsOf(parsed, '-r', '--requirement', '--requirements');
  const editable = optionsOf(parsed, '-e', '--editable').map((value) =>
    askedOf('pypi', value.slice(0, 200), { origin: addressWords(value) }),
  );
  const asked = [...parsed.positional.map((word) => askedOfPython(word, parsed)), ...editable];
  if (asked.length === 0 && files.length === 0) return fromManifest(manifest);
  return { asked, files, notes: [] };
}

/** One word: a requirement, Poetry's `name@^1` or an address. */
export function askedOfPython(word: string, parsed: ParsedWords | null): Asked {
  const direct = /^[A-Za-z0-9][\w.-]*(?:\[[^\]]*\])?\s*@\s+\S/.test(word) ? readRequirement(word) : null;
  if (direct !== null) return askedOf('pypi', direct.name, { requested: direct.requested, origin: direct.origin });
  if (/^(?:\w+\+|https?:|file:|git@|\.{0,2}\/)|^\.{1,2}$|\.(?:whl|zip|tar\.gz)$/.test(word)) {
    return askedOf('pypi', word.slice(0, 200), { origin: addressWords(word) });
  }
  const other = parsed === null ? null : otherIndex(parsed);
  const at = /^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?@([^\s/]+)$/.exec(word);
  if (at?.[1] !== undefined) {
    const version = at[2] === 'latest' ? null : (at[2] ?? null);
    return askedOf('pypi', at[1], { requested: version, origin: other });
  }
  const found = readRequirement(word);
  if (found === null) return askedOf('pypi', word.slice(0, 200), { origin: other });
  return askedOf('pypi', found.name, { requested: found.requested, origin: found.origin ?? other });
}

/** Any index but the public one: pip takes a name from whichever has it. */
function otherIndex(parsed: ParsedWords): string | null {
  const urls = optionsOf(
    parsed,
    '-i',
    '--index-url',
    '--extra-index-url',
    '--index',
    '--default-index',
    '-f',
    '--find-links',
    '--source',
  );
  const other = urls.find((url) => !isPublicRegistry('pypi', url.replace(/^[\w-]+=/, '')));
  if (parsed.options.has('--no-index')) return 'files of the machine';
  return other === undefined ? null : registryWords(other);
}
