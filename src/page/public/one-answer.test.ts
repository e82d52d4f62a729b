import { describe, expect, test } from 'bun:test';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { noPolicy, type Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { headlineOf } from '@pointrelease/core/src/advice/standing/headline.ts';
import { macExposure, runningMac } from '@pointrelease/core/src/advice/standing/running-mac.ts';
import type { Board } from '@pointrelease/core/src/catalog/catalog.ts';
import { csvLine, parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { strFromU8, unzipSync } from 'fflate';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shuffle } from '../../../test/seeded-random.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { type Case, macsOn, policyFor, terms } from '../../../test/verdict/macs.ts';
import { ops, situationOf } from '../../../test/watch/situations.ts';
import { summaryText } from '../../cli/fleet/summary-text.ts';
import type { Mac } from '../../fleet/fleet.ts';
import { htmlReport, reportMark, tableMark } from '../../fleet/report/html-report.ts';
import {
	type CompactReport,
	compactReport,
	expandReport,
	macsOf,
	policyRecord,
	recordText,
} from '../../fleet/report/report.ts';
import { ResultTable } from '../../fleet/report/result-table.ts';
import { ReportWorkbook } from '../../fleet/report/workbook.ts';
import { WorstMacs } from '../../fleet/report/worst-macs.ts';
import { noticesFor } from '../../watch/notices/notices.ts';
import { macLines } from '../app/fleet/mac-lines.ts';
import { columnsOf } from '../app/fleet/shown-columns.ts';
import { drawView } from './render.tsx';

const asOf = '2026-11-16';
const policies: readonly (readonly [string, Policy])[] = [
	['no policy', noPolicy(asOf)],
	...Object.keys(terms).map((name) => [name, policyFor(name, asOf)] as const),
];

/** The answer that every surface has to give: the release to update to, the words for it, and the deadline beside them. */
interface Answer {
	readonly version: string | null;
	/** As in a table: without deadline and reason. */
	readonly words: string | null;
	readonly headline: string | null;
	readonly due: string | null;
}

/** `told`: whether the Mac reports its security response, as /advice assumes and an export without such a column does not. */
function answerFor(board: Board, version: string, policy: Policy, told: boolean): Answer {
	const advice = assess(shipped, board, { version, build: null }, policy)!;
	const { action, version: to, words } = headlineOf(advice, told);
	const first = words.split(/[,:]/)[0]!;
	return {
		version: to,
		words: action === 'update-then-replace' ? `${first}, then replace` : first,
		headline: words,
		due: advice.overdueSince ?? advice.deadline,
	};
}

/** The answer for a Mac that may be one of several: what is true of each. */
function agreedAnswer(answers: readonly Answer[]): Answer {
	const agreed = (member: keyof Answer) =>
		answers.every((answer) => answer[member] === answers[0]![member]) ? answers[0]![member] : null;
	return {
		version: agreed('version'),
		words: agreed('headline') === null ? 'Find out the model' : agreed('words'),
		headline: agreed('headline'),
		due: agreed('due'),
	};
}

/** The report on a fleet as each form of it says it: a record for each Mac, in the order of the file. */
function formsOf(macs: readonly Mac[], report: CompactReport) {
	const given = [...macsOf(report)];
	const pieces: string[] = [];
	const table = new ResultTable((piece) => pieces.push(piece));
	for (const mac of given) table.add(mac);
	table.end();
	const bytes: Uint8Array[] = [];
	const workbook = new ReportWorkbook((piece) => bytes.push(piece.slice()), []);
	for (const mac of given) workbook.addMac(mac);
	workbook.end(report, report.summary, []);
	const worst = new WorstMacs(macs.length);
	for (const mac of macs) worst.add(mac);
	const parts = { comparison: null, replacements: [], worst: report.policy && worst };
	return {
		json: expandReport(report).macs.map((record) => ({ ...record })),
		ndjson: macs.map((mac) => JSON.parse(recordText(mac, []))),
		csv: byHead(parseCsv(pieces.join(''), { lenient: true }).map(({ cells }) => cells)),
		xlsx: byHead(sheetCells(Buffer.concat(bytes))),
		page: report.macs.map((mac) =>
			Object.fromEntries(columnsOf(report).map(({ title, show }) => [title, show(report, mac)])),
		),
		html: new Map(htmlCells(report).map((cells) => [cells.Name, cells])),
		text: textCells(summaryText(report, report.summary, parts)),
		copied: macLines(
			report,
			report.macs.map((_, at) => at),
		)
			.split('\n')
			.slice(1, -1)
			.map((line) => line.split(' · ')),
	};
}

function byHead([head = [], ...rows]: readonly (readonly string[])[]): Record<string, string>[] {
	return rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])));
}

