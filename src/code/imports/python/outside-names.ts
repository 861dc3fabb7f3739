/** Namespaces in which several packages have their modules. Source: the packages google-cloud-* and azure-* of PyPI. */
const SHARED = new Set(['google', 'google.cloud', 'azure']);

/**
 * The names by which a package of others is told: the first part of a module, in a shared namespace the part behind that
 * (`google.cloud.storage`), which may be what is imported from it.
 */
export function outsideNames(top: string, module: string, names: readonly string[] | null): readonly string[] {
  if (!SHARED.has(top)) return [top];
  const parts = module.split('.');
  let length = 1;
  while (length < parts.length && SHARED.has(parts.slice(0, length).join('.'))) length += 1;
  const written = parts.slice(0, length).join('.');
  const inside = (names ?? []).filter((name) => name !== '*');
  // Of what is imported from `google` itself, `cloud` is a namespace again.
  return SHARED.has(written) && inside.length > 0 ? inside.map((name) => `${written}.${name}`) : [written];
}
