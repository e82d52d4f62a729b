import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from './assets.ts';
import { writePage } from './bundle.ts';

// `npm ci` runs this, so the service starts with a built page.
await writePage(bundleFolder);
const document = readFileSync(join(bundleFolder, 'index.html'), 'utf8');
const parts = ['index.html', ...Array.from(document.matchAll(/\/assets\/([^"]+)/g), ([, file]) => file!)];
const bytes = parts.reduce((sum, file) => sum + statSync(join(bundleFolder, `${file}.br`)).size, 0);
process.stdout.write(`page: start with ${(bytes / 1024).toFixed(1)} KB compressed in ${bundleFolder}\n`);
