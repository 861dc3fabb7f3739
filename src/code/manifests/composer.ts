import { parseComposerJson } from '../formats/composer-json.ts';
import { fieldOf, type JsonNode, parseJson, stringAt } from '../formats/json.ts';
import { facts, lockByName, type ManifestReader, type Pinned, wantedOf } from './manifest.ts';
import { hostOf, isPublicRegistry } from './public-registry.ts';

/** composer.json: what is required, to run and to work on it. */
export const readComposerJson: ManifestReader = (text) => {
  const composer = parseComposerJson(text);
  if (composer === null) return 'not a JSON object of a bounded depth';
  const origin = otherRepository(composer.json);
  const wanted = composer.requests.flatMap(({ name, requested, isDev, line }) => {
    if (requested === null) return [];
    const scope = isDev ? 'dev' : 'runtime';
    return wantedOf({
      ecosystem: 'composer',
      name,
      requested: requested === '*' ? null : requested,
      scope,
      line,
      origin,
    });
  });
  return facts({ wanted, owner: composer.name });
};

/** Composer looks into a project's own repositories first, so that any name may come from there. */
function otherRepository(json: JsonNode): string | null {
  const repositories = fieldOf(json, 'repositories')?.value;
  const all = Array.isArray(repositories)
    ? repositories
    : repositories instanceof Map
      ? [...repositories.values()]
      : [];
  for (const repository of all) {
    if (!(repository.value instanceof Map)) continue;
    const type = stringAt(repository, 'type')?.text;
    const url = stringAt(repository, 'url')?.text ?? '';
    if (type !== undefined && !isPublicRegistry('composer', url))
      return `repository ${hostOf(url) ?? type.slice(0, 20)}`;
  }
  return null;
}

/** composer.lock: a package of the public registry is told where its downloads are counted. */
export const readComposerLock: ManifestReader = (text) => {
  const json = parseJson(text);
  if (json === null || !(json.value instanceof Map)) return 'not a JSON object of a bounded depth';
  const pinned: Pinned[] = [];
  for (const field of ['packages', 'packages-dev']) {
    const packages = fieldOf(json, field)?.value;
    if (!Array.isArray(packages)) continue;
    for (const node of packages) {
      const [name, version] = [stringAt(node, 'name'), stringAt(node, 'version')];
      if (name === null || version === null) continue;
      const counted = stringAt(node, 'notification-url')?.text ?? '';
      const origin = isPublicRegistry('composer', counted) ? null : 'repository of its own';
      pinned.push({ ecosystem: 'composer', name: name.text, version: version.text, line: name.line, origin });
    }
  }
  return facts({ lock: lockByName(pinned) });
};
