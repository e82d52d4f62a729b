import { statSync } from 'node:fs';
import { join } from 'node:path';
import { builtFolder } from './assets.ts';
import { writePage } from './build.ts';

// `npm ci` runs this, so that a start finds the page ready.
await writePage(builtFolder);
const parts = ['index.html', 'page.js', 'shared-1.js', 'page.css', 'icon.svg'];
const bytes = parts.reduce((sum, file) => sum + statSync(join(builtFolder, `${file}.br`)).size, 0);
process.stdout.write(`page: start with ${(bytes / 1024).toFixed(1)} KB compressed in ${builtFolder}\n`);
