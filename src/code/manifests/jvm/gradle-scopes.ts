import type { LexRules } from '../../lex/masking.ts';
import { type Structure, structureOf } from '../../lex/structure.ts';

/** What a configuration is for. */
export type GradleScope = 'runtime' | 'build' | 'dev';

/** Configurations of the usual plugins; others are any plugin's own. */
const SCOPES: ReadonlyMap<string, GradleScope> = new Map([
  ['implementation', 'runtime'],
  ['api', 'runtime'],
  ['compile', 'runtime'],
  ['runtimeOnly', 'runtime'],
  ['runtime', 'runtime'],
  ['compileOnly', 'build'],
  ['compileOnlyApi', 'build'],
  ['annotationProcessor', 'build'],
  ['kapt', 'build'],
  ['ksp', 'build'],
  ['classpath', 'build'],
  ['developmentOnly', 'dev'],
]);

/**
 * A source set before what it asks for, as `testFixturesApi` and `jvmMainImplementation` have it. Source: Gradle, "The Java
 * Plugin", "SourceSet dependency configurations".
 */
const OF_SOURCE_SET =
  /^([a-z]\w{0,50}?)(Implementation|Api|CompileOnlyApi|CompileOnly|RuntimeOnly|AnnotationProcessor|Compile|Runtime)$/;
const OF_TEST_PROCESSOR = /^(?:kapt|ksp)(?:[A-Z]\w{0,50})?Test$/;
/** Source sets of tests, their fixtures among them, by the names that plugins give them and by custom. */
const TEST_SET = /^(?:test|androidTest)(?:[A-Z]\w{0,50})?$|[a-z0-9](?:Tests?|TestFixtures)$/;

/** What a configuration is for; undefined for one that is any plugin's own. Whatever a source set of tests asks for is for development. */
export function gradleScope(configuration: string, isInTests: boolean): GradleScope | undefined {
  const known = SCOPES.get(configuration);
  if (known !== undefined) return isInTests ? 'dev' : known;
  if (OF_TEST_PROCESSOR.test(configuration)) return 'dev';
  const [, set = '', rest = ''] = OF_SOURCE_SET.exec(configuration) ?? [];
  if (TEST_SET.test(set)) return 'dev';
  return set.endsWith('Main') ? SCOPES.get(rest.slice(0, 1).toLowerCase() + rest.slice(1)) : undefined;
}

/** Blocks around a line of a build script that are looked at; deeper ones nobody wrote. */
const BLOCKS_MAX = 12;
/** Characters before a brace in which its words stand. */
const HEAD_MAX = 200;

/** A place in a build script: the number of a line, and how many characters stand before it there. */
export interface ScriptPlace {
  readonly line: number;
  readonly column: number;
}

/** What stands around the places of a build script. */
export interface ScriptBlocks {
  /** Whether it stands in the dependencies of a source set of tests. */
  isInTests(place: ScriptPlace): boolean;
  /** Whether it stands right in dependencies, and those are of the project itself and no other one's. */
  isInOwnDependencies(place: ScriptPlace): boolean;
  /** Whether it stands in dependencies of whatever project, or in what a function adds to such. */
  isInDependencies(place: ScriptPlace): boolean;
  /** Whether what stands there says where to publish to. */
  isForPublishing(place: ScriptPlace): boolean;
}

/** Blocks of repositories that nothing is fetched from. Source: Gradle, "Maven Publish Plugin"; "Upload" of Gradle 6. */
const OF_PUBLISHING = /\b(?:publishing|uploadArchives|mavenDeployer)\b/;

/** `dependencies {`, `dependencies.constraints {`, `fun DependencyHandler.ours() {`. */
const OF_DEPENDENCIES = /\bdependencies\b|\bDependencyHandler/;

/** Blocks for other projects. Source: Gradle, "Sharing configuration via cross project configuration". */
const OF_OTHERS = /\b(?:subprojects|allprojects|childProjects|configure|buildscript)\b|\bproject[ \t]*\(/;

/**
 * Tells of a place whether it stands in the dependencies of a source set of tests: in
 * `jvmTest.dependencies { … }`, `commonTest { dependencies { … } }`, `val commonTest by getting { dependencies { … } }` or
 * `named("jvmTest") { dependencies { … } }`. Source: Kotlin, "Adding dependencies on multiplatform libraries".
 */
export function findBlocks(text: string, mask: string, rules: LexRules): ScriptBlocks {
  const structure = structureOf(mask, rules);
  const headsOf = ({ line, column }: ScriptPlace): readonly string[] =>
    headsAround(structure, text, (structure.lineStarts[line - 1] ?? mask.length) + column);
  const isInTests = (place: ScriptPlace): boolean => {
    const heads = headsOf(place);
    const at = heads.findIndex((head) => /(?:^|\.)dependencies$/.test(head));
    const owner = at === -1 ? '' : (heads[at] ?? '').replace(/\.?dependencies$/, '');
    return TEST_SET.test(subjectOf(owner === '' ? (heads[at + 1] ?? '') : owner));
  };
  const isInOwnDependencies = (place: ScriptPlace): boolean => {
    const heads = headsOf(place);
    return /(?:^|\.)dependencies$/.test(heads[0] ?? '') && !heads.some((head) => OF_OTHERS.test(head));
  };
  const isForPublishing = (place: ScriptPlace): boolean => headsOf(place).some((head) => OF_PUBLISHING.test(head));
  const isInDependencies = (place: ScriptPlace): boolean => headsOf(place).some((head) => OF_DEPENDENCIES.test(head));
  return { isInTests, isInOwnDependencies, isInDependencies, isForPublishing };
}

/** What stands before the braces around an offset, the innermost first. */
function headsAround({ mask, around, lineStarts, lineAt }: Structure, text: string, from: number): readonly string[] {
  const heads: string[] = [];
  for (let open = around(from); open !== -1 && heads.length < BLOCKS_MAX; open = around(open)) {
    if (mask[open] !== '{') continue;
    const start = Math.max(lineStarts[lineAt(open)] ?? 0, open - HEAD_MAX);
    const outer = mask.slice(start, open).lastIndexOf('{');
    heads.push(text.slice(start + outer + 1, open).trim());
  }
  return heads;
}

/** The name that a block is about: the last text in it, else the last word but for those that only open or make it. */
function subjectOf(head: string): string {
  const bare = head
    .replace(/[ \t]+by[ \t]+\w{1,40}(?:\([^()]{0,100}\))?$/, '')
    .replace(/\.(?:get\(\)|configure|apply)$/, '');
  return (/["']([\w-]{1,80})["'][\])]{0,3}$/.exec(bare) ?? /(\w{1,80})`?$/.exec(bare))?.[1] ?? '';
}
