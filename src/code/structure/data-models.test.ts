import { expect, test } from 'vitest';
import { findData } from './data-models.ts';

test('data: tables of SQL with their lines, models only where the library is imported', () => {
  const sql =
    '-- CREATE TABLE no (x);\nCREATE TABLE IF NOT EXISTS vets (\n  id INT\n);\ncreate table "pets" (id int);\n';
  expect(findData('db/schema.sql', sql)).toEqual({
    kind: 'SQL tables',
    names: [
      { name: 'vets', line: 2 },
      { name: 'pets', line: 5 },
    ],
    file: 'db/schema.sql',
    known: 'exact',
  });
  const entity = '@Entity\n@Table(name = "vets")\npublic class Vet extends Person {}\n';
  expect(findData('Vet.java', entity)).toBeNull();
  expect(findData('Vet.java', `import jakarta.persistence.Entity;\n${entity}`)).toMatchObject({
    kind: 'JPA entity',
    names: [{ name: 'Vet', line: 4 }],
    known: 'import',
  });
  expect(findData('app/migrations/0001_initial.py', 'x = 1')).toMatchObject({ kind: 'migration', known: 'name' });
  expect(findData('src/a.ts', 'export const a = 1;')).toBeNull();
});

test('an entity of MikroORM or TypeORM is told, however many lines its decorators take', () => {
  const entity =
    "import { Entity } from '@mikro-orm/core'\n\n@Entity({\n  tableName,\n})\n@Filter(soft)\nexport default class Claim {\n}\n";
  expect(findData('models/claim.ts', entity)).toMatchObject({
    kind: 'MikroORM entity',
    names: [{ name: 'Claim', line: 7 }],
    known: 'import',
  });
  expect(findData('models/claim.ts', entity.replace('@mikro-orm/core', 'typeorm'))).toMatchObject({
    kind: 'TypeORM entity',
    names: [{ name: 'Claim', line: 7 }],
  });
  const other = "import { Entity } from '@mikro-orm/core'\n\n@Entity()\nfunction a() {}\n\nexport class Other {}\n";
  expect(findData('models/other.ts', other)).toBeNull();
});

test('code that makes, runs or means migrations is none itself', () => {
  const isMigration = (path: string): boolean => findData(path, 'x = 1')?.kind === 'migration';
  const migrations = [
    'app/migrations/0001_initial.py',
    'migrations/versions/ab12_add_users.py',
    'db/migrate/20180917164000_create_tables.rb',
    'migration/src/m20220101_000001_create.rs',
    'database/migrations/2014_10_12_000000_create_users.php',
    'src/migrations/1588102412341-Users.ts',
    'src/migrations/Migration20240225134525.ts',
    'src/migrations/InitialSetup20240221144943.ts',
    'migrations/Version20200101120000.php',
    'migrations/users.sql',
    // As the tools of Entity Framework write them.
    'src/Shop/Infrastructure/Migrations/20231009153249_Initial.cs',
  ];
  expect(migrations.filter((path) => !isMigration(path))).toEqual([]);
  const others = [
    'lib/active_record/migration/command_recorder.rb',
    'packages/codemod/src/migrations/v1-to-v2/index.ts',
    'app/migrations/__init__.py',
    'src/migrations/MigrationRunner2.ts',
    // What the tools keep beside a migration for themselves.
    'src/Shop/Infrastructure/Migrations/20231009153249_Initial.Designer.cs',
    'src/Shop/Infrastructure/Migrations/ShopContextModelSnapshot.cs',
    'src/main/java/org/db/migration/Runner.java',
  ];
  expect(others.filter(isMigration)).toEqual([]);
  expect(findData('db/schema.rb', 'x')?.kind).toBe('Rails schema');
  expect(findData('lib/active_record/schema.rb', 'x')).toBeNull();
});

test('models of data are looked for in as many steps as a text is long, also in a hostile one', () => {
  const parts = ["app.get('", '@GetMapping("', '(', '"', '{', 'CREATE TABLE ', '@Entity\n', '/*', 'methods=[', ' '];
  // Half a megabyte and more of each: who reads on from every part takes 10^10 steps, which the time of a test does not allow.
  for (const part of parts) {
    const text = `import 'express' from 'express' import org.springframework.web.bind.annotation.\n${part.repeat(50_000)}`;
    for (const file of ['a.sql', 'a.java', 'a.ts', 'a.py']) findData(file, text);
  }
});

/** Names of a text of SQL with their lines. */
function tables(sql: string): readonly string[] | undefined {
  return findData('a.sql', sql)?.names.map(({ name, line }) => `${line} ${name}`);
}

