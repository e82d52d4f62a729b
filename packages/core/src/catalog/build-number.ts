import { compareText } from './identifier.ts';

/** A build such as `25G83`: its train (25), the letter, the number, and a letter that few have (`11A511s`). */
export interface BuildNumber {
	readonly train: number;
	readonly letter: string;
	readonly number: number;
	readonly suffix: string;
}

const shape = /^(\d{1,3})([A-Z])(\d{1,6})([A-Za-z]?)$/;

export function parseBuild(text: string): BuildNumber | null {
	const parts = shape.exec(text);
	return parts && { train: Number(parts[1]), letter: parts[2]!, number: Number(parts[3]), suffix: parts[4]! };
}

/** By train, letter and number: 19H512 comes before 19H1030. */
export function compareBuilds(a: string, b: string): number {
	const first = parseBuild(a);
	const second = parseBuild(b);
	if (!first || !second) return compareText(a, b);
	return (
		first.train - second.train ||
		compareText(first.letter, second.letter) ||
		first.number - second.number ||
		compareText(first.suffix, second.suffix)
	);
}

/** Whether a build is for testers: it has a letter at the end, or a number from 5000 to 5999. */
export function isTestBuild({ suffix, number }: BuildNumber): boolean {
	return suffix !== '' || (number >= 5000 && number < 6000);
}

const responseShape = /^\d{1,3}[A-Z]77\d{3}0[a-z]$/;

/** Whether a build has the shape of a security response: train, 77, the build that it patches, 0 and a small letter. */
export function isResponseShaped(build: string): boolean {
	return responseShape.test(build);
}
