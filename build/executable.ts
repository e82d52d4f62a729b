import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeNotices } from './notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The platforms an executable can be made for; `null` is the one this runs on. */
export const targets = ['bun-linux-x64', 'bun-linux-arm64', 'bun-darwin-x64', 'bun-darwin-arm64'] as const;
export type Target = (typeof targets)[number];

/** This platform, in the words of the targets. */
export const ownTarget = `bun-${process.platform}-${process.arch}`;

export type Built = { file: string; megabytes: number } | { problem: string };

/**
 * One file that holds Bun, the program, the data, the page and the documents. They keep the names they have
 * in the project, so that the program reads them as it reads the files beside its sources.
 */
export async function buildExecutable(target: Target | null, outfile: string): Promise<Built> {
	mkdirSync(join(outfile, '..'), { recursive: true });
	writeNotices();
	try {
		const result = await Bun.build({
			entrypoints: [join(root, 'src/cli/main.ts'), ...shippedFiles()],
			root,
			target: 'bun',
			minify: { whitespace: true, syntax: true, identifiers: false },
			loader: Object.fromEntries(
				['.csv', '.md', '.html', '.css', '.svg', '.br', '.gz', '.txt'].map((suffix) => [suffix, 'file']),
			),
			plugins: [pageScriptsAsFiles],
			// Files that differ in their suffix only would otherwise share the name of a chunk.
			naming: { entry: '[dir]/[name]-[hash].[ext]', asset: '[dir]/[name].[ext]' },
			// Whoever owns the folder that a command is called in must not choose what it runs or believes.
			compile: {
				...(target && { target }),
				outfile,
				autoloadBunfig: false,
				autoloadDotenv: false,
				autoloadTsconfig: false,
				autoloadPackageJson: false,
			},
			throw: false,
		});
		if (!result.success) return { problem: result.logs.map(({ message }) => message).join('; ') };
	} catch (thrown) {
		return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
	}
	return { file: outfile, megabytes: Math.round(statSync(outfile).size / 1e6) };
}

/**
 * The scripts of the page are carried as they are. A loader for their suffix would take the modules of the program as
 * well: then nodemailer is a path, and no mail is ever sent.
 */
const pageScriptsAsFiles: Bun.BunPlugin = {
	name: 'scripts of the page as files',
	setup(build) {
		build.onLoad({ filter: new RegExp(`^${RegExp.escape(root)}dist/page/.*\\.js$`) }, async ({ path }) => ({
			contents: await Bun.file(path).bytes(),
			loader: 'file',
		}));
	},
};

/** Everything that travels inside, by its path. */
function shippedFiles(): string[] {
	return ['data/**/*.csv', 'docs/*.md', 'README.md', 'dist/notices/*.txt', 'dist/page/*'].flatMap((pattern) =>
		[...new Bun.Glob(pattern).scanSync(root)].map((file) => join(root, file)),
	);
}