test.each([
  ["INSERT INTO x VALUES ('CREATE TABLE lied (a)');\nCREATE TABLE a (b int);", ['2 a']],
  ["CREATE TABLE a (b text DEFAULT '/*');\nCREATE TABLE c (d text DEFAULT '*/');", ['1 a', '2 c']],
  ['CREATE TEMP TABLE a (b int);\nCREATE UNLOGGED TABLE c (d int);', ['1 a', '2 c']],
  ['CREATE GLOBAL TEMPORARY TABLE a (b int); CREATE TABLE [my table].[c d] (e int);', ['1 a', '1 my table.c d']],
  ['create table "my table" (a int);\ncreate table `b c`.`d` (e int);', ['1 my table', '2 b c.d']],
  ["INSERT INTO a VALUES ('it''s');\nCREATE TABLE b (c int);", ['2 b']],
  ["INSERT INTO `a` VALUES ('it\\'s; CREATE TABLE lied');\nCREATE TABLE `b` (c int);", ['2 b']],
  ["COPY a (b) FROM stdin;\nit's CREATE TABLE lied\n\\.\nCREATE TABLE c (d int);", ['4 c']],
  ['CREATE FUNCTION a() AS $x$ CREATE TABLE lied (b int); $x$;\nCREATE TABLE c (d int);', ['2 c']],
  [
    'DO $$ BEGIN CREATE TABLE a (b text DEFAULT $x$CREATE TABLE lied$x$); END $$;\nCREATE TABLE c (d int);',
    ['1 a', '2 c'],
  ],
  ['/* a /* b */ CREATE TABLE lied (c int); */\nCREATE TABLE d (e int);', ['2 d']],
  ['/* a /* b */\nCREATE TABLE d (e int);', ['2 d']],
  ['CREATE TABLE \x24{schema}.a (b int); CREATE TABLE b.\x24{c} (d int); CREATE TABLE {{ e }} (f int);', undefined],
])('tables are those that statements of SQL create: %j', (sql, names) => {
  expect(tables(sql)).toEqual(names);
});

test('what stands in comments and texts is no model', () => {
  const mongoose = "import mongoose from 'mongoose';\n// model('Lied')\nconst a = \"model('Lied')\";\nmodel('Told');\n";
  expect(findData('a.ts', mongoose)?.names).toEqual([{ name: 'Told', line: 4 }]);
  const imported = "// import mongoose from 'mongoose';\nmodel('Lied');\n";
  expect(findData('a.ts', imported)).toBeNull();
  const django =
    'from django.db import models\n"""\nclass Lied(models.Model):\n"""\nclass Told(models.Model):\n    pass\n';
  expect(findData('a.py', django)?.names).toEqual([{ name: 'Told', line: 5 }]);
});

test('an entity of JPA is told, however many lines its annotations take', () => {
  const entity =
    'import jakarta.persistence.Entity;\n\n@Entity\n@Table(\n    name = "a",\n    indexes = {\n        @Index(columnList = "b")\n    }\n)\npublic class A {}\n';
  expect(findData('A.java', entity)?.names).toEqual([{ name: 'A', line: 10 }]);
});

// Who looks on to the end from each of these takes minutes, which no time limit of a test allows.
test.each(['/* ', "' -- ", '$a$ ', 'CREATE TABLE ', 'create\n', 'FROM stdin ', '/*/', '"', "E'\\"])(
  'SQL of %j alone is read in one pass',
  (part) => {
    findData('a.sql', part.repeat(1_000_000 / part.length));
    const numbered = Array.from({ length: 100_000 }, (_, at) => `$a${at}$ /* `).join(part);
    findData('a.sql', numbered);
  },
);

test('a model is told with types given to its maker, and in a file with line ends of Windows', () => {
  const mongoose = "import mongoose from 'mongoose';\nmongoose.model<IUser, Model<IUser>>('User', schema);\n";
  expect(findData('a.ts', mongoose)?.names).toEqual([{ name: 'User', line: 2 }]);
  const gorm = 'import "gorm.io/gorm"\n\ntype User struct {\n\tgorm.Model\n}\n';
  const jpa = 'import jakarta.persistence.Entity;\n@Entity\n\n@Table\npublic class Vet {}\n';
  for (const end of ['\n', '\r\n']) {
    expect(findData('a.go', gorm.replaceAll('\n', end))?.names).toEqual([{ name: 'User', line: 3 }]);
    expect(findData('Vet.java', jpa.replaceAll('\n', end))?.names).toEqual([{ name: 'Vet', line: 5 }]);
  }
});
