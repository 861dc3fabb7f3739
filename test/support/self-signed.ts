import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** A key and the certificate that it signs for itself, for servers of tests on loopback. Both in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes one for `127.0.0.1` that holds from 2020 to 2049. Source: RFC 5280, section 4.1. */
export function makeSelfSigned(): SelfSigned {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from('127.0.0.1')))));
  const validity = der(
    SEQUENCE,
    der(UTC_TIME, Buffer.from('200101000000Z')),
    der(UTC_TIME, Buffer.from('491231235959Z')),
  );
  const loopback = der(SEQUENCE, der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])));
  const extensions = der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, der(OCTETS, loopback))));
  const version = der(VERSION, der(INTEGER, Buffer.from([2])));
  const serial = der(INTEGER, Buffer.from([1]));
  const body = der(SEQUENCE, version, serial, ECDSA_SHA256, name, validity, name, publicKey, extensions);
  const signature = der(BITS, Buffer.from([0]), sign('sha256', body, privateKey));
  const cert = der(SEQUENCE, body, ECDSA_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  };
}

const [INTEGER, BITS, OCTETS, UTF8, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x04, 0x0c, 0x17, 0x30, 0x31] as const;
const [VERSION, EXTENSIONS, IP_ADDRESS] = [0xa0, 0xa3, 0x87] as const;
/** Object identifiers 2.5.4.3, 2.5.29.17 and 1.2.840.10045.4.3.2, the last as an algorithm. */
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

/** One element: its tag, its length, what is in it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
