#!/usr/bin/env node
// Starts the command with a Node that can run it: the one of the lockfile when the system's is older. Plain JavaScript
// without newer syntax, because it is what an old Node reads first.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR_MIN = 24;
const file = (path) => fileURLToPath(new URL(path, import.meta.url));

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  // A checkout runs its source; only the built package, which has none, runs dist/.
  const source = file('../src/cli.ts');
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(file('../node_modules/.cache/portico'));
  const { main } = await import(existsSync(source) ? source : file('../dist/cli.js'));
  await main(process.argv.slice(2));
} else {
  const ours = file('../node_modules/.bin/node');
  if (!existsSync(ours)) {
    console.error(
      `portico needs Node ${NODE_MAJOR_MIN} or newer (this is ${process.versions.node}): run npm ci first.`,
    );
    process.exit(1);
  }
  const child = spawn(ours, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
}