/** The cells of the first sheet of a workbook. */
function sheetCells(bytes: Uint8Array): string[][] {
	const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!);
	return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) => {
		const cells: string[] = [];
		for (const [, letters, body] of row!.matchAll(/<c r="([A-Z]+)\d+"[^>]*>(.*?)<\/c>/g)) {
			const place = [...letters!].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
			cells[place] = body!.replace(/<[^>]*>/g, '');
		}
		return Array.from(cells, (cell) => cell ?? '');
	});
}

function htmlCells(report: CompactReport): Record<string, string>[] {
	const html = htmlReport(`${tableMark}${reportMark}`, report, null);
	return byHead(
		[...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
			[...row!.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, cell]) => cell!),
		),
	);
}

/** The list of the worst Macs in the text for a terminal, by name. */
function textCells(text: string): Map<string, Record<string, string>> {
	const lines = text.split('\n');
	const from = lines.findIndex((line) => line.startsWith('  name '));
	if (from === -1) return new Map();
	const starts = [...lines[from]!.matchAll(/\S+(?: \S+)*/g)].map(({ index }) => index);
	const rows = lines
		.slice(from)
		.filter((line) => line.startsWith('  '))
		.map((line) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim()));
	return new Map(byHead(rows).map((row) => [row.name!, row]));
}

async function reportOf(rows: readonly string[], policy: Policy) {
	const file = `Name,Board ID,Model,OS Version\n${rows.join('\n')}\n`;
	const { macs, summary } = await fleetOf(file, policy);
	const head = {
		data_version: shipped.dataVersion,
		rules: 3,
		as_of: asOf,
		policy: policyRecord(policy),
		files: ['a file'],
		stale_days: 30,
	};
	return { macs, report: compactReport(head, summary, macs) };
}

function expectForms(macs: readonly Mac[], report: CompactReport, answers: readonly Answer[]): void {
	const forms = formsOf(macs, report);
	for (const [at, { version, words, headline, due }] of answers.entries()) {
		const { name } = macs[at]!;
		const record = forms.json[at]!;
		const isListed = forms.text.has(name);
		const html = forms.html.get(name)!;
		const text = forms.text.get(name);
		expect({
			name,
			json: [record.recommended_version, record.headline, record.overdue_since ?? record.deadline],
			ndjson: forms.ndjson[at].recommended_version,
			csv: forms.csv[at]!.recommended_version,
			xlsx: forms.xlsx[at]!.recommended_version,
			page: [forms.page[at]!['What to do'], forms.page[at]!.Deadline ?? ''],
			html: [html['What to do'], html.Deadline],
			text: [text?.['what to do'], text?.deadline],
			copied: forms.copied[at]![3],
		}).toEqual({
			name,
			json: [version, headline, due],
			ndjson: version,
			csv: version ?? '',
			xlsx: version ?? '',
			page: [words!, due ?? ''],
			html: [words!, due ?? ''],
			text: isListed ? [words!, due ?? ''] : [undefined, undefined],
			copied: words!,
		});
		expect([name, isListed]).toEqual([name, report.policy !== null && record.meets_policy !== true]);
		// The target is a matter of the policy, and where there is one, a Mac below it is told to update to it.
		for (const target of [record.target_version, forms.csv[at]!.target_version || null]) {
			if (report.policy === null) expect([name, target]).toEqual([name, null]);
			if (due !== null) expect([name, target]).toEqual([name, version]);
		}
	}
}

const address = ({ board, release }: Case) => `${board.id}:${release.version}`;

function termsQuery({ isStated, ...policy }: Policy): string {
	if (!isStated) return '';
	const { behind, deferDays, deferMajorDays, exclude, graceDays, exploitedGraceDays } = policy;
	const query = new URLSearchParams({
		behind: `${behind}`,
		defer_days: `${deferDays}`,
		defer_major_days: `${deferMajorDays}`,
		...(exclude.length > 0 && { exclude: exclude.join() }),
		...(graceDays !== null && { grace_days: `${graceDays}` }),
		...(exploitedGraceDays !== null && { exploited_grace_days: `${exploitedGraceDays}` }),
	});
	return `&${query}`;
}

const headlineMark = /<p class="headline [a-z]+">(.*?)<\/p>/;

