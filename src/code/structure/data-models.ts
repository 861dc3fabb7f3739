import { languageOf } from '../lex/languages.ts';
import { maskCode } from '../lex/mask.ts';
import { rulesOf } from '../lex/rules-of.ts';
import { type Code, codeMatches, makeCode } from '../routes/route-code.ts';
import { sqlTables } from './sql-tables.ts';

/** Where a project says what its data looks like. */
export interface DataFact {
  readonly kind: string;
  /** What is declared there: tables, models; empty where only the file's kind is known. */
  readonly names: readonly { readonly name: string; readonly line: number }[];
  readonly file: string;
  /** `exact`: a statement of the file says so; `import`: the file also imports the library; `name`: by the path alone. */
  readonly known: 'exact' | 'import' | 'name';
}

/** Names of one file; a dump has thousands. */
const NAMES_MAX = 40;

/** Kinds that a path tells. */
const BY_PATH: readonly (readonly [RegExp, string])[] = [
  [/\.prisma$/, 'Prisma schema'],
  [/(?:^|\/)db\/(?:\w+_)?(?:schema|structure)\.rb$/, 'Rails schema'],
  [/\.(?:graphql|graphqls|gql)$/, 'GraphQL schema'],
  [/\.proto$/, 'Protocol Buffers schema'],
  [/\.avsc$/, 'Avro schema'],
  [/(?:^|\/)(?:migrations?|migrate)\/(?:.+\/)?[^/]+\.sql$/, 'migration'],
  [/(?:^|\/)(?:db\/migrate|(?:alembic|migrations?)\/versions)\/(?:.+\/)?[^/]+\.(?:py|rb)$/, 'migration'],
  // Of C# the folder has a capital, and what `.Designer.cs` keeps is the model. Source: EF Core, "Migrations Overview".
  // Code of other names in such a folder is as often what makes or runs migrations, or moves code from one version to another.
  [
    /(?:^|\/)(?:[Mm]igrations?|migrate)\/(?:.+\/)?(?![^/]+\.Designer\.cs$)(?:\d{3,}|[mV]\d+|(?:Migration|Version)\d{6,})[\w.-]*\.(?:py|rb|[jt]s|php|go|rs|java|kt|cs)$/,
    'migration',
  ],
  // The time that a generator puts behind a name.
  [/(?:^|\/)(?:[Mm]igrations?|migrate)\/(?:.+\/)?[A-Za-z]\w*?\d{12,14}\.(?:[jt]s|php|cs)$/, 'migration'],
  [/(?:^|\/)V\d[\w.]*__[^/]+\.sql$/, 'migration'],
];

/** A kind of model that a file declares, and what the file must import for it to be one. */
interface Model {
  readonly kind: string;
  readonly file: RegExp;
  readonly needs: RegExp;
  /** Its first group is the name. */
  readonly at: RegExp;
}

/**
 * A class that is an entity. Its decorators may take several lines, of which none begins at the margin but with what closes
 * the one before.
 */
const DECORATED_CLASS =
  /^@Entity\b[^\n]*\n(?:(?:[@ \t)}\]][^\n]*)?\n){0,60}(?:export )?(?:default )?(?:abstract )?class (\w+)/gm;

