import {
	type Policy,
	type PolicyTerms,
	policyOf,
	termsRecord,
} from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Board } from '@pointrelease/core/src/catalog/catalog.ts';
import { randomFrom } from '../seeded-random.ts';
import { shipped } from '../shipped-data.ts';
import { runScript } from './run-shell.ts';

/** A Mac on a version, under a policy on a day. */
export interface ShellPair {
	readonly board: Board;
	/** As the client sends it: `26.7.1`, `26.7.1 (25H10)`. */
	readonly installed: string;
	readonly policy: Policy;
}

/** Policies with and without a grace, a deferral and exclusions. */
export const shellPolicies: readonly Partial<PolicyTerms>[] = [
	{ behind: 1, deferDays: 14, deferMajorDays: 30, graceDays: 14, exploitedGraceDays: 3 },
	{ graceDays: 30, exploitedGraceDays: 7 },
	{ behind: 1, graceDays: 14 },
	{ behind: 2, exploitedGraceDays: 5, exclude: ['15.8.2', '26.7.1'] },
	{ behind: 2, deferDays: 30, deferMajorDays: 90, graceDays: 7 },
	{ behind: 1 },
];

/** Days around new majors, responses and exploited vulnerabilities. */
export const shellDays: readonly string[] = [
	'2023-05-03',
	'2023-07-13',
	'2023-10-02',
	'2024-09-20',
	'2025-02-20',
	'2025-09-20',
	'2026-03-18',
	'2026-08-14',
	'2026-09-20',
	'2026-10-12',
	'2026-11-01',
	'2026-11-18',
];

/** Versions that do not exist, versions that are not known yet, and betas. */
const oddVersions = ['15.70', '26.4.9', '26', '26.12', '15.12', '27.3 (26D5031f)', '15.7 (24G5031f)'];

/** Pairs of the shipped data by a seed: mostly releases that the Mac runs, half of them with their build. */
export function shellPairs(count: number, terms: Partial<PolicyTerms>, seed = 1): ShellPair[] {
	const random = randomFrom(seed);
	const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
	const boards = [...shipped.boards.values()].filter(({ support }) => support.has('13'));
	return Array.from({ length: count }, () => {
		const board = pick(boards);
		const policy = policyOf(pick(shellDays), terms);
		const releases = [...board.support.values()]
			.filter(({ major }) => major.era === 'modern')
			.flatMap(({ releases }) => releases)
			.filter(({ released }) => released <= policy.asOf);
		if (random() < 0.15 || releases.length === 0) return { board, policy, installed: pick(oddVersions) };
		// Half of the Macs are on one of the last releases, where verdicts differ most.
		const { version, builds } = pick(random() < 0.5 ? releases.slice(-12) : releases);
		const build = random() < 0.5 ? builds.find(({ kind }) => kind === 'release')?.build : undefined;
		return { board, policy, installed: build ? `${version} (${build})` : version };
	});
}

/** The settings that make the client ask about the pair. */
export function shellSettings({ board, installed, policy }: ShellPair): Record<string, string> {
	const terms = Object.entries(termsRecord(policy)).flatMap(([name, value]) =>
		value === null ? [] : [[`POINTRELEASE_${name.toUpperCase()}`, String(value)]],
	);
	return {
		...Object.fromEntries(terms),
		POINTRELEASE_AS_OF: policy.asOf,
		POINTRELEASE_ITEM: `${board.id}:${installed}`,
	};
}

/** The facts that the client prints, by name; an unknown one is empty. */
export async function shellFacts(
	env: Record<string, string>,
	pair: ShellPair,
): Promise<ReadonlyMap<string, string>> {
	const { code, out, err } = await runScript(['plain'], { ...env, ...shellSettings(pair) });
	if (code !== 0) throw new Error(`${pair.board.id}:${pair.installed}: ${err}`);
	const lines = out.trimEnd().split('\n');
	return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** The line for Jamf and others. */
export async function shellLine(env: Record<string, string>, pair: ShellPair): Promise<string> {
	return (await runScript(['raw'], { ...env, ...shellSettings(pair) })).out.trimEnd();
}

/** The release and day of the Nudge configuration; null if it requires nothing. */
export async function shellNudge(
	env: Record<string, string>,
	pair: ShellPair,
): Promise<{ version: string; day: string } | null> {
	const { out } = await runScript(['nudge'], { ...env, ...shellSettings(pair) });
	const [required] = JSON.parse(out).osVersionRequirements;
	return required
		? { version: required.requiredMinimumOSVersion, day: required.requiredInstallationDate.slice(0, 10) }
		: null;
}
