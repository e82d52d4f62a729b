import { fileURLToPath } from 'node:url';

/** Where Bun keeps the files inside an executable; they are read like any other. */
const inside = '/$bunfs/root/';

/** Whether this is the single executable that `npm run build` makes, and not the sources. */
export const isExecutable = Bun.main.startsWith(inside);

/** The place of a folder that travels with the program: beside its sources, or inside the executable. */
export function shippedFolder(name: 'data' | 'docs' | 'dist/page'): string {
	return isExecutable ? inside + name : fileURLToPath(new URL(`../${name}`, import.meta.url));
}
