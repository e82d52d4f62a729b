import { checkInName, checkInServers, ratioToNginx } from '../checkin/names.ts';
import type { Measure } from '../subject.ts';
import { textTable } from './table.ts';

type Results = Record<string, readonly Measure[]>;

/** The usable share of each processor: the rest is for answers, upkeep and other processes. */
const usable = 0.8;
const processorsOfNode = 4;

/** Microseconds of a check-in with a new session; null if it was not measured. */
export function checkInCost(results: Results, kind = 'ECDSA'): number | null {
	const name = checkInName(kind, 'new', 1, checkInServers.service);
	return results.checkin?.find((measure) => measure.name === name)?.values[0]?.[0] ?? null;
}

/** Processors and machines for a rate of check-ins, rounded up, and with a spare machine for a failure. */
export function sizeFor(perSecond: number, microseconds: number): { processors: number; nodes: number } {
	const processors = Math.max(1, Math.ceil((perSecond * microseconds) / (usable * 1e6)));
	return { processors, nodes: Math.ceil(processors / processorsOfNode) + 1 };
}

/**
 * The requirements of 1 and 10 million Macs that check in once a day, over the day, within an hour, and in ten
 * minutes.
 */
export function macsTable(results: Results): string | null {
	const costs = (['ECDSA', 'RSA'] as const).map((kind) => checkInCost(results, kind));
	const [ecdsa, rsa] = costs;
	if (!ecdsa || !rsa) return null;
	const spans = [
		['over the day', 86_400],
		['within an hour', 3_600],
		['within ten minutes', 600],
	] as const;
	const rows = [1, 10].flatMap((millions) =>
		spans.map(([words, seconds]) => {
			const perSecond = (millions * 1e6) / seconds;
			const [few, many] = [sizeFor(perSecond, ecdsa), sizeFor(perSecond, rsa)];
			return [
				`${millions} million`,
				words,
				`${Math.round(perSecond).toLocaleString('en')} /s`,
				...[few.processors, few.nodes, many.processors, many.nodes].map((count) =>
					count.toLocaleString('en'),
				),
			];
		}),
	);
	const head = [
		'Macs',
		'they ask',
		'check-ins',
		'processors, ECDSA',
		'machines',
		'processors, RSA',
		'machines',
	];
	return textTable(head, rows);
}

/** Every server with one process and both kinds of certificates, with new and resumed sessions. */
export function checkInTable(results: Results): string | null {
	const find = (name: string) => results.checkin?.find((measure) => measure.name === name);
	const columns = ['ECDSA', 'RSA'].flatMap((kind) =>
		['new', 'resumed'].map((session) => [kind, session] as const),
	);
	const cell = (name: string) => {
		const [row, ratio] = [find(name), find(ratioToNginx(name))];
		if (!row) return '';
		const apart = ratio?.spread === undefined ? '' : ` ± ${(ratio.spread * 100).toFixed(0)}%`;
		const beside = ratio ? ` (${ratio.values[0]![0].toFixed(2)}${apart})` : '';
		return `${Math.round(row.values[0]![0])} µs${beside}`;
	};
	const rows = Object.values(checkInServers)
		.map((server) => [
			server,
			...columns.map(([kind, session]) => cell(checkInName(kind, session, 1, server))),
		])
		.filter((cells) => cells.slice(1).some(Boolean));
	const head = ['server', ...columns.map(([kind, session]) => `${kind}, ${session}`)];
	return rows.length > 0 ? textTable(head, rows) : null;
}
