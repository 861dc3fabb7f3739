import { nameOf } from '../text/paths.ts';
import { readApache } from './apache.ts';
import { readCaddyfile } from './caddy.ts';
import { readCodeLiterals } from './code-literals.ts';
import { readDjango } from './django.ts';
import type { HeaderReader } from './header-file.ts';
import { readHelmet } from './helmet.ts';
import { readFirebase, readHeadersFile, readNetlify, readVercel } from './host-files.ts';
import { readKnownLibraries } from './known-libraries.ts';
import { isProgram } from './masked.ts';
import { readNextConfig } from './next-config.ts';
import { readNginx } from './nginx.ts';
import { readRails, readSpring } from './rails-spring.ts';

/** Readers by whole file name, lower-cased. */
const BY_NAME: Readonly<Record<string, readonly HeaderReader[]>> = {
  'vercel.json': [readVercel],
  'firebase.json': [readFirebase],
  'netlify.toml': [readNetlify],
  _headers: [readHeadersFile],
  caddyfile: [readCaddyfile],
  '.htaccess': [readApache],
};

/** Which readers look at a file; empty for one that cannot decide over headers in a way that is known here. */
export function readersFor(path: string): readonly HeaderReader[] {
  const name = nameOf(path).toLowerCase();
  // A file may be called `constructor`: only own properties are names of files here.
  const own = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (own !== undefined) return own;
  if (/^next\.config\.[a-z]+$/.test(name)) return [readNextConfig];
  if (
    /\.(?:conf|nginx|vhost)(?:\.[a-z0-9]{1,12})?$/.test(name) ||
    /(?:^|\/)(?:sites-available|sites-enabled)\//.test(path)
  ) {
    // Both servers use these endings. Their directives differ, so that each reader finds its own.
    return [readNginx, readApache];
  }
  if (/(?:^|\.)caddyfile(?:$|\.)/.test(name)) return [readCaddyfile];
  if (!isProgram(path)) return [];
  return [readHelmet, readCodeLiterals, readKnownLibraries, ...byExtension(name)];
}

function byExtension(name: string): readonly HeaderReader[] {
  if (name.endsWith('.py')) return [readDjango];
  if (name.endsWith('.rb')) return [readRails];
  return /\.(?:java|kt)$/.test(name) ? [readSpring] : [];
}

/** What is looked for, in words: an answer that found nothing says so with it. */
export const LOOKED_FOR =
  'helmet, @fastify/helmet, Hono secureHeaders; header names set in code (JavaScript, TypeScript, Python, Go, Java, Kotlin, Ruby, PHP, C#, Scala, Rust); CORS and security header libraries; nginx, Apache, Caddyfile; next.config, vercel.json, netlify.toml, _headers, firebase.json; Django, Rails and Spring Security settings';
