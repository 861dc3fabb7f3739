import { readFileSync } from 'node:fs';

/** A start that the operator can put right: what is in the way, and what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The system's code of a failure, such as `EACCES`; null when it has none. */
export function systemCode(failure: unknown): string | null {
  const code = (failure as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/**
 * Why a door cannot be opened, as the operator can act on it; `setting` names the port's variable. A failure that is
 * not about the address is given back as it is.
 */
export function explainListenFailure(
  failure: unknown,
  at: { readonly host: string; readonly port: number; readonly setting: string },
): unknown {
  const text = listenText(systemCode(failure), at);
  return text === null ? failure : new StartError(text, { cause: failure });
}

function listenText(code: string | null, at: Parameters<typeof explainListenFailure>[1]): string | null {
  const { host, port, setting } = at;
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken by another program. Stop that, or choose another port with ${setting} (0 takes a free one).`;
    case 'EACCES':
      return `this process may not listen on port ${port}. Choose one from 1024 on with ${setting}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return `"${host}" is no address of this machine. Set PORTICO_HOST to one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return null;
  }
}

/** The texts of the certificate's and the key's files. Throws a text that names the setting whose file is not readable. */
export function readTlsFiles(files: { readonly certFile: string; readonly keyFile: string }): {
  readonly cert: string;
  readonly key: string;
} {
  return {
    cert: readPem('PORTICO_TLS_CERT', files.certFile, 'CERTIFICATE'),
    key: readPem('PORTICO_TLS_KEY', files.keyFile, 'PRIVATE KEY'),
  };
}

function readPem(setting: string, file: string, label: string): string {
  const text = readTextFile(setting, file);
  if (text.includes(`${label}-----`)) return text;
  throw new StartError(`${setting}: ${file} holds no PEM block of a ${label.toLowerCase()}.`);
}

function readTextFile(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new StartError(`${setting}: ${file} cannot be read (${systemCode(cause)}).`, { cause });
  }
}
