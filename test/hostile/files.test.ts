import { afterAll, describe, expect, test } from 'bun:test';
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { aim } from '../aim.ts';
import { environment } from '../process.ts';
import { isFull } from '../size.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-hostile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = aim.program ?? [join(import.meta.dir, '../../bin/pointrelease')];
/** More than any of these files may take; what they took before was 1.5 to 17 GB. */
const mostMegabytes = 700;

/** Runs the program to its end. Whatever it reads, it ends, takes bounded memory and prints harmless text. */
async function run(...words: string[]) {
	const child = Bun.spawn([...command, ...words], {
		env: environment({
			HOME: folder,
			TMPDIR: folder,
			POINTRELEASE_STATE: join(folder, 'state'),
			...(aim.path !== undefined && { PATH: aim.path }),
		}),
		cwd: folder,
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
	expect([words, child.signalCode]).toEqual([words, null]);
	expect(Number(child.resourceUsage()!.maxRSS) / 1e6).toBeLessThan(mostMegabytes);
	for (const text of [stdout, stderr])
		expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f\x9b]|\bat \S+ \(.*:\d+:\d+\)/);
	return { code, stdout, stderr };
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const workbook = (sheet: string, more: Record<string, string> = {}) =>
	zipSync(
		Object.fromEntries(
			Object.entries({
				'xl/workbook.xml': '<workbook><sheets><sheet r:id="r1"/></sheets></workbook>',
				'xl/_rels/workbook.xml.rels':
					'<Relationships><Relationship Id="r1" Target="worksheets/1.xml"/></Relationships>',
				'xl/worksheets/1.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
				...more,
			}).map(([path, xml]) => [path, utf8(xml)]),
		),
	);
const named = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const mac = '"model":"Mac14,2","os_version":"14.7.2"';
const head = 'Name,Model,OS Version\na,"Mac14,2",14.7.2\n';
const names = (record: number, count: number) =>
	Array.from({ length: count }, (_, at) => `"n${record}_${at}":1`).join();

/** Small files that cost everything, as attackers found them, and what is said of each. */
const bombs: Readonly<Record<string, readonly [make: () => Uint8Array | string, says: string]>> = {
	'cells.xlsx': [
		() => workbook(`<row>${'<c '.repeat(1_000_000)}</row>`),
		'a tag of more than 65,536 characters',
	],
	'shared.xlsx': [
		() =>
			workbook(`<row>${'<c t="s"><v>0</v></c>'.repeat(900)}</row>`, {
				'xl/sharedStrings.xml': `<sst><si><t>${'a'.repeat(1_000_000)}</t></si></sst>`,
			}),
		'more than 128 MiB of text in its cells',
	],
	'wide.xlsx': [
		() =>
			workbook(
				`<row>${named('Name')}${named('Model')}</row>${'<row><c r="XFD1"><v>1</v></c></row>'.repeat(2_000)}`,
			),
		'more than 30,000,000 cells',
	],
	'quotes.csv': [
		() => `${head}${'","a\n'.repeat(400_000)}"z`,
		'too many quotation marks that are never closed',
	],
	'wide.csv': [() => `${head}${','.repeat(20_000)}\n`, 'more than 16,384 columns'],
	'names.json': [
		() => `[${Array.from({ length: 200 }, (_, at) => `{${mac},${names(at, 5_000)}}`).join()}]`,
		'more than 16,384 columns',
	],
	'deep.json': [() => '['.repeat(5_000_000), 'nested more than 64 deep'],
	'deep.json.gz': [() => gzipSync(`[{${mac},"x":${'['.repeat(2_000_000)}`), 'nested more than 64 deep'],
};

// The rules are tested beside the code, in one process. Here the program reads the files, in whatever form it is.
describe.skipIf(!isFull)('a file that costs everything is refused in one line', () => {
	test.each(Object.entries(bombs))('%s', async (name, [make, says]) => {
		const file = join(folder, name);
		writeFileSync(file, make());
		const { code, stderr } = await run('fleet', file, '--policy', 'latest', '--as-of', '2026-11-18');
		expect([code, stderr.split('\n').length]).toEqual([1, 2]);
		expect(stderr).toContain(says);
	});
});

describe.skipIf(!isFull)('what is no file is refused at once', () => {
	const pipe = join(folder, 'pipe');
	Bun.spawnSync(['mkfifo', pipe]);
	symlinkSync(pipe, join(folder, 'link.csv'));
	mkdirSync(join(folder, 'folder.csv'));
	const places = [join(folder, 'link.csv'), '/dev/zero', join(folder, 'folder.csv')];
	test.each(
		[
			['fleet', '{}'],
			['fleet', 'verify', '{}'],
		].flatMap((words) => places.map((place) => words.map((word) => word.replace('{}', place)))),
	)('%s %s %s', async (...words) => {
		const { code, stderr } = await run(...words.filter((word) => typeof word === 'string'));
		expect([code, stderr.split('\n').length]).toEqual([1, 2]);
		expect(stderr).toStartWith('pointrelease: ');
	});
});

describe.skipIf(!isFull)('texts of an inventory and names of files are only text', () => {
	const evil = [
		'\x1b]0;attack\x07\x1b[2J',
		'<script>attack()</script>',
		'"><img src=x onerror=attack()>',
		"=cmd|' /C calc'!A0",
		'\u202egnp.exe',
		'__proto__',
		'$(touch attack)`touch attack`',
		'../../attack',
	];

	test('in every output of a report', async () => {
		const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
		const rows = evil.map((text) => [text, text, 'Mac14,2', '14.7.2', text].map(cell).join());
		const file = join(folder, '\x1b[31m$(touch attack).csv');
		writeFileSync(file, `Name,Serial Number,Model,OS Version,${cell(evil[1]!)}\n${rows.join('\n')}\n`);
		const outputs = ['--html', 'out.html', '--csv', 'out.csv', '--xlsx', 'out.xlsx'];
		const { code, stderr } = await run(
			'fleet',
			file,
			'--policy',
			'latest',
			'--as-of',
			'2026-11-18',
			...outputs,
		);
		expect([code, stderr]).toEqual([2, expect.any(String)]);
		const html = readFileSync(join(folder, 'out.html'), 'utf8');
		expect(html).not.toMatch(/<script>attack|<img src=x/);
		expect(readFileSync(join(folder, 'out.csv'), 'utf8')).not.toMatch(/(^|,)"?[=+@]/m);
		expect(readdirSync(folder)).not.toContain('attack');
	});
});
