import { createServer } from 'node:net';
import { METRICS_DOOR } from './doors.ts';
import type { AppParts } from './parts.ts';
import { explainListenFailure, readTlsFiles } from './start-failures.ts';

type Config = AppParts['config'];

/**
 * The settings with the ports that can really be listened on, of which 0 has become a free one. Throws, in words for the
 * operator, for what would keep the service from listening: to be called before a start does what it does only once.
 */
export async function choosePorts(config: Config): Promise<Config> {
  if (config.tls !== null) readTlsFiles(config.tls);
  const port = await tryPort({ host: config.host, port: config.port, setting: 'PORTICO_PORT' });
  const { metricsPort } = config;
  return {
    ...config,
    port,
    metricsPort: metricsPort === null ? null : await tryPort({ ...METRICS_DOOR, port: metricsPort }),
  };
}

function tryPort(at: { readonly host: string; readonly port: number; readonly setting: string }): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (failure) => reject(explainListenFailure(failure, at)));
    server.listen({ host: at.host, port: at.port }, () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : at.port;
      server.close(() => resolve(taken));
    });
  });
}
