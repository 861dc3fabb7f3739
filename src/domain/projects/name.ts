const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const NAME_MAX = 64;

/** Whether a text may be a project's name: `[a-z0-9][a-z0-9._-]{0,63}`. `@` and `/` are left to refs and paths. */
export function isProjectName(text: string): boolean {
  return NAME.test(text);
}

/** A project's name made from its folder's name, with `-2`, `-3` … behind it when that one is taken. */
export function makeProjectName(location: string, taken: Iterable<string>): string {
  return freeName(nameOfFolder(location), new Set(taken));
}

/** `project` when nothing of the folder's name can be used. */
function nameOfFolder(location: string): string {
  const folder = location.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  const slug = folder
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.git$/, '')
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|[._-]+$/g, '')
    .slice(0, NAME_MAX);
  return slug === '' ? 'project' : slug;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const ending = `-${number}`;
    const name = `${wanted.slice(0, NAME_MAX - ending.length)}${ending}`;
    if (!taken.has(name)) return name;
  }
}
