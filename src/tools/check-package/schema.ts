import { z } from 'zod';
import { ECOSYSTEMS } from '../../domain/packages/index.ts';

/** Packages that one call asks about by name. */
export const PACKAGES_MAX = 50;

// Bounds of length are in `checkTogether`: in the schema every client would pay for them in every conversation.
const named = z.looseObject({
  name: z.string().min(1).max(300),
  ecosystem: z.enum(ECOSYSTEMS).default('npm'),
  version: z.string().max(256).optional(),
});

/** How the schema of a text looks in `tools/list`. */
const TEXT = { type: 'string' } as const;

/** Arguments of check_package. Source: docs/tools.md, "check_package". */
export const checkPackageInput = z.object({
  packages: z.array(named).optional(),
  purl: z.string().optional(),
  command: z.string().optional(),
  // Said as a schema: without one Codex shows its model nothing but {}. `checkTogether` reads the value.
  manifest: z
    .unknown()
    .optional()
    .meta({ type: 'object', properties: { filename: TEXT, content: TEXT } }),
  path: z.string().min(1).max(499).optional(),
  only: z.enum(['all', 'problems']).optional(),
  min_severity: z.enum(['low', 'medium', 'high', 'critical']).optional(),
  detail: z.enum(['verdict', 'standard', 'full']).optional(),
  cursor: z.string().max(200).optional(),
});

/** Arguments as the tool gets them. */
export type CheckPackageArguments = z.output<typeof checkPackageInput>;

/**
 * The structured answer, at most 8 KiB. Beside it `summary`, `packages`, `sources`. A package has `purl, verdict, reasons`, and where it is known
 * `requested, locked, resolved, latest, safe_version, used_in` and more. `shown` and `cursor` tell of those that are left
 * out. Source: docs/tools.md, "check_package".
 */
export const checkPackageOutput = z.looseObject({
  status: z.string(),
});

/** Which form of asking the arguments have. */
export type AskingForm = 'packages' | 'purl' | 'command' | 'manifest' | 'project';

/** The one form that is given; the project's own manifests when there is none. */
export function formOf(args: CheckPackageArguments): AskingForm {
  return FORMS.find((form) => args[form] !== undefined) ?? 'project';
}

const FORMS = ['packages', 'purl', 'command', 'manifest'] as const;

/** Rules over several arguments; null when they fit. */
export function checkTogether(args: CheckPackageArguments): string | null {
  const given = FORMS.filter((form) => args[form] !== undefined);
  if (given.length > 1) return `give one of ${FORMS.join(', ')} at a time, not ${given.join(' and ')}`;
  return checkPackagesList(args.packages) ?? checkLengths(args);
}

/** The bounds that the schema does not say. */
function checkLengths({ purl, command, manifest }: CheckPackageArguments): string | null {
  const pasted = manifest === undefined ? null : readPasted(manifest);
  if (manifest !== undefined && pasted === null) return 'manifest has a filename and its content, both texts';
  if ((purl?.length ?? 0) > TEXT_CHARACTERS_MAX) return `purl is longer than ${TEXT_CHARACTERS_MAX} characters`;
  if ((command?.length ?? 0) > TEXT_CHARACTERS_MAX) return `command is longer than ${TEXT_CHARACTERS_MAX} characters`;
  if (command?.trim() === '') return 'command is blank: give an install command';
  const isTooLong = (pasted?.content.length ?? 0) > MANIFEST_CHARACTERS_MAX;
  return isTooLong ? `manifest.content is longer than ${MANIFEST_CHARACTERS_MAX} characters: use path` : null;
}

/** A pasted manifest; null when it has no name or no content. */
export function readPasted(manifest: unknown): { filename: string; content: string } | null {
  const given = typeof manifest === 'string' ? parsed(manifest) : manifest;
  if (!isNamed(given)) return null;
  const { filename, content } = given;
  const hasName = typeof filename === 'string' && filename !== '' && filename.length <= 300;
  return hasName && typeof content === 'string' ? { filename, content } : null;
}

