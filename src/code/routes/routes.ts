import { languageOf } from '../lex/languages.ts';
import { readControllers } from './aspnet-routes.ts';
import { readFastApi } from './fastapi-routes.ts';
import { readChi, readEcho, readFiber, readGin, readNetHttp } from './go-routes.ts';
import { readKtor } from './ktor-routes.ts';
import { readLaravel } from './laravel-routes.ts';
import { readMinimalApi } from './minimal-api-routes.ts';
import { readNest } from './nest-routes.ts';
import { readSinatra, readSymfony } from './other-routes.ts';
import { readDjango, readFlask } from './python-routes.ts';
import { readRails } from './rails-routes.ts';
import { type Code, type Route, readCode } from './route-code.ts';
import { readAttributes, readAxum } from './rust-routes.ts';
import { readExpress, readFastify, readNewRouters } from './script-routes.ts';
import { readSpring } from './spring-routes.ts';

/** Routes of one file; a file with more is a table that somebody generated. */
const ROUTES_MAX = 500;

/** How the routes of a framework are found. */
interface Reader {
  readonly framework: string;
  readonly file: RegExp;
  /** Only a file that names the framework is read: elsewhere the same words may mean anything. */
  readonly needs: RegExp;
  /** `isOwn` in the framework's own repository, whose files name it by paths. */
  readonly read: (code: Code, isOwn: boolean) => readonly Route[];
}

const SCRIPT = /\.[cm]?[jt]sx?$/;

const READERS: readonly Reader[] = [
  { framework: 'Express', file: SCRIPT, needs: /(?:from|require\()\s*['"]express['"]/, read: readExpress },
  { framework: 'Fastify', file: SCRIPT, needs: /(?:from|require\()\s*['"]fastify['"]/, read: readFastify },
  { framework: 'Hono', file: SCRIPT, needs: /from\s*['"]hono['"]/, read: readNewRouters('Hono') },
  {
    framework: 'Koa',
    file: SCRIPT,
    needs: /(?:from|require\()\s*['"](?:@koa\/router|koa-router)['"]/,
    read: readNewRouters('Koa'),
  },
  { framework: 'NestJS', file: SCRIPT, needs: /from\s*['"]@nestjs\/common['"]/, read: readNest },
  {
    framework: 'Flask',
    file: /\.py$/,
    needs: /^[ \t]*(?:from[ \t]+flask[ \t]+import|import[ \t]+flask\b)/m,
    read: readFlask,
  },
  {
    framework: 'FastAPI',
    file: /\.py$/,
    needs: /^[ \t]*(?:from[ \t]+fastapi\b|import[ \t]+fastapi\b)/m,
    read: readFastApi,
  },
  {
    framework: 'Django',
    file: /\.py$/,
    needs: /^[ \t]*from[ \t]+django\.(?:urls|conf\.urls)[ \t]+import/m,
    read: readDjango,
  },
  { framework: 'Gin', file: /\.go$/, needs: /"github\.com\/gin-gonic\/gin"/, read: readGin },
  { framework: 'Echo', file: /\.go$/, needs: /"github\.com\/labstack\/echo(?:\/v\d)?"/, read: readEcho },
  { framework: 'chi', file: /\.go$/, needs: /"github\.com\/go-chi\/chi(?:\/v\d)?"/, read: readChi },
  { framework: 'Fiber', file: /\.go$/, needs: /"github\.com\/gofiber\/fiber(?:\/v\d)?"/, read: readFiber },
  { framework: 'net/http', file: /\.go$/, needs: /"net\/http"/, read: readNetHttp },
  { framework: 'Axum', file: /\.rs$/, needs: /\baxum::/, read: readAxum },
  { framework: 'Actix Web', file: /\.rs$/, needs: /\bactix_web::/, read: readAttributes('Actix Web') },
  {
    framework: 'Rocket',
    file: /\.rs$/,
    needs: /\b(?:use\s+rocket\b|extern\s+crate\s+rocket\b|rocket::)/,
    read: readAttributes('Rocket'),
  },
  {
    framework: 'Spring MVC',
    file: /\.(?:java|kt)$/,
    needs: /^import org\.springframework\.web\.bind\.annotation\./m,
    read: readSpring,
  },
  { framework: 'Ktor', file: /\.kt$/, needs: /^import io\.ktor\.(?:server\.)?routing\./m, read: readKtor },
  { framework: 'Rails', file: /\.rb$/, needs: /\broutes\.draw\b/, read: readRails },
  {
    framework: 'Sinatra',
    file: /\.(?:rb|ru)$/,
    needs: /^[ \t]*require[ \t]+["']sinatra(?:\/base)?["']/m,
    read: readSinatra,
  },
  { framework: 'Laravel', file: /\.php$/, needs: /Illuminate\\Support\\Facades\\Route\b/, read: readLaravel },
  {
    framework: 'Symfony',
    file: /\.php$/,
    needs: /Symfony\\Component\\Routing\\(?:Annotation|Attribute)\\Route\b/,
    read: readSymfony,
  },
  {
    framework: 'ASP.NET Core',
    file: /\.cs$/,
    needs: /\bWebApplication\b|\bMicrosoft\.AspNetCore\b|\bIEndpointRouteBuilder\b/,
    read: (code) => [...readMinimalApi(code), ...readControllers(code)],
  },
];

/** Frameworks whose routes are read. */
export const ROUTE_FRAMEWORKS: readonly string[] = READERS.map(({ framework }) => framework);

/** Each of what a file may name a framework by: one that matches none of these has no routes. */
export const ROUTE_SIGNS: readonly RegExp[] = READERS.map(({ needs }) => needs);

/** Whether a file may have routes, by its path. */
export function mayHaveRoutes(file: string): boolean {
  return READERS.some((reader) => reader.file.test(file));
}

/** Frameworks by their packages whose own repositories name them by paths (`require('../..')`). */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([
  ['express', 'Express'],
  ['fastify', 'Fastify'],
]);

/** The framework that a package is itself, by its name in its manifest; null for every other one. */
export function frameworkOfPackage(name: string): string | null {
  return OWN_NAMES.get(name) ?? null;
}

/**
 * The routes that a file surely declares: literal paths on what the file itself makes by the framework. `own` is the
 * framework that the project is itself, if any.
 */
export function findRoutes(file: string, text: string, own: string | null = null): readonly Route[] {
  const readers = READERS.filter(
    (reader) => reader.file.test(file) && (reader.needs.test(text) || reader.framework === own),
  );
  const language = readers.length === 0 ? null : languageOf(file);
  if (language === null) return [];
  const code = readCode(file, text, language);
  return readers.flatMap(({ framework, read }) => read(code, framework === own)).slice(0, ROUTES_MAX);
}
