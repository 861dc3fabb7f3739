/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly figure: string;
  readonly note: string;
}

/** A table in Markdown. */
export function formatTable(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ what, figure, note }) => `| ${what} | ${figure} | ${note} |`);
  return [`## ${title}`, '', '| what | median | beside |', '|---|---|---|', ...lines, ''].join('\n');
}
