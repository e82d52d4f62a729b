import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { rememberRows } from '../../test/fleet/remember-rows.ts';
import { randomFrom } from '../../test/seeded-random.ts';
import { shipped } from '../../test/shipped-data.ts';
import { sized } from '../../test/size.ts';
import { checkEvidence } from './check-evidence.ts';
import { EvidenceFolder } from './check-folder.ts';
import { makeEvidence, writeEvidence } from './evidence.ts';
import { openHistory } from './open-history.ts';
import { choosePseudonyms } from './pseudonyms.ts';
import { retireMacs } from './retire.ts';

const folder = mkdtempSync(join(tmpdir(), 'evidence-round-trip-'));
afterAll(() => rmSync(folder, { recursive: true }));

const models = ['Mac14,2', 'MacBookPro17,1', 'Mac99,9', ''];
const versions = ['15.7.2', '15.8.2', '26.6.2', '26.7.1', '26.7.1 (a)', '27.0', '27.70', '26', 'beta', ''];
const names = ['Anna’s Mac', 'a "quoted", name', '=1+1', ' spaced ', '\u{1F34E}', 'x'];

/** Everything that an inventory may say about a few Macs, in a few exports. */
async function randomHistory(path: string, random: () => number, pseudonymous: boolean) {
	const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
	const history = openHistory(path, true);
	const pseudonyms = choosePseudonyms(history, pseudonymous);
	const serials = Array.from({ length: 8 }, (_, at) => `C02AA${at}`);
	for (let at = 0; at < 5; at++) {
		const day = dayNumber('2026-08-01') + at * 20 + Math.floor(random() * 20);
		const rows = serials
			.filter(() => random() < 0.8)
			.map((serial) => ({
				'Computer Name': one(names),
				'Serial Number': serial,
				'Model Identifier': one(models),
				'Operating System Version': one(versions),
				'Last Check-in': random() < 0.3 ? '' : dayOfNumber(day - Math.floor(random() * 9)),
			}));
		if (rows.length === 0) continue;
		const now = new Date(`${dayOfNumber(day)}T12:00:00Z`);
		await rememberRows(history, { name: `export ${at}`, rows }, { catalog: shipped, now, pseudonyms });
	}
	const leaving = serials
		.filter(() => random() < 0.3)
		.map((serial) => ({ serial, on: '2026-11-08', reason: one(['sold, to "Kim"', null]) }));
	retireMacs(history, leaving, { pseudonyms, now: new Date('2026-11-09T12:00:00Z') });
	return history;
}

test('evidence of any history, question and day is verified, and names nobody if it is pseudonymous', async () => {
	for (let seed = 1; seed <= sized(8, 60); seed++) {
		const random = randomFrom(seed);
		const isHashed = random() < 0.3;
		const history = await randomHistory(join(folder, `${seed}.db`), random, isHashed);
		const asOf = random() < 0.5 ? '2026-11-10' : '2026-10-02';
		const keys = [...frameworks.keys()];
		const key = keys[Math.floor(random() * keys.length)]!;
		const exception = {
			reason: 'a "lab", Mac',
			owner: 'Kim',
			until: '2026-10-31',
			valid: '2026-10-31' >= asOf,
		};
		const evidence = makeEvidence(history, {
			catalog: shipped,
			policy: policyOf(asOf, random() < 0.5 ? { behind: 1, graceDays: 14 } : {}),
			from: random() < 0.5 ? '2026-09-01' : undefined,
			framework: random() < 0.8 ? frameworks.get(key)! : null,
			unranked: random() < 0.5 ? 'critical' : null,
			within: Math.floor(random() * 40),
			staleDays: 1 + Math.floor(random() * 40),
			pseudonymous: random() < 0.5,
			exceptions: new Map(random() < 0.5 ? [['C02AA1', exception]] : []),
		});
		const out = join(folder, String(seed));
		writeEvidence(out, evidence, { key: null, now: new Date('2026-11-10T12:00:00Z'), by: null });
		history.close();
		const { altered, judgedDifferently } = checkEvidence(new EvidenceFolder(out), shipped);
		expect([seed, altered, judgedDifferently]).toEqual([seed, [], []]);
		if (!evidence.report.pseudonymous) continue;
		const texts = await Promise.all(
			['report.json', 'report.html', 'sightings.csv', 'README.txt', 'manifest.json'].map((name) =>
				Bun.file(join(out, name)).text(),
			),
		);
		expect([seed, /C02AA|Anna|quoted|sold/.exec(texts.join('\n'))]).toEqual([seed, null]);
	}
});
