/** Keeps the answer for the path that was asked for last: a file asks once for each of its imports, one after the other. */
export function keepLastAsked<Answer>(ask: (path: string) => Answer): (path: string) => Answer {
  let last: { readonly path: string; readonly answer: Answer } | null = null;
  return (path) => {
    if (last === null || last.path !== path) last = { path, answer: ask(path) };
    return last.answer;
  };
}
