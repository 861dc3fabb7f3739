/**
 * URL of a module in the same folder, with the extension that the asking module has: `.ts` when run from source, `.js`
 * after a build. Processes and threads are named by URL, which the compiler does not rewrite.
 */
export function siblingModule(askingUrl: string, path: string): URL {
  const extension = new URL(askingUrl).pathname.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`./${path}${extension}`, askingUrl);
}
