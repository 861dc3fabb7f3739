import type { DependencyFact, FrameworkAsked, NamedFact } from '../../questions/overview.types.ts';
import { depthOf } from '../../text/paths.ts';

/** Dependencies that are frameworks: what a reader asks for first. Ecosystem, dependency, name. */
const FRAMEWORKS: readonly (readonly [ecosystem: string, dependency: string, name: string])[] = [
  ...named(
    'npm',
    'express=Express fastify=Fastify koa=Koa hono=Hono @nestjs/core=NestJS next=Next.js nuxt=Nuxt react=React vue=Vue svelte=Svelte @sveltejs/kit=SvelteKit solid-js=Solid preact=Preact lit=Lit ember-source=Ember react-native=React-Native @angular/core=Angular astro=Astro electron=Electron vite=Vite webpack=webpack rollup=Rollup rolldown=Rolldown esbuild=esbuild jest=Jest vitest=Vitest mocha=Mocha @playwright/test=Playwright cypress=Cypress prisma=Prisma typeorm=TypeORM kysely=Kysely graphql=GraphQL tailwindcss=Tailwind @modelcontextprotocol/sdk=MCP-SDK @modelcontextprotocol/server=MCP-SDK',
  ),
  ...named(
    'pypi',
    'django=Django flask=Flask fastapi=FastAPI starlette=Starlette tornado=Tornado aiohttp=aiohttp celery=Celery sqlalchemy=SQLAlchemy pydantic=Pydantic pytest=pytest numpy=NumPy pandas=pandas torch=PyTorch tensorflow=TensorFlow click=Click typer=Typer',
  ),
  ...named(
    'cargo',
    'tokio=Tokio actix-web=Actix axum=Axum rocket=Rocket warp=Warp hyper=hyper clap=clap serde=Serde bevy=Bevy tauri=Tauri diesel=Diesel sqlx=SQLx tonic=tonic',
  ),
  ...named(
    'go',
    'github.com/gin-gonic/gin=Gin github.com/labstack/echo=Echo github.com/gofiber/fiber=Fiber github.com/go-chi/chi=chi github.com/spf13/cobra=Cobra gorm.io/gorm=GORM google.golang.org/grpc=gRPC github.com/stretchr/testify=testify',
  ),
  ...named(
    'gem',
    'rails=Rails sinatra=Sinatra hanami=Hanami rspec=RSpec rspec-rails=RSpec minitest=Minitest cucumber=Cucumber sidekiq=Sidekiq',
  ),
  ...named(
    'composer',
    'laravel/framework=Laravel symfony/framework-bundle=Symfony slim/slim=Slim phpunit/phpunit=PHPUnit',
  ),
  ...named('hex', 'phoenix=Phoenix ecto=Ecto'),
  ...named(
    'nuget',
    'xunit=xUnit xunit.v3=xUnit xunit.v3.mtp-off=xUnit xunit.v3.mtp-v1=xUnit xunit.v3.mtp-v2=xUnit nunit=NUnit mstest=MSTest mstest.testframework=MSTest tunit=TUnit',
  ),
];

function named(ecosystem: string, list: string): readonly (readonly [string, string, string])[] {
  return list.split(' ').map((pair) => {
    const at = pair.indexOf('=');
    return [ecosystem, pair.slice(0, at), pair.slice(at + 1)] as const;
  });
}

/** Prefixes of Maven coordinates, since one framework is many artifacts. Hibernate's validator is none of its ORM. */
const MAVEN: readonly (readonly [prefix: string, name: string])[] = [
  ['org.springframework.boot:', 'Spring Boot'],
  ['io.quarkus:', 'Quarkus'],
  ['io.micronaut:', 'Micronaut'],
  ['org.hibernate:hibernate-core', 'Hibernate'],
  ['org.hibernate:hibernate-entitymanager', 'Hibernate'],
  ['org.hibernate.orm:', 'Hibernate'],
  ['org.hibernate.reactive:', 'Hibernate'],
  ['io.ktor:', 'Ktor'],
  ['org.junit.jupiter:', 'JUnit Jupiter'],
  ['junit:junit', 'JUnit 4'],
  ['org.spockframework:spock-', 'Spock'],
  ['org.testng:testng', 'TestNG'],
  // Its assertions alone are used beside JUnit as well.
  ['io.kotest:kotest-runner-', 'Kotest'],
];

