import { mkdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { offerLauncher, socketOf } from '../../src/code/source/git-launcher.ts';
import { makeFolder } from './repository.ts';

/** Larger than any process id. Source: proc_sys_kernel(5), `pid_max`. */
const NOBODYS_ID = 2 ** 23;

/** Runs something while every git that this thread starts is ended from outside before it answers. */
export async function withDyingGit<Result>(run: () => Promise<Result>): Promise<Result> {
  const folder = makeFolder();
  const place = { base: join(folder.path, 'launcher'), current: new Int32Array([1]) };
  const path = socketOf(place, 1);
  mkdirSync(dirname(path));
  const server = createServer((socket) =>
    socket.on('error', () => undefined).once('data', (line) => die(socket, line)),
  );
  await new Promise<void>((resolve) => server.listen(path, resolve));
  offerLauncher(place);
  try {
    return await run();
  } finally {
    offerLauncher(null);
    server.close();
    folder.remove();
  }
}

/** As the launcher tells of a run that was killed: see `git-launcher.ts`. */
function die(socket: Socket, line: Buffer): void {
  socket.end(line.toString().startsWith('C') ? `P ${NOBODYS_ID}\nS \n` : '');
}
