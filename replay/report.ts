import type { Score } from './score.ts';

/** What a run must reach besides all days right and nothing false. */
export interface Bars {
	readonly learnt?: number;
	readonly wrongDays?: number;
	/** The share of what SOFA lists as fixed, and how much wrong may be among it. */
	readonly fixes?: number;
	readonly fixesWrong?: number;
}

export function missedBars(score: Score, { learnt = 0, wrongDays, fixes = 0, fixesWrong }: Bars): string[] {
	return [
		...(score.learnt < learnt ? [`${score.learnt} releases learned, expected at least ${learnt}`] : []),
		...(score.dates < score.learnt ? [`${score.learnt - score.dates} wrong days, expected none`] : []),
		...(score.false > 0 ? [`${score.false} releases or boards that never were, expected none`] : []),
		...(score.fixesLearnt < fixes * score.fixes
			? [`${score.fixesLearnt} of ${score.fixes} fixes learned, expected at least ${fixes * 100}%`]
			: []),
		...(fixesWrong !== undefined && score.fixesWrong > fixesWrong
			? [`${score.fixesWrong} wrong fixes, expected at most ${fixesWrong}`]
			: []),
		...(wrongDays !== undefined && score.wrongDays > wrongDays
			? [`${score.wrongDays} board-days with a wrong latest, expected at most ${wrongDays}`]
			: []),
	];
}

/** The scores as a table of Markdown. */
export function table(scores: readonly (readonly [name: string, score: Score])[]): string {
	const head = [
		...['run', 'releases learned', 'day right', 'boards right', 'Macs learned', 'false', 'held for review'],
		...['polls until known', 'wrong latest, board-days', 'fixes learned', 'wrong fixes'],
	];
	const rows = scores.map(([name, score]) => [
		name,
		`${score.learnt} of ${score.releases}`,
		`${score.dates}`,
		`${score.boards}`,
		`${score.macsLearnt} of ${score.macs}`,
		`${score.false}`,
		`${score.quarantined}`,
		`${score.polls}`,
		`${score.wrongDays.toLocaleString('en')} of ${score.boardDays.toLocaleString('en')}`,
		`${score.fixesLearnt.toLocaleString('en')} of ${score.fixes.toLocaleString('en')}`,
		`${score.fixesWrong}`,
	]);
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
