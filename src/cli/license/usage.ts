import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { dayAt, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { readWholeNumber } from '@pointrelease/core/src/text/numbers.ts';
import { visible } from '@pointrelease/core/src/text/visible.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { usageByDay, usageTotals } from '../../licenses/usage/usage-store.ts';
import { Failure } from '../../process/failure.ts';
import { type Call, command } from '../command.ts';
import { table } from '../terminal-text.ts';
import { selectedLicense, selection } from './selection.ts';

export const usageCommand = command({
	...selection,
	name: 'license usage',
	summary: 'show requests per license, or per day of one license',
	words: '[ID|EMAIL]',
	options: {
		days: { type: 'string', value: 'N', help: 'days to look back, including today (default: 30)' },
		top: { type: 'string', value: 'N', help: 'licenses to show, the busiest first (default: 50)' },
		csv: { type: 'boolean', help: 'print CSV' },
	},
	async run(call) {
		const { settings, options, json, terminal, print } = call;
		const days = wholeNumber('days', options.days, 30, 3660);
		const top = wholeNumber('top', options.top, 50, 1_000_000);
		const since = dayOfNumber(dayAt(Date.now()) - days + 1);
		const isOneLicense = call.words.length > 0;
		await withRegistry(settings, async (registry) => {
			const { head, rows, bars } = isOneLicense
				? await perDay(registry, call, since, days)
				: await perLicense(registry, since, top);
			if (json)
				return print(
					JSON.stringify(rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])))),
				);
			if (options.csv) return print([head, ...rows].map(csvLine).join('\n'));
			if (rows.length === 0) return print(`no requests since ${since}`);
			const most = Math.max(1, ...rows.map((row) => Number(row[bars])));
			const drawn = rows.map((row) => [
				...row.map((cell) => visible(String(cell))),
				terminal ? bar(Number(row[bars]) / most) : '',
			]);
			print(table([[...head, ''], ...drawn]));
		});
	},
});

interface Report {
	head: string[];
	rows: (string | number)[][];
	/** The index of the column with a bar chart. */
	bars: number;
}

type Registry = Parameters<typeof selectedLicense>[0];

async function perLicense({ database }: Registry, since: string, top: number): Promise<Report> {
	const totals = await usageTotals(database, since, top);
	return {
		head: ['id', 'email', 'requests', 'days', 'last'],
		rows: totals.map(({ id, email, requests, days, lastDay }) => [id, email, requests, days, lastDay]),
		bars: 2,
	};
}

async function perDay(registry: Registry, call: Call, since: string, days: number): Promise<Report> {
	const license = await selectedLicense(registry, call);
	const counts = await usageByDay(registry.database, license.number, since);
	const today = dayAt(Date.now());
	const rows = Array.from({ length: days }, (_, index) => dayOfNumber(today - days + 1 + index));
	return { head: ['day', 'requests'], rows: rows.map((day) => [day, counts.get(day) ?? 0]), bars: 1 };
}

function bar(share: number): string {
	const eighths = Math.round(share * 30 * 8);
	const lastBlock = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'][eighths % 8];
	return '█'.repeat(Math.floor(eighths / 8)) + lastBlock;
}

function wholeNumber(name: string, text: string | undefined, fallback: number, most: number): number {
	if (text === undefined) return fallback;
	const value = readWholeNumber(text, 1, most);
	if (value !== null) return value;
	throw new Failure('bad-arguments', `--${name} is a whole number from 1 to ${most}`);
}
