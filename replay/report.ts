import type { Score } from './score.ts';

/** What a run must reach besides all days right and nothing false. */
export interface Bars {
	readonly learnt?: number;
	readonly wrongDays?: number;
}

export function missedBars(score: Score, { learnt = 0, wrongDays }: Bars): string[] {
	return [
		...(score.learnt < learnt ? [`${score.learnt} releases learnt, expected at least ${learnt}`] : []),
		...(score.dates < score.learnt ? [`${score.learnt - score.dates} wrong days, expected none`] : []),
		...(score.false > 0 ? [`${score.false} releases or boards that never were, expected none`] : []),
		...(wrongDays !== undefined && score.wrongDays > wrongDays
			? [`${score.wrongDays} board-days with a wrong latest, expected at most ${wrongDays}`]
			: []),
	];
}

/** The scores as a table of Markdown. */
export function table(scores: readonly (readonly [name: string, score: Score])[]): string {
	const head = [
		...['run', 'releases learnt', 'day right', 'boards right', 'Macs learnt', 'false', 'quarantined'],
		...['polls until known', 'wrong latest, board-days'],
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
	]);
	return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