/** The markup of a view of the page. */
function drawn(path: string): string {
	return drawView({ catalog: shipped, address: path, today: asOf, policies: builtInPolicies }).markup;
}

function partOf(markup: string, pattern: RegExp): string | null {
	const [, part] = pattern.exec(markup) ?? [];
	return part === undefined ? null : part.replace(/<[^>]*>/g, '').replaceAll('&#39;', "'");
}

describe.each(policies)('under %s', (name, policy) => {
	const seed = policies.findIndex(([other]) => other === name);
	const cases = shuffle(macsOn(asOf), seed + 1);

	test('table, print, files and texts of a fleet say the same about each Mac, which is what /advice says', async () => {
		const some = cases.slice(0, sized(50, 5000));
		const rows = some.map(({ board, release }, at) => csvLine([`m${at}`, board.id, '', release.version]));
		const { macs, report } = await reportOf(rows, policy);
		expectForms(
			macs,
			report,
			some.map(({ board, release }) => answerFor(board, release.version, policy, false)),
		);
	});

	test('they also agree on a Mac whose name fits several', async () => {
		const some = cases.slice(0, sized(20, 3000));
		const rows = some.map(({ board, release }, at) => {
			const model = board.machines[0]?.name.replace(/ \(.*/, '') ?? board.id;
			return csvLine([`m${at}`, '', model, release.version]);
		});
		const { macs, report } = await reportOf(rows, policy);
		const several = macs.filter(({ judgment }) => judgment.answer!.board_ids.length > 1);
		expect(several.length).toBeGreaterThan(5);
		const answers = macs.map(({ judgment }) => {
			const { board_ids: ids, version } = judgment.answer!;
			return agreedAnswer(ids.map((id) => answerFor(shipped.boards.get(id)!, version!, policy, false)));
		});
		expectForms(macs, report, answers);
	});

	test('the pages of the Mac and of Compare say what /advice says', () => {
		for (const mac of cases.slice(0, sized(6, 300))) {
			const { board, release } = mac;
			const { headline, due } = answerFor(board, release.version, policy, true);
			const query = termsQuery(policy);
			const ofMac = drawn(`/mac/${board.id}?on=${release.version}${query}`);
			const compared = drawn(`/compare?mac=${address(mac)}${query}`);
			const row = (term: string) =>
				partOf(compared, new RegExp(`<th scope="row">${term}</th><td>(.*?)</td>`));
			const day = due === null ? null : inWords(due);
			expect([
				address(mac),
				partOf(ofMac, headlineMark),
				partOf(ofMac, /<dt>Deadline<\/dt><dd><strong>(.*?)<\/strong>/),
				row('Update status'),
				row('Deadline'),
			]).toEqual([address(mac), headline, day, headline, day]);
		}
	});

	test('the watch counts overdue Macs by the release that each is told to update to', async () => {
		const some = cases.slice(0, sized(30, 2000));
		const rows = some.map(({ board, release }, at) =>
			csvLine([`m${at}`, `S${at}`, board.modelIdentifiers[0] ?? board.id, release.version]),
		);
		const situation = await situationOf({ rows, policy });
		const counts = new Map<string, number>();
		for (const { result } of situation.macs) {
			if (result.overdue_since === null) continue;
			const title = `To ${result.recommended_version}`;
			counts.set(title, (counts.get(title) ?? 0) + 1);
		}
		const [notice] = noticesFor(situation, { ...ops, tell: ['overdue'] });
		const told = (notice?.facts ?? []).map(({ title, value }) => [
			title,
			Number.parseInt(value.replaceAll(',', ''), 10),
		]);
		expect(told.toSorted()).toEqual([...counts].toSorted());
	});
});

test('the page of a CVE advises a Mac that misses the fix what the page of the Mac does', () => {
	for (const mac of shuffle(macsOn(asOf), 50).slice(0, sized(20, 2000))) {
		const { board, release } = mac;
		const { version, headline } = answerFor(board, release.version, noPolicy(asOf), true);
		const running = runningMac(shipped, board, { version: release.version, build: null }, asOf)!;
		const { missing } = macExposure(shipped, running, asOf);
		for (const { cve } of [missing[0], missing.at(-1)].filter((fix) => fix !== undefined)) {
			const view = drawn(`/cve/${cve.id}?mac=${board.id}&on=${release.version}`);
			expect([address(mac), cve.id, partOf(view, headlineMark)]).toEqual([
				address(mac),
				cve.id,
				`Not fixed: update to ${version}`,
			]);
			if (headline!.includes('then')) expect(view).toContain(headline!);
		}
	}
});
