import { expect, test } from 'vitest';
import { findApiAddresses } from './api-addresses.ts';

const hostsIn = (text: string) => findApiAddresses('src/a.rs', text).map(({ host, line }) => `${host}:${line}`);

test('addresses of APIs, indexes and registries in texts of code are told, those of pages and examples are not', () => {
  const text = [
    'const API: &str = "https://api.acme.dev/v1";',
    'const INDEX: &str = "sparse+https://index.acme.dev/";',
    'const REGISTRY: &str = "https://registry.acme.dev";',
    '// "https://api.comment.dev/"',
    'const PAGE: &str = "https://www.acme.dev/index.html";',
    'const NOBODY: &str = "https://registry.example.com/";',
  ].join('\n');
  expect(hostsIn(text)).toEqual(['api.acme.dev:1', 'index.acme.dev:2', 'registry.acme.dev:3']);
});

test('where a gemspec says that documentation is found is no service', () => {
  expect(findApiAddresses('shop.gemspec', 's.metadata = { "documentation_uri" => "https://api.acme.dev/" }\n')).toEqual(
    [],
  );
});