/** Prefixes of NuGet's names, the longest of a framework first: what is shown with a browser's view is no site. */
const NUGET: readonly (readonly [prefix: string, name: string])[] = [
  ['microsoft.aspnetcore.components.webview.maui', '.NET MAUI'],
  ['microsoft.maui.controls', '.NET MAUI'],
  ['microsoft.aspnetcore.components', 'Blazor'],
  ['microsoft.aspnetcore.', 'ASP.NET Core'],
  ['microsoft.entityframeworkcore', 'Entity Framework Core'],
  ['npgsql.entityframeworkcore.', 'Entity Framework Core'],
  ['aspire.hosting', 'Aspire'],
];

/**
 * Frameworks by the dependency that proves each: what runs with the project before what it is made with, and of these
 * manifests nearest to the top first. What only an extra, a package of tests or the project's documents ask for is not
 * what the project is built with; of tests it may be what it is tested with. `byTools` is what is asked for by the tools that
 * build with it, `packed` the manifests of applications that pack what they ask for in development into their pages.
 */
export function listFrameworks(
  dependencies: readonly DependencyFact[],
  byTools: readonly NamedFact[] = [],
  packed: ReadonlySet<string> = new Set(),
): readonly FrameworkAsked[] {
  const isDocument = documentsAmong(dependencies);
  // Where nothing but documents is there, they are the project.
  const isAllDocuments = [...byTools, ...dependencies].every(({ file }) => isDocument(file));
  const isOwn = ({ file }: NamedFact): boolean => isAllDocuments || !isDocument(file);
  const built = byTools.filter(isOwn);
  const [own, tried] = [false, true].map((isForTests) =>
    built.filter(({ name }) => FOR_TESTS.has(name) === isForTests),
  );
  const run = withWholes(dependencies.filter(isOwn));
  const asked = runningFirst(run).flatMap((one) => frameworkAskedFor(one, packed));
  return firstOfName([...(own ?? []), ...asked, ...(tried ?? [])]);
}

/**
 * A package that runs with parts of a framework is worked on with the whole of it: it runs with that. Parts alone prove nothing,
 * since others use them, too. Source: Laravel, "Package Development".
 */
function withWholes(dependencies: readonly DependencyFact[]): readonly DependencyFact[] {
  const isPart = ({ ecosystem, name, scope }: DependencyFact): boolean =>
    ecosystem === 'composer' && scope === 'runtime' && /^illuminate\//.test(name);
  const withParts = new Set(dependencies.filter(isPart).map(({ file }) => file));
  return dependencies.map((one) =>
    one.name === 'laravel/framework' && withParts.has(one.file) ? { ...one, scope: 'runtime' } : one,
  );
}

/** The framework that a dependency proves, if any. */
function frameworkAskedFor(asked: DependencyFact, packed: ReadonlySet<string>): readonly FrameworkAsked[] {
  const { ecosystem, name, requirement, scope, file, line } = asked;
  if (scope === 'optional') return [];
  // What lies in the project itself is not what it is built with.
  if (/^(?:workspace:|link:|file:|path$)/.test(requirement)) return [];
  const framework = withMajor(frameworkOf(ecosystem, name.toLowerCase()), requirement);
  // Groups of Python, environments of Mix and what Cargo asks for in development are there to work on the project, and of .NET
  // and the JVM only tests ask for something apart: they may need what it does not.
  const isAside = TEST_PACKAGE.test(file) || (/^(?:pypi|nuget|hex|cargo|maven)$/.test(ecosystem) && scope === 'dev');
  if (framework === null || (isAside && !FOR_TESTS.has(framework))) return [];
  // What a Gemfile beside a gemspec asks for is for work on the gem, and may be a whole of which the gem asks for parts.
  const isMarkable = ecosystem === 'npm' || ecosystem === 'composer';
  const isMarked = isMarkable && scope === 'dev' && !isCustom(framework, packed.has(file));
  return [{ name: framework, ...(isMarked ? { scope } : {}), file, line }];
}

/** Of several of a name the first. */
export function firstOfName<Fact extends NamedFact>(facts: readonly Fact[]): readonly Fact[] {
  const found = new Map<string, Fact>();
  for (const one of facts) if (!found.has(one.name)) found.set(one.name, one);
  return [...found.values()];
}

/** What a package of npm is by which a project runs tests; null for any other. */
export function nodeTestFramework(name: string): string | null {
  const framework = frameworkOf('npm', name);
  return framework !== null && FOR_TESTS.has(framework) ? framework : null;
}

/** What a package of .NET is of by which a project runs tests; null for any other. */
export function dotnetTestFramework(name: string): string | null {
  const framework = frameworkOf('nuget', name.toLowerCase());
  return framework !== null && FOR_TESTS.has(framework) ? framework : null;
}

