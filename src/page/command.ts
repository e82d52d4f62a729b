import { builtFolder } from './assets.ts';
import { writePage } from './build.ts';

// `npm ci` runs this, so that a start finds the page ready.
const files = await writePage(builtFolder);
const sizeOf = (file: string) => files.get(`${file}.br`)!.length;
const page = ['index.html', 'page.js', 'page.css', 'icon.svg'].reduce((sum, file) => sum + sizeOf(file), 0);
process.stdout.write(`page: ${(page / 1024).toFixed(1)} KB compressed in ${builtFolder}\n`);
