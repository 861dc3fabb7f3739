import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackages } from '../../test/support/install-packages.ts';

/** A place in a file, lines from 1. */
export interface CodePlace {
  readonly file: string;
  readonly line: number;
}

/** What TypeScript's language service knows of a folder of JavaScript and TypeScript. */
export interface TypeScriptOracle {
  /** Declarations with their names: functions, classes, methods, types, and variables that no function holds. */
  declarations(): readonly (CodePlace & { readonly name: string })[];
  /** What the name means where it stands on a line; null where that cannot be told, as for values of any type. */
  meanings(name: string, place: CodePlace): readonly CodePlace[] | null;
}

/*
 * The part of TypeScript's interface that is used here. The project's own compiler has no such interface, so that this
 * one is installed when the benchmark is run.
 */
interface Node {
  readonly kind: number;
  readonly name?: { readonly text?: string; getStart(): number };
}
interface SourceFile extends Node {
  readonly fileName: string;
  readonly text: string;
  getLineAndCharacterOfPosition(position: number): { readonly line: number };
  getPositionOfLineAndCharacter(line: number, character: number): number;
}
interface Program {
  getSourceFile(path: string): SourceFile | undefined;
}
interface Definition {
  readonly fileName: string;
  readonly textSpan: { readonly start: number };
}
interface Service {
  getProgram(): Program;
  getDefinitionAtPosition(path: string, at: number): readonly Definition[] | undefined;
}
interface TypeScript {
  readonly SyntaxKind: Readonly<Record<string, number>>;
  readonly sys: { readFile(path: string): string | undefined; fileExists(path: string): boolean };
  readonly ScriptSnapshot: { fromString(text: string): unknown };
  forEachChild(node: Node, visit: (child: Node) => void): void;
  getDefaultLibFilePath(options: unknown): string;
  findConfigFile(folder: string, exists: (path: string) => boolean): string | undefined;
  readConfigFile(path: string, read: (path: string) => string | undefined): { readonly config?: unknown };
  parseJsonConfigFileContent(config: unknown, host: unknown, folder: string): { readonly options: object };
  createLanguageService(host: unknown): Service;
}

/** Opens files of a folder, which are given by their paths below it. Installs TypeScript when it is not there. */
export async function openTypeScript(folder: string, paths: readonly string[]): Promise<TypeScriptOracle> {
  const packages = await installPackages('bench/typescript');
  // The interface above is a part of what that version has.
  const ts = createRequire(join(packages, 'package.json'))('typescript') as TypeScript;
  const service = startService(ts, folder, paths);
  const program = service.getProgram();
  const sourceOf = (file: string): SourceFile | undefined => program.getSourceFile(join(folder, file));
  return {
    declarations: () =>
      paths.flatMap((file) => {
        const source = sourceOf(file);
        return source === undefined ? [] : declarationsOf(ts, source).map((one) => ({ ...one, file }));
      }),
    meanings(name, { file, line }) {
      const source = sourceOf(file);
      if (source === undefined) return null;
      const start = source.getPositionOfLineAndCharacter(line - 1, 0);
      const text = source.text.slice(start).split('\n', 1)[0] ?? '';
      const found = [...text.matchAll(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`, 'g'))].flatMap(
        ({ index }) => follow(service, { fileName: source.fileName, textSpan: { start: start + index } }, HOPS_MAX),
      );
      const places = found.flatMap(({ fileName, textSpan }) => {
        const target = program.getSourceFile(fileName);
        if (target === undefined || isImporting(target.text, textSpan.start)) return [];
        const at = target.getLineAndCharacterOfPosition(textSpan.start);
        return [{ file: fileName.replace(`${folder}/`, ''), line: at.line + 1 }];
      });
      return places.length === 0 ? null : places;
    },
  };
}

/** What a name means, and what that leads to: `module.exports = { add }` is a definition, and a use of another one. */
function follow(service: Service, { fileName, textSpan }: Definition, hops: number): readonly Definition[] {
  const found = service.getDefinitionAtPosition(fileName, textSpan.start) ?? [];
  const others = found.filter((one) => one.fileName !== fileName || one.textSpan.start !== textSpan.start);
  return hops === 0 ? others : [...others, ...others.flatMap((one) => follow(service, one, hops - 1))];
}

const HOPS_MAX = 2;

/** Longer statements of import are looked at in this part only. */
const STATEMENT_CHARACTERS = 2_000;

/**
 * Whether a definition is but the name that a file gives to what it imports: where the service cannot follow an import
 * (packages that are not installed, names taken out of `require`), it ends there, which says nothing.
 */
function isImporting(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - STATEMENT_CHARACTERS), at);
  const starts = [...before.matchAll(/^[ \t]*(?:import|export|const|let|var)\b/gm)];
  const begin = starts.at(-1)?.index;
  if (begin === undefined) return false;
  const statement = before.slice(begin) + text.slice(at, at + STATEMENT_CHARACTERS);
  return /^\s*(?:(?:import|export)\b[^;='"]*\bfrom\s*['"]|(?:const|let|var)\s[^;=]*=\s*(?:await\s+)?(?:require|import)\()/.test(
    statement,
  );
}

function startService(ts: TypeScript, folder: string, paths: readonly string[]): Service {
  const path = ts.findConfigFile(folder, (one) => ts.sys.fileExists(one));
  const config = path === undefined ? {} : (ts.readConfigFile(path, (one) => ts.sys.readFile(one)).config ?? {});
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const settings = { ...options, allowJs: true, checkJs: false, noEmit: true, types: [] };
  return ts.createLanguageService({
    getCompilationSettings: () => settings,
    getScriptFileNames: () => paths.map((one) => join(folder, one)),
    getScriptVersion: () => '1',
    getScriptSnapshot(file: string) {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (given: unknown) => ts.getDefaultLibFilePath(given),
    fileExists: (file: string) => ts.sys.fileExists(file),
    readFile: (file: string) => ts.sys.readFile(file),
  });
}

const DECLARING = [
  'FunctionDeclaration',
  'ClassDeclaration',
  'MethodDeclaration',
  'InterfaceDeclaration',
  'TypeAliasDeclaration',
  'EnumDeclaration',
  'VariableDeclaration',
];

/** What a body holds is seen by nobody else. */
const BODIES = ['Block', 'ArrowFunction', 'FunctionExpression'];

function declarationsOf(
  ts: TypeScript,
  source: SourceFile,
): readonly { readonly name: string; readonly line: number }[] {
  const kinds = new Set(DECLARING.map((name) => ts.SyntaxKind[name]));
  const bodies = new Set(BODIES.map((name) => ts.SyntaxKind[name]));
  const found: { name: string; line: number }[] = [];
  const visit = (node: Node): void => {
    if (bodies.has(node.kind)) return;
    const name = kinds.has(node.kind) ? node.name : undefined;
    if (name?.text !== undefined)
      found.push({ name: name.text, line: source.getLineAndCharacterOfPosition(name.getStart()).line + 1 });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
