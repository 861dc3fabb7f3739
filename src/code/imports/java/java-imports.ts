import { roleOfPath } from '../../search/path-role.ts';
import { folderOf } from '../../source/project-files.ts';
import type { Evidence, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { indexClasses, isSameModule, type JavaClasses } from './classes.ts';
import { type JavaFacts, type JavaImport, javaMentions } from './mentions.ts';

type JavaFile = ReadFile<JavaFacts>;

/** Imports of Java, and types of the same package, which need none. */
export const javaImports: ImportLanguage<JavaFacts> = {
  scanner: 'java',
  // Which file declares a type is known only from the files themselves.
  readsBeyondBase: true,
  extract: (_text, mask) => javaMentions(mask),
  async link(input) {
    const { project, files, sink } = input;
    for (const { path, language, lines, facts } of files) {
      sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
      if (facts.isCut) project.gap(`${path} names more types than are read; the rest was left out`);
    }
    const classes = indexClasses(files);
    for (const file of files) {
      if (!input.hasTime()) return;
      linkFile(input, classes, file);
    }
  },
};

function linkFile(input: LinkInput<JavaFacts>, classes: JavaClasses, file: JavaFile): void {
  const { facts, path } = file;
  // A type that is imported by its name is that one, whatever the package has.
  const imported = new Set<string>();
  for (const one of facts.imports) {
    if (!one.isStar) imported.add(one.path.slice(one.path.lastIndexOf('.') + 1));
    linkImport(input, classes, { file, one });
  }
  for (const { name, line } of facts.used) {
    const found = imported.has(name) ? null : classes.find(facts.package, name, path);
    if (found === null || found === 'several' || !isReachable(file, found)) continue;
    input.sink.edge(path, found, { file: path, line, kind: 'same_package' });
  }
  for (const { name, line } of facts.qualified) {
    const found = findType(classes, name, path);
    const evidence: Evidence = { file: path, line, kind: 'import' };
    if (found !== null && found !== 'several') input.sink.edge(path, found, evidence);
  }
}

/**
 * Whether a type of the same package is the one that a name means. The unnamed package is one in each folder; a module
 * need not know another one, so that a star may have brought in the name from outside.
 */
function isReachable({ path, facts }: JavaFile, found: string): boolean {
  if (facts.package === '') return folderOf(path) === folderOf(found);
  return isSameModule(path, found) || !facts.imports.some(({ isStar, isStatic }) => isStar && !isStatic);
}

interface Importing {
  readonly file: JavaFile;
  readonly one: JavaImport;
}

function linkImport(input: LinkInput<JavaFacts>, classes: JavaClasses, { file, one }: Importing): void {
  const evidence = { file: file.path, line: one.line, kind: 'import' } as const;
  if (one.isStar && !one.isStatic && classes.hasPackage(one.path)) {
    linkStar(input, classes, { file, one });
    return;
  }
  const found = findType(classes, one.path, file.path);
  if (found === 'several') input.sink.unresolved(one.path, 'several files of the project declare it', evidence);
  else if (found !== null) input.sink.edge(file.path, found, evidence);
  else if (isOwnPackage(classes, one)) {
    input.sink.unresolved(one.path, 'no Java file of its package in the project declares it', evidence);
  } else {
    const name = packageOf(one.path);
    input.sink.external(name, STANDARD.test(`${name}.`), evidence);
  }
}

/** All of a package: the types of it that the file names. */
function linkStar(input: LinkInput<JavaFacts>, classes: JavaClasses, { file, one }: Importing): void {
  for (const { name } of file.facts.used) {
    // The file's own package goes before a star.
    if (classes.find(file.facts.package, name, file.path) !== null) continue;
    const found = classes.find(one.path, name, file.path);
    if (found === null || found === 'several') continue;
    input.sink.edge(file.path, found, { file: file.path, line: one.line, kind: 'import' });
  }
}

/** `a.b.C.D` is D in the package `a.b.C`, or a member of C in `a.b`: the longest package that has it. */
function findType(classes: JavaClasses, path: string, from: string): string | 'several' | null {
  const parts = path.split('.');
  for (let at = parts.length - 1; at > 0; at -= 1) {
    const found = classes.find(parts.slice(0, at).join('.'), parts[at] ?? '', from);
    if (found !== null) return found;
  }
  return null;
}

/** Whether the type should be one of the project, because its package is. */
function isOwnPackage(classes: JavaClasses, { path }: JavaImport): boolean {
  return classes.hasPackage(packageOf(path));
}

/** The part of a path before the first name with a capital: by custom types have one, and packages none. */
function packageOf(path: string): string {
  const parts = path.split('.');
  const type = parts.findIndex((part) => /^[A-Z]/.test(part));
  return type === -1 ? path : parts.slice(0, type).join('.') || path;
}

/** Packages of the JDK. Source: Java SE 21 API Specification, "All Packages". */
const STANDARD =
  /^(?:java\.|jdk\.|sun\.|com\.sun\.|org\.(?:w3c\.dom|xml\.sax|ietf\.jgss)\.|javax\.(?:accessibility|annotation\.processing|crypto|imageio|lang\.model|management|naming|net|print|rmi|script|security|smartcardio|sound|sql|swing|tools|transaction\.xa|xml)\.)/;
