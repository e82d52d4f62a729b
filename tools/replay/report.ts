import type { Score } from './score.ts';

/** The bars of a run besides correct days and no false facts: by default nothing may be missing. */
export interface Bars {
	readonly missing?: number;
	/** Pairs of a release or response and a board. */
	readonly missingPairs?: number;
	/** The share of the fixes in SOFA that must be learned, and how many wrong ones are allowed. */
	readonly fixes?: number;
	readonly fixesWrong?: number;
	readonly wrongDays?: number;
}

export function missedBars(score: Score, bars: Bars): string[] {
	const { missing = 0, missingPairs = 0, fixes = 1, fixesWrong = 0, wrongDays = 0 } = bars;
	const atMost = (count: number, most: number, fault: string) =>
		count > most ? [`${count} ${fault}, expected at most ${most}`] : [];
	return [
		...atMost(score.releases - score.learnt, missing, 'releases are missing'),
		...atMost(score.pairs - score.pairsLearnt, missingPairs, 'pairs of a release and a board are missing'),
		...atMost(score.learnt - score.dates, 0, 'wrong days'),
		...atMost(score.false, 0, 'releases, boards or pairs that never were'),
		...atMost(score.fixesWrong, fixesWrong, 'wrong fixes'),
		...atMost(score.wrongDays, wrongDays, 'board-days with a wrong latest'),
		...(score.fixesLearnt < fixes * score.fixes
			? [`${score.fixesLearnt} of ${score.fixes} fixes learned, expected at least ${fixes * 100}%`]
			: []),
	];
}

/** The scores as a table of Markdown. */
export function table(scores: readonly (readonly [name: string, score: Score])[]): string {
	const head = [
		'run',
		'releases learned',
		'day right',
		'release and board',
		'Macs learned',
		'false',
		'held for review',
		'polls until known',
		'wrong latest, board-days',
		'fixes learned',
		'wrong fixes',
	];
	const rows = scores.map(([name, score]) => [
		name,
		of(score.learnt, score.releases),
		`${score.dates}`,
		of(score.pairsLearnt, score.pairs),
		of(score.macsLearnt, score.macs),
		`${score.false}`,
		`${score.quarantined}`,
		`${score.polls}`,
		of(score.wrongDays, score.boardDays),
		of(score.fixesLearnt, score.fixes),
		`${score.fixesWrong}`,
	]);
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Several runs as one row: sums, and the maximum of waiting times. */
export function sumOf(scores: readonly Score[]): Score {
	const sum = (name: Exclude<keyof Score, 'wrong'>) => scores.reduce((all, score) => all + score[name], 0);
	return {
		releases: sum('releases'),
		learnt: sum('learnt'),
		dates: sum('dates'),
		pairs: sum('pairs'),
		pairsLearnt: sum('pairsLearnt'),
		macs: sum('macs'),
		macsLearnt: sum('macsLearnt'),
		fixes: sum('fixes'),
		fixesLearnt: sum('fixesLearnt'),
		fixesWrong: sum('fixesWrong'),
		false: sum('false'),
		quarantined: sum('quarantined'),
		wrongDays: sum('wrongDays'),
		boardDays: sum('boardDays'),
		polls: Math.max(0, ...scores.map(({ polls }) => polls)),
		wrong: scores.flatMap(({ wrong }) => wrong),
	};
}

function of(some: number, all: number): string {
	return `${some.toLocaleString('en')} of ${all.toLocaleString('en')}`;
}
