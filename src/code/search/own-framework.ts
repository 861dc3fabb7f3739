import { parsePackageJson } from '../formats/package-json.ts';
import { frameworkOfPackage } from '../routes/routes.ts';
import { decodeText } from '../source/searched-text.ts';
import type { Source } from '../source/source.ts';

/** The manifest that tells the name of a project. */
export const MANIFEST = 'package.json';

/** Bytes of a manifest that is read for its name. */
const MANIFEST_BYTES_MAX = 200_000;

/** The framework that a project is itself, by the name in its manifest at the top; null for every other project. */
export async function ownFramework(source: Pick<Source, 'read'>): Promise<string | null> {
  const content = await source.read(MANIFEST, MANIFEST_BYTES_MAX);
  const name = content.ok ? parsePackageJson(decodeText(Buffer.from(content.bytes)))?.name : null;
  return name == null ? null : frameworkOfPackage(name);
}
