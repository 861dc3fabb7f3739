import { numberedLines } from '../../formats/lines.ts';
import { facts, type Lock, type ManifestFacts, type ManifestReader, type Pinned } from '../manifest.ts';
import { isPublicRegistry } from '../public-registry.ts';
import { readNpmSpec, splitNpm } from './npm-spec.ts';
import { resolvedOrigin } from './package-json.ts';

/**
 * yarn.lock of Yarn 1 and of later ones, which write YAML of the same shape: a line of descriptors (`a@^1, a@^2:`),
 * below it indented facts. Only these are read, line by line, so that neither form needs a parser of its own.
 */
export const readYarnLock: ManifestReader = (text) => {
  const byDescriptor = new Map<string, Pinned>();
  const all: Pinned[] = [];
  let block: Block | null = null;
  const close = (): void => {
    const pin = block === null ? null : pinOf(block);
    if (block === null || pin === null) return;
    all.push(pin);
    for (const descriptor of block.descriptors) byDescriptor.set(descriptor, pin);
  };
  for (const [line, number] of numberedLines(text)) {
    if (/^(?:#|\s*$)/.test(line)) continue;
    // The value of a key that stood behind `?`, as keys of more than 1,024 characters do.
    if (line.startsWith(':')) {
      if (block !== null) readFact(block, ` ${line.slice(1)}`);
    } else if (/^\S/.test(line)) {
      close();
      block = openBlock(line, number);
    } else if (block !== null) readFact(block, line);
  }
  close();
  // A page of errors or of another tool must not pass for a lock file that fixes nothing.
  return all.length === 0 && /\S/.test(text.replace(/^#.*$/gm, '')) && !/^__metadata:/m.test(text)
    ? 'not a yarn.lock: no entry was understood'
    : lockFacts(all, byDescriptor);
};

interface Block {
  readonly descriptors: readonly string[];
  readonly line: number;
  version: string | null;
  /** Where it was fetched from: `resolved` of Yarn 1, `resolution` of later ones. */
  resolved: string;
  resolution: string;
}

function openBlock(line: string, number: number): Block | null {
  const head = line.startsWith('? ') ? line.slice(2) : /^(.*):\s*$/.exec(line)?.[1];
  if (head === undefined || head === '__metadata') return null;
  const descriptors = head.split(',').map((part) => part.replace(/["']/g, '').trim());
  return { descriptors, line: number, version: null, resolved: '', resolution: '' };
}

function readFact(block: Block, line: string): void {
  const found = /^ {2}"?(version|resolved|resolution)"?:? +"?([^"]*)"?$/.exec(line);
  if (found?.[1] === 'version') block.version = found[2] ?? null;
  if (found?.[1] === 'resolved') block.resolved = found[2] ?? '';
  if (found?.[1] === 'resolution') block.resolution = found[2] ?? '';
}

function pinOf(block: Block): Pinned | null {
  const [first] = block.descriptors;
  if (first === undefined || block.version === null) return null;
  const { name, requested } = splitNpm(first);
  const spec = readNpmSpec(requested ?? '');
  const own = splitNpm(block.resolution);
  const resolution = own.requested === null ? null : readNpmSpec(own.requested);
  const origin =
    spec.origin ?? resolution?.origin ?? resolvedOrigin(block.resolved, (address) => isPublicRegistry('npm', address));
  // Of an alias, the registry knows the real name only.
  const real = spec.name ?? (block.resolution === '' ? name : own.name);
  return { ecosystem: 'npm', name: real, version: block.version, line: block.line, origin };
}

function lockFacts(pinned: readonly Pinned[], byDescriptor: ReadonlyMap<string, Pinned>): ManifestFacts {
  const lock: Lock = {
    pinned,
    find({ wanted }) {
      const called = wanted.alias ?? wanted.name;
      const spec = wanted.alias === null ? (wanted.requested ?? '') : `npm:${wanted.name}@${wanted.requested ?? ''}`;
      // Yarn 2 and later write `a@npm:^1` for what the manifest writes as `^1`.
      return byDescriptor.get(`${called}@${spec}`) ?? byDescriptor.get(`${called}@npm:${spec}`) ?? null;
    },
  };
  return facts({ lock });
}
