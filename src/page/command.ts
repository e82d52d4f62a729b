import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder } from './assets.ts';
import { writePage } from './bundle.ts';

// `npm ci` runs this, so the service starts with a built page.
await writePage(bundleFolder);
const parts = readdirSync(bundleFolder).filter((file) => /^(?:index\.html|page.*|icon\.svg)\.br$/.test(file));
const bytes = parts.reduce((sum, file) => sum + statSync(join(bundleFolder, file)).size, 0);
process.stdout.write(`page: start with ${(bytes / 1024).toFixed(1)} KB compressed in ${bundleFolder}\n`);