const TEXT_CHARACTERS_MAX = 20_000;
const MANIFEST_CHARACTERS_MAX = 400_000;

function checkPackagesList(packages: CheckPackageArguments['packages']): string | null {
  if (packages === undefined) return null;
  if (packages.length === 0) return 'packages is empty: name at least one, or leave it out to check the project';
  if (packages.length > PACKAGES_MAX) return `${packages.length} packages: at most ${PACKAGES_MAX} at a time`;
  for (const one of packages) {
    if (one.name.trim() === '') return 'a package has a blank name';
    if (one.upgrade_from !== undefined && typeof one.upgrade_from !== 'string')
      return 'upgrade_from is a version, as a text';
    const odd = Object.keys(one).find((key) => !KNOWN_KEYS.has(key));
    if (odd !== undefined)
      return `${JSON.stringify(odd.slice(0, 40))} is no field of a package; it takes ${[...KNOWN_KEYS].join(', ')}`;
  }
  return null;
}

/** `upgrade_from` says what the project has now; a project's lock file says it without being asked. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([...Object.keys(named.shape), 'upgrade_from']);

/**
 * Other manners of asking: `packages` as texts (`left-pad@1.3`, `pypi:requests==2.0`, package URLs) or as one text, and
 * a single package by `name` beside `version` and `ecosystem`. Only names are told apart here; the schema checks them.
 */
export function adaptArguments(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { packages, package: one, name, ecosystem, version, ...rest } = given;
  const single = packages ?? one ?? name;
  if (single === undefined || single === null) return given;
  const list = typeof single === 'string' ? listOf(single) : single;
  const world = typeof ecosystem === 'string' ? { ecosystem: ecosystem.toLowerCase() } : {};
  if (!Array.isArray(list)) {
    return {
      ...rest,
      packages: typeof list === 'object' && list !== null ? [withAliases({ ...world, ...list })] : list,
    };
  }
  const named = list.map((item: unknown) => {
    if (typeof item === 'string') return { ...world, ...namedOf(item) };
    return typeof item === 'object' && item !== null ? withAliases({ ...world, ...item }) : item;
  });
  const own =
    version === undefined
      ? named
      : named.map((item) => (isNamed(item) && item.version === undefined ? { ...item, version } : item));
  return { ...rest, packages: own };
}

function isNamed(item: unknown): item is Record<string, unknown> {
  return typeof item === 'object' && item !== null;
}

/** One text may be a JSON list, which stays for the schema, or names with commas or spaces between. */
function listOf(text: string): unknown {
  const list = /^\s*[[{]/.test(text) ? parsed(text) : null;
  return list ?? text.split(/[\s,]+/).filter((part) => part !== '');
}

/** The value of a JSON text; null for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Names of ecosystems that callers use for ours. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  python: 'pypi',
  pip: 'pypi',
  rust: 'cargo',
  'crates.io': 'cargo',
  crates: 'cargo',
  golang: 'go',
  java: 'maven',
  ruby: 'gem',
  rubygems: 'gem',
  php: 'composer',
  packagist: 'composer',
  dotnet: 'nuget',
  node: 'npm',
  javascript: 'npm',
};

function withAliases(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { ecosystem } = item;
  if (typeof ecosystem !== 'string') return item;
  const lower = ecosystem.toLowerCase();
  return { ...item, ecosystem: Object.hasOwn(OTHER_NAMES, lower) ? OTHER_NAMES[lower] : lower };
}

/** `pypi:requests==2.0` has its ecosystem before it; a package URL is left whole in `name`. */
function namedOf(text: string): Readonly<Record<string, unknown>> {
  const trimmed = text.trim();
  const found = /^([a-z.]{2,12}):(?!\/\/)(.+)$/i.exec(trimmed);
  const world = found?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(OTHER_NAMES, world) ? OTHER_NAMES[world] : ECOSYSTEMS.find((one) => one === world);
  if (known === undefined || found?.[2] === undefined) return { name: trimmed };
  return { name: found[2], ecosystem: known };
}
