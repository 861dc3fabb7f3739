import type { checkPackages as check } from './check.ts';

/**
 * Finds out about packages, see `check.ts`; that one is loaded with the first question, for it brings the version
 * libraries of three ecosystems, which cost every start 60 ms and 6 MB, and many a service is never asked.
 */
export const checkPackages: typeof check = async (...question) => {
  const loaded = await import('./check.ts');
  return loaded.checkPackages(...question);
};
