const CLAUSE = /^[ \t]*package[^\S\n]+(\w{1,200})/m;

/** The package clause of a masked Go file, with its offset; null when there is none. */
export function goPackageClause(mask: string): { readonly name: string; readonly at: number } | null {
  const clause = CLAUSE.exec(mask);
  return clause === null ? null : { name: clause[1] ?? '', at: clause.index };
}

/** Whether Go takes a file for tests of its package, which are not a part of it. Source: cmd/go, "Test packages". */
export function isGoTest(path: string): boolean {
  return path.endsWith('_test.go');
}
