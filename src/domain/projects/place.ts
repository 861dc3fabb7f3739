/**
 * Real path of the folder that a path leads to, or of the folder that holds it when it leads to a file; null when
 * nothing is there. The paths compared here are always real ones, so that a link cannot stand for a root.
 */
export type PlaceLookup = (path: string) => Promise<string | null>;

/** Whether a real path is a folder itself or lies below it. */
export function isWithinFolder(path: string, folder: string): boolean {
  return relativeTo(path, folder) !== null;
}

/** The rest of a real path below a folder: empty for the folder itself, null when it does not lie below it. */
export function relativeTo(path: string, folder: string): string | null {
  const root = folder.replace(/[/\\]+$/, '');
  if (path === folder || path === root) return '';
  const next = path.charAt(root.length);
  if (!path.startsWith(root) || (next !== '/' && next !== '\\')) return null;
  return path.slice(root.length + 1);
}

/** Whether a text is written as an absolute path, also as Windows writes it. */
export function isAbsolutePath(text: string): boolean {
  return text.startsWith('/') || /^[A-Za-z]:[/\\]/.test(text);
}
