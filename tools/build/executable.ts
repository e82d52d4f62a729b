import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeData } from '../../packages/core/build.ts';
import { writeNotices } from './notices.ts';
import { signatureProblem, signMachO } from './sign-macho.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The platforms for which an executable can be built. */
export const targets = ['bun-linux-x64', 'bun-linux-arm64', 'bun-darwin-x64', 'bun-darwin-arm64'] as const;
export type Target = (typeof targets)[number];

/** The target name of this platform. */
export const ownTarget = `bun-${process.platform}-${process.arch}`;

type Built = { file: string; megabytes: number } | { problem: string };

/**
 * Makes a single file with Bun, the program, the data, the page and the documents; for this platform if the target is
 * null. Embedded files have the same paths as in the project, so that the program reads them in the same way.
 */
export async function buildExecutable(target: Target | null, outfile: string): Promise<Built> {
	mkdirSync(join(outfile, '..'), { recursive: true });
	writeNotices();
	writeData();
	try {
		const result = await Bun.build({
			entrypoints: [join(root, 'src/cli/main.ts'), ...shippedFiles()],
			root,
			target: 'bun',
			minify: { whitespace: true, syntax: true, identifiers: false },
			loader: Object.fromEntries(
				['.columns', '.csv', '.md', '.html', '.css', '.svg', '.br', '.gz', '.txt'].map((suffix) => [
					suffix,
					'file',
				]),
			),
			plugins: [builtFilesAsFiles],
			// Without the suffix, files that differ only in it would share the name of a chunk.
			naming: { entry: '[dir]/[name]-[hash].[ext]', asset: '[dir]/[name].[ext]' },
			// The current folder must not influence what a command runs.
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
		if ((target ?? ownTarget).startsWith('bun-darwin-')) sign(outfile);
	} catch (thrown) {
		return { problem: thrown instanceof Error ? thrown.message : String(thrown) };
	}
	return { file: outfile, megabytes: Math.round(statSync(outfile).size / 1e6) };
}

/** Signs an executable. Fails, and removes it, if macOS would refuse the signature. */
function sign(file: string): void {
	signMachO(file);
	const problem = signatureProblem(file);
	if (problem === null) return;
	rmSync(file);
	throw new Error(problem);
}

/**
 * Embeds the scripts of the page and the API description unchanged. A loader for their suffix would also apply to the modules
 * of the program: nodemailer would become a path, and no mail would be sent.
 */
const builtFilesAsFiles: Bun.BunPlugin = {
	name: 'what was built as files',
	setup(build) {
		const filter = new RegExp(`^${RegExp.escape(root)}dist/(?:page/.*\\.js|data/.*\\.json)$`);
		build.onLoad({ filter }, async ({ path }) => ({
			contents: await Bun.file(path).bytes(),
			loader: 'file',
		}));
	},
};

/** The embedded files by path. */
function shippedFiles(): string[] {
	return [
		'data/**/*.csv',
		'docs/*.md',
		'README.md',
		'CHANGELOG.md',
		'SECURITY.md',
		'UPGRADING.md',
		'dist/data/*',
		'dist/notices/*.txt',
		'dist/page/*',
	].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)].map((file) => join(root, file)));
}
