import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path under which Bun serves the files inside an executable; they are read like any other. */
const inside = '/$bunfs/root/';

/** Whether this is the single binary that `npm run build` makes, and not the sources. */
export const isExecutable = Bun.main.startsWith(inside);

/**
 * The command that runs this program: its path in a checkout, its name once it is installed. Never through npx, which
 * asks a registry for the name if the package is not installed.
 */
export const ownCommand =
	isExecutable || import.meta.path.includes('/node_modules/pointrelease/')
		? 'pointrelease'
		: 'bin/pointrelease';

/**
 * Options that make Bun use the settings of this project. Without them it uses those of the current folder, whose
 * `bunfig.toml` and `tsconfig.json` can name code to run, and whose `.env` could change any setting.
 */
export const ownBunSettings = [
	`--config=${fileURLToPath(new URL('../../bunfig.toml', import.meta.url))}`,
	`--tsconfig-override=${fileURLToPath(new URL('../../tsconfig.json', import.meta.url))}`,
	'--no-env-file',
];

/** The command line of this program, for a process of its own: the single binary, or Bun with a file and without settings from the current folder. */
export function ownProgram(): string[] {
	return isExecutable ? [process.execPath] : [process.execPath, ...ownBunSettings, Bun.main];
}

/** Read at the start: afterwards the system names a program that was replaced by another path. */
const ownFile = process.execPath;

/** Whether another program was installed in the place of the single binary that runs. Only Linux tells. */
export function isReplaced(): boolean {
	if (!isExecutable) return false;
	try {
		const [running, installed] = [statSync('/proc/self/exe'), statSync(ownFile)];
		return running.ino !== installed.ino || running.dev !== installed.dev;
	} catch {
		return false;
	}
}

/** The path of a folder that ships with the program: beside its sources, or inside the executable. */
export function shippedFolder(name: 'data' | 'docs' | 'dist/data' | 'dist/page' | 'dist/notices'): string {
	return isExecutable ? inside + name : fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

/** The path of a file that ships beside those folders. Bun embeds it under a name that begins with a dot. */
export function shippedFile(name: 'CHANGELOG.md' | 'SECURITY.md' | 'UPGRADING.md'): string {
	return isExecutable ? `${inside}./${name}` : fileURLToPath(new URL(`../../${name}`, import.meta.url));
}

/** The names of the files in such a folder inside the executable; null if there is a real folder to list. */
export function embeddedFiles(folder: 'data' | 'docs' | 'dist/page'): string[] | null {
	if (!isExecutable) return null;
	const names = Bun.embeddedFiles.map((file) => (file as Blob & { name: string }).name);
	return names.filter((name) => name.startsWith(`${folder}/`)).map((name) => name.slice(folder.length + 1));
}
