import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a folder, without drafts, which a killed process leaves and the next round removes. */
function filesIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => join(parentPath, name))
		.filter((path) => !path.includes('/.draft-'));
}

/** What is wrong with the files that the watch writes. */
export function brokenFiles(folder: string): string[] {
	return [
		...['reports', 'enforce', 'evidence'].flatMap((room) =>
			filesIn(join(folder, room)).flatMap((path) => brokenFile(path) ?? []),
		),
		...readdirSync(join(folder, 'evidence'))
			.filter(
				(month) =>
					!month.startsWith('.draft-') && !existsSync(join(folder, 'evidence', month, 'manifest.json')),
			)
			.map((month) => `the evidence of ${month} has no manifest`),
	];
}

/** What is wrong with a file; null if it is whole. */
function brokenFile(path: string): string | null {
	const text = readFileSync(path, 'utf8');
	if (path.endsWith('.json')) {
		try {
			JSON.parse(text);
		} catch {
			return `${path} is not whole: ${JSON.stringify(text.slice(-40))}`;
		}
		return null;
	}
	const isWhole = path.endsWith('.html') ? text.trimEnd().endsWith('</html>') : text.endsWith('\n');
	return isWhole ? null : `${path} is not whole: ${JSON.stringify(text.slice(-40))}`;
}