/** JUnit's generations have one name: since Jupiter the version tells which it is, where a manifest writes that out. */
function withMajor(framework: string | null, requirement: string): string | null {
  const major = /^([3-6])\./.exec(requirement)?.[1];
  const isJunit = framework === 'JUnit Jupiter' || framework === 'JUnit 4';
  return isJunit && major !== undefined ? `JUnit ${major}` : framework;
}

function runningFirst(dependencies: readonly DependencyFact[]): readonly DependencyFact[] {
  return dependencies.toSorted((a, b) => Number(isMadeWith(a)) - Number(isMadeWith(b)));
}

/** A manifest may ask for what tests it beside what it runs with; a peer is what it is made for. */
function isMadeWith({ ecosystem, name, scope }: DependencyFact): boolean {
  if (scope !== 'runtime') return scope === 'dev';
  return FOR_TESTS.has(frameworkOf(ecosystem, name.toLowerCase()) ?? '');
}

/** With what only shows the project: where there is nothing else, that is the project. */
const OF_DOCUMENTS = /(?:^|\/)(?:docs?|[a-z]{1,20}-docs|documentation|websites?|demos?)\//;
/** What makes a site of documents: a package below the top that asks for one is that site. */
const SITE_MAKER =
  /^(?:@docusaurus\/core|vitepress|vuepress|nextra|@astrojs\/starlight|@rspress\/core|rspress|fumadocs-core)$/;

/** What pages of a site are written in; below `www/` alone, as a program may have pages of its own. */
const PAGE_MAKER = /^@(?:next\/mdx|mdx-js\/(?:loader|react|rollup))$/;
const IN_WWW = /^www\//;

/** Whether a manifest is one of the documents below a folder, by its path and what all of them ask for. */
export function documentsAmong(dependencies: readonly DependencyFact[], base = ''): (file: string) => boolean {
  const below = (file: string): string => (file.startsWith(base) ? file.slice(base.length) : file);
  const isOfSite = ({ name, file }: DependencyFact): boolean =>
    depthOf(below(file)) > 0 && (SITE_MAKER.test(name) || (IN_WWW.test(below(file)) && PAGE_MAKER.test(name)));
  const sites = new Set(dependencies.filter(isOfSite).map(({ file }) => file));
  // What lies beside a site there serves it.
  const isWww = [...sites].some((file) => IN_WWW.test(below(file)));
  return (file) => sites.has(file) || OF_DOCUMENTS.test(below(file)) || (isWww && IN_WWW.test(below(file)));
}

const FOR_TESTS: ReadonlySet<string> = new Set(
  'Jest,Vitest,Mocha,Playwright,Cypress,pytest,testify,RSpec,Minitest,Cucumber,PHPUnit,JUnit 3,JUnit 4,JUnit 5,JUnit 6,JUnit Jupiter,Spock,TestNG,Kotest,xUnit,NUnit,MSTest,TUnit'.split(
    ',',
  ),
);

/** Whether a framework is asked for in development though it is more than tried: a server that nobody packs never is. */
function isCustom(framework: string, isPacked: boolean): boolean {
  return FOR_TESTS.has(framework) || BY_CUSTOM_DEV.has(framework) || (isPacked && OF_PAGES.has(framework));
}

/** What pages are made with, and packed into them. */
const OF_PAGES: ReadonlySet<string> = new Set('React,Vue,Solid,Preact,Lit,Angular,Next.js,Nuxt'.split(','));

/**
 * What is asked for in development by custom: it builds or starts what is given out and is no part of that, or its starter
 * writes all of an application there, as Ember's does.
 */
const BY_CUSTOM_DEV: ReadonlySet<string> = new Set(
  'Vite,webpack,Rollup,Rolldown,esbuild,Tailwind,Prisma,Electron,Svelte,SvelteKit,Astro,Ember'.split(','),
);

const TEST_PACKAGE = /(?:^|\/)(?:[\w.-]+[-_])?test(?:s|ing|suite)?(?:[-_][\w.-]+)?\//;

function frameworkOf(ecosystem: string, dependency: string): string | null {
  if (ecosystem === 'maven') return MAVEN.find(([prefix]) => dependency.startsWith(prefix))?.[1] ?? null;
  // The major version of a module of Go stands in its path.
  const bare = ecosystem === 'go' ? dependency.replace(/\/v\d{1,3}$/, '') : dependency;
  const nuget = ecosystem === 'nuget' ? NUGET.find(([prefix]) => dependency.startsWith(prefix)) : undefined;
  return nuget?.[1] ?? FRAMEWORKS.find(([system, name]) => system === ecosystem && name === bare)?.[2] ?? null;
}
