import { nameOf } from '../text/paths.ts';
import { APACHE_HINT, readApache } from './apache.ts';
import { readCaddyfile } from './caddy.ts';
import { readCodeLiterals } from './code-literals.ts';
import { DJANGO_HINT, readDjango } from './django.ts';
import { type HintedReader, NAMES_HINT } from './header-file.ts';
import { HELMET_HINT, readHelmet } from './helmet.ts';
import { readFirebase, readHeadersFile, readNetlify, readVercel } from './host-files.ts';
import { LIBRARIES_HINT, readKnownLibraries } from './known-libraries.ts';
import { isProgram } from './masked.ts';
import { readNextConfig } from './next-config.ts';
import { NGINX_HINT, readNginx } from './nginx.ts';
import { RAILS_HINT, readRails, readSpring, SPRING_HINT } from './rails-spring.ts';

const APACHE: HintedReader = { hint: APACHE_HINT, read: readApache };
const CADDY: HintedReader = { hint: /\bheader\b/, read: readCaddyfile };
const NEXT_CONFIG: HintedReader = { hint: /poweredByHeader|headers/, read: readNextConfig };
const OF_PROGRAMS: readonly HintedReader[] = [
  { hint: HELMET_HINT, read: readHelmet },
  { hint: NAMES_HINT, read: readCodeLiterals },
  { hint: LIBRARIES_HINT, read: readKnownLibraries },
];
const RULES_HINT = /headers/;

/** Readers by whole file name, lower-cased. */
const BY_NAME: Readonly<Record<string, readonly HintedReader[]>> = {
  'vercel.json': [{ hint: RULES_HINT, read: readVercel }],
  'firebase.json': [{ hint: RULES_HINT, read: readFirebase }],
  'netlify.toml': [{ hint: RULES_HINT, read: readNetlify }],
  _headers: [{ hint: NAMES_HINT, read: readHeadersFile }],
  caddyfile: [CADDY],
  '.htaccess': [APACHE],
};

/** Which readers look at a file; empty for one that cannot decide over headers in a way that is known here. */
export function readersFor(path: string): readonly HintedReader[] {
  const name = nameOf(path).toLowerCase();
  // A file may be called `constructor`: only own properties are names of files here.
  const own = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (own !== undefined) return own;
  if (/^next\.config\.[a-z]+$/.test(name)) return [NEXT_CONFIG];
  if (
    /\.(?:conf|nginx|vhost)(?:\.[a-z0-9]{1,12})?$/.test(name) ||
    /(?:^|\/)(?:sites-available|sites-enabled)\//.test(path)
  ) {
    // Both servers use these endings. Their directives differ, so that each reader finds its own.
    return [{ hint: NGINX_HINT, read: readNginx }, APACHE];
  }
  if (/(?:^|\.)caddyfile(?:$|\.)/.test(name)) return [CADDY];
  if (!isProgram(path)) return [];
  return [...OF_PROGRAMS, ...byExtension(name)];
}

function byExtension(name: string): readonly HintedReader[] {
  if (name.endsWith('.py')) return [{ hint: DJANGO_HINT, read: readDjango }];
  if (name.endsWith('.rb')) return [{ hint: RAILS_HINT, read: readRails }];
  return /\.(?:java|kt)$/.test(name) ? [{ hint: SPRING_HINT, read: readSpring }] : [];
}

/** What is looked for, in words: an answer that found nothing says so with it. */
export const LOOKED_FOR =
  'helmet, @fastify/helmet, Hono secureHeaders; header names set in code (JavaScript, TypeScript, Python, Go, Java, Kotlin, Ruby, PHP, C#, Scala, Rust); CORS and security header libraries; nginx, Apache, Caddyfile; next.config, vercel.json, netlify.toml, _headers, firebase.json; Django, Rails and Spring Security settings';
