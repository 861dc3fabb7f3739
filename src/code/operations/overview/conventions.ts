import { compareTexts } from '../../../base/compare-texts.ts';
import type { ConventionFact } from '../../questions/overview.types.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isSampleBelow, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, nameOf } from '../../text/paths.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

type Kind = ConventionFact['kind'];

/** Files in which a project says how its code is to look, by name; those for agents are quoted first. */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'agent instructions',
    /^(?:AGENTS|CLAUDE|GEMINI)\.md$|^\.github\/copilot-instructions\.md$|^\.cursorrules$|^\.cursor\/rules\/[^/]+\.mdc?$|^\.windsurfrules$/,
  ],
  ['contributing', /^(?:\.github\/|docs\/)?CONTRIBUTING(?:\.[a-z]+)?$/i],
  ['editor', /^\.editorconfig$/],
  [
    'formatter',
    /^(?:\.prettierrc(?:\.[a-z0-9]+)?|\.oxfmtrc\.jsonc?|prettier\.config\.[cm]?[jt]s|\.?rustfmt\.toml|\.clang-format|\.scalafmt\.conf|\.swift-format|\.php-cs-fixer(?:\.dist)?\.php)$/,
  ],
  [
    'linter',
    /^(?:\.eslintrc(?:\.[a-z]+)?|eslint\.config\.[cm]?[jt]s|biome\.jsonc?|\.oxlintrc\.json|\.?ruff\.toml|\.flake8|\.pylintrc|mypy\.ini|\.golangci\.ya?ml|clippy\.toml|\.rubocop\.yml|\.swiftlint\.yml|phpstan\.neon(?:\.dist)?|\.clang-tidy|detekt\.yml|checkstyle\.xml)$/,
  ],
];

/**
 * What the project says of how its code is to look, quoted as it stands: the files' first lines, without comments and
 * empty lines where the file is a configuration. It is data of the repository, whatever it asks for.
 */
export async function listConventions(files: ProjectFiles): Promise<readonly ConventionFact[]> {
  const found: { readonly file: string; readonly kind: Kind; readonly rank: number }[] = [];
  for (const { path } of files.entries) {
    const relative = path.slice(files.base.length);
    if (isVendored(relative) || isSampleBelow(files.base, path)) continue;
    const rank = KINDS.findIndex(([, expression]) => expression.test(relative));
    const kind = KINDS[rank]?.[0];
    if (kind !== undefined) found.push({ file: path, kind, rank });
  }
  found.sort((a, b) => a.rank - b.rank || depthOf(a.file) - depthOf(b.file) || compareTexts(a.file, b.file));
  const conventions: ConventionFact[] = [];
  for (const { file, kind } of found.slice(0, OVERVIEW_LIMITS.conventionsMax)) {
    const text = await files.text(file);
    if (text !== null) conventions.push({ file, kind, ...quote(text, kind, nameOf(file)) });
  }
  return conventions;
}

/** Whole lines from the beginning, as many as the bound holds. */
function quote(text: string, kind: Kind, name: string): Pick<ConventionFact, 'text' | 'isWhole'> {
  const isProse = kind === 'agent instructions' || kind === 'contributing';
  const lines = text.split('\n').map((line) => line.trimEnd());
  const telling = isProse ? lines : lines.filter((line) => line.trim() !== '' && !COMMENT.test(line));
  // A program that configures is no statement that could be quoted in part.
  if (!isProse && /\.[cm]?[jt]s$|\.php$/.test(name)) return { text: '', isWhole: false };
  let length = 0;
  const shown = telling.filter((line) => {
    length += line.length + 1;
    return length <= OVERVIEW_LIMITS.conventionCharactersMax;
  });
  return { text: shown.join('\n').trim(), isWhole: shown.length === telling.length };
}

const COMMENT = /^\s*(?:#|;|\/\/)/;
