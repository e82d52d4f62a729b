import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from './assets.ts';
import { writePage } from './build.ts';

// `npm ci` runs this, so that a start finds the page ready.
await writePage(builtFolder);
const parts = readdirSync(builtFolder).filter((file) => /^(?:index\.html|page.*|icon\.svg)\.br$/.test(file));
const bytes = parts.reduce((sum, file) => sum + statSync(join(builtFolder, file)).size, 0);
process.stdout.write(`page: start with ${(bytes / 1024).toFixed(1)} KB compressed in ${builtFolder}\n`);
