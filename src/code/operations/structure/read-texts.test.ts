import { expect, test } from 'vitest';
import { makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { structure } from '../structure.ts';

test('routes and addresses of tests that a file of Rust holds beside its code are none of the project', async () => {
  const folder = makeFolder({
    'Cargo.toml': '[package]\nname = "web"\n[dependencies]\naxum = "0.8"\n',
    'src/main.rs': `use axum::{Router, routing::get};
const API: &str = "https://api.shop.io/v1/items";
fn main() { Router::new().route("/items", get(items)); }
#[cfg(test)]
mod tests {
    const OTHER: &str = "https://api.other.io/v1/items";
    fn app() { Router::new().route("/only-tested", get(items)); }
}
`,
  });
  const output = await structure(
    {
      source: { location: folder.path, ref: null, denied: [] },
      prefix: null,
      aspects: ['routes', 'external'],
      scope: null,
      since: null,
      question: null,
      depth: 2,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 30_000,
      openSource: (selector) => openSource(selector),
    },
  );
  folder.remove();
  if (!('counts' in output)) throw new Error(output.status);
  expect(output.routes?.rows.map(({ path, line }) => `${path} ${line}`)).toEqual(['/items 3']);
  expect(output.services?.rows.map(({ service, line }) => `${service} ${line}`)).toEqual(['api.shop.io 2']);
});