const MODELS: readonly Model[] = [
  {
    kind: 'JPA entity',
    file: /\.(?:java|kt)$/,
    needs: /^import (?:jakarta|javax)\.persistence\./gm,
    at: /^@Entity\b[^\n]*\n(?:(?:[@ \t)}\]][^\n]*)?\n){0,60}(?:(?:public|abstract|final|sealed|open|data|internal)\s+){0,3}class\s+(\w+)/gm,
  },
  {
    kind: 'Django model',
    file: /\.py$/,
    needs: /^from django\.db import [^\n]*\bmodels\b/gm,
    at: /^class (\w+)\([^)\n]*\bmodels\.Model\b/gm,
  },
  {
    kind: 'SQLAlchemy table',
    file: /\.py$/,
    needs: /^(?:from|import) (?:sqlalchemy|flask_sqlalchemy)\b/gm,
    at: /^[ \t]+__tablename__\s*=\s*["'](\w+)["']/gm,
  },
  {
    kind: 'TypeORM entity',
    file: /\.[jt]s$/,
    needs: /from ['"]typeorm['"]/g,
    at: DECORATED_CLASS,
  },
  {
    kind: 'MikroORM entity',
    file: /\.[cm]?[jt]s$/,
    needs: /from ['"]@mikro-orm\//g,
    at: DECORATED_CLASS,
  },
  {
    kind: 'Mongoose model',
    file: /\.[cm]?[jt]s$/,
    needs: /(?:from|require\()\s*['"]mongoose['"]/g,
    at: /\b(?:mongoose\.)?model\(\s*['"](\w+)['"]/g,
  },
  {
    kind: 'Drizzle table',
    file: /\.[cm]?[jt]s$/,
    needs: /from ['"]drizzle-orm\//g,
    at: /=\s*(?:pg|mysql|sqlite)Table\(\s*['"](\w+)['"]/g,
  },
  {
    kind: 'GORM model',
    file: /\.go$/,
    needs: /"gorm\.io\/gorm"/g,
    at: /^type (\w+) struct \{\n(?:[^\n}]*\n){0,3}?\s*gorm\.Model\b/gm,
  },
  { kind: 'Diesel table', file: /\.rs$/, needs: /\bdiesel::table!/g, at: /\btable!\s*\{\s*(\w+)\s*\(/g },
  {
    kind: 'Active Record model',
    file: /\.rb$/,
    needs: /< ApplicationRecord\b/g,
    at: /^[ \t]*class (\w+) < ApplicationRecord\b/gm,
  },
];

/** What is looked for, in the order of the lists above; tables that statements in the texts of a program make are not. */
export const DATA_KINDS: readonly string[] = [
  ...new Set([...BY_PATH.map(([, kind]) => kind), 'SQL tables in .sql files', ...MODELS.map(({ kind }) => kind)]),
];

/** What a path alone says about data; null when it says nothing. */
export function dataKindOf(path: string): string | null {
  return BY_PATH.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

/** Whether the text of a file is worth a look: SQL, or a language in which models are declared. */
export function mayDeclareData(path: string): boolean {
  return /\.sql$/i.test(path) || MODELS.some(({ file }) => file.test(path));
}

/** What a file says about data; null when nothing. */
export function findData(path: string, text: string): DataFact | null {
  const kind = dataKindOf(path);
  const names = /\.sql$/i.test(path) ? tableNames(path, text) : [];
  if (names.length > 0) return { kind: kind ?? 'SQL tables', names, file: path, known: 'exact' };
  return modelsIn(path, text) ?? (kind === null ? null : { kind, names: [], file: path, known: 'name' });
}

function tableNames(path: string, text: string): DataFact['names'] {
  const { lineAt } = makeCode(path, text, text);
  return sqlTables(text, NAMES_MAX).map(({ name, at }) => ({ name, line: lineAt(at) }));
}

/** Only code declares: what stands in comments and texts is no model. */
function modelsIn(path: string, text: string): DataFact | null {
  const models = MODELS.filter(({ file, needs }) => file.test(path) && text.search(needs) !== -1);
  const language = models.length === 0 ? null : languageOf(path);
  if (language === null) return null;
  const code = makeCode(path, text, maskCode(text, rulesOf(language)));
  for (const { kind, needs, at } of models) {
    if (codeMatches(code, needs).next().done !== false) continue;
    const names = namesAt(code, at);
    if (names.length > 0) return { kind, names, file: path, known: 'import' };
  }
  return null;
}

function namesAt(code: Code, pattern: RegExp): DataFact['names'] {
  const names: { name: string; line: number }[] = [];
  for (const match of codeMatches(code, pattern)) {
    const name = match[1] ?? '';
    if (names.length >= NAMES_MAX) break;
    names.push({ name, line: code.lineAt(match.index + match[0].lastIndexOf(name)) });
  }
  return names;
}
