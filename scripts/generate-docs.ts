import { mkdirSync, writeFileSync } from 'node:fs';
import { REFERENCE_PAGES } from './reference-pages.ts';

// Writes the reference pages; a test fails while one of them differs from what this would write.
mkdirSync('docs/reference', { recursive: true });
for (const [path, render] of Object.entries(REFERENCE_PAGES)) writeFileSync(path, render());
