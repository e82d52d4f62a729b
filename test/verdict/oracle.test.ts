import { expect, test } from 'bun:test';
import { checkCve } from '@pointrelease/core/src/advice/exposure/cve-check.ts';
import { type Assessment, assess } from '@pointrelease/core/src/advice/standing/assess.ts';
import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { randomFrom, shuffle } from '../seeded-random.ts';
import { shipped } from '../shipped-data.ts';
import { cases, isFull, sized } from '../size.ts';
import { type Case, days, macsOn, policyFor, terms } from './macs.ts';
import { Oracle, type OracleVerdict } from './oracle.ts';
import type { Mac } from './oracle-cves.ts';
import { SafariTables } from './oracle-safari.ts';
import { withRows } from './with-rows.ts';

const oracle = new Oracle(shipped);

/** Boards with the same releases have the same verdicts: one board of each such kind, the most different first. */
const kinds = [
	...new Map(
		macsOn(days.at(-1)!).map(({ board }) => [
			JSON.stringify(
				[...board.support.values()].map(({ releases, offered }) => [
					releases.length,
					offered.map(({ version }) => version),
				]),
			),
			board.id,
		]),
	).values(),
];

function verdictOf(advice: Assessment): OracleVerdict {
	return {
		target: advice.target?.version ?? null,
		targetSince: advice.targetSince,
		blocked: advice.blockedBy !== null,
		meets: advice.meetsPolicy!,
		deadline: advice.deadline,
		overdueSince: advice.overdueSince,
	};
}

function adviceOn(
	{ board, release, safari }: Case & Pick<Mac, 'safari'>,
	name: string,
	asOf: string,
	catalog = shipped,
): Assessment {
	return assess(
		catalog,
		board,
		{ version: release.version, build: null, safari: safari ? readSafari(safari) : null },
		policyFor(name, asOf),
	)!;
}

/** Each policy gets a part of the boards, so that together they cover all. */
test.each(Object.keys(terms))('target, deadline and verdict under %s follow the definitions', (name) => {
	const place = Object.keys(terms).indexOf(name);
	const boards = new Set(shuffle(kinds, place).slice(0, sized(1, 8)));
	for (const asOf of cases(
		days.filter((_, at) => at % 6 === place),
		days,
	)) {
		const macs = macsOn(asOf).filter(({ board }) => boards.has(board.id));
		for (const mac of macs) {
			const verdict = verdictOf(adviceOn(mac, name, asOf));
			const expected = oracle.verdict(mac, terms[name]!, asOf);
			if (!Bun.deepEquals(verdict, expected))
				expect([mac.board.id, mac.release.version, asOf, verdict]).toEqual([
					mac.board.id,
					mac.release.version,
					asOf,
					expected,
				]);
		}
	}
});

test('they also do while releases are pulled, for all Macs or for some, and after they are listed again', () => {
	const catalog = withRows({
		'primary/releases.csv': ['27,27.3,2026-12-01,day,high,,,all,appledb,'],
		'pulled.csv': [
			'26.7.2,2026-11-26,,J293AP;J413AP,appledb,',
			'27.2,2026-10-27,2026-11-05,all,appledb,',
			'27.3,2026-12-02,2026-12-10,all,appledb,',
			'27.3,2026-12-20,,J293AP,appledb,',
		],
	});
	const pulling = new Oracle(catalog);
	for (const [place, asOf] of ['2026-11-01', '2026-11-28', '2026-12-05', '2026-12-31'].entries())
		for (const name of cases([Object.keys(terms)[place]!], Object.keys(terms)))
			for (const mac of macsOn(asOf, catalog)) {
				if (!['J293AP', 'J413AP', 'J775cAP'].includes(mac.board.id) || Number(mac.release.major) < 15)
					continue;
				const verdict = verdictOf(adviceOn(mac, name, asOf, catalog));
				expect([mac.board.id, mac.release.version, asOf, verdict]).toEqual([
					mac.board.id,
					mac.release.version,
					asOf,
					pulling.verdict(mac, terms[name]!, asOf),
				]);
			}
});

/** None, or a Safari of any time: what a Mac reports need not fit its macOS. */
const reports = new SafariTables().reports();

test('missing, fixed and not stated follow the definitions, whatever Safari the Mac reports', () => {
	const random = randomFrom(41);
	for (const asOf of days) {
		const macs = shuffle(macsOn(asOf), asOf.length).slice(0, sized(2, 40));
		const cves = oracle.cvesOn(asOf);
		for (const [at, { board, release }] of macs.entries()) {
			const safari = at % 2 === 0 ? null : reports[Math.floor(random() * reports.length)]!;
			const mac = { board, release, safari };
			const { exposure } = adviceOn(mac, 'n-1', asOf);
			const asked = [board.id, release.version, safari, asOf];
			expect([...asked, oracle.exposure(mac, asOf)]).toEqual([
				...asked,
				{
					missing: exposure.missingCount!,
					exploitedMissing: exposure.exploitedMissingCount!,
					noReleaseSince: exposure.fixedElsewhereCount!,
					exploitedNoReleaseSince: exposure.fixedElsewhereExploitedCount!,
					releasedSince: exposure.notStatedCount!,
					exploitedReleasedSince: exposure.notStatedExploitedCount!,
				},
			]);
			const from = Math.floor(random() * cves.length);
			for (const cve of cves.slice(from, from + 40)) {
				const { state, fixedBecause, notStatedBecause } = checkCve(shipped, {
					support: mac.board.support.get(mac.release.major)!,
					running: { version: release.parsed, response: null, safari: safari ? readSafari(safari) : null },
					cve,
					asOf,
				});
				const answer = fixedBecause ?? notStatedBecause ?? state;
				expect([...asked, cve.id, String(answer)]).toEqual([...asked, cve.id, oracle.cveOn(mac, cve, asOf)]);
			}
		}
	}
});

test('every fix of Safari is decided as the documents say, on every major and with every Safari', () => {
	const random = randomFrom(60);
	const tables = new SafariTables();
	for (const name of ['11', '12', '13', '14', '15', '26', '27']) {
		const [board] = shipped.majors.get(name)!.boards;
		const support = board!.support.get(name)!;
		for (const release of [support.latest])
			for (const cve of tables.packages.flatMap(({ cves }) => [...cves])) {
				const asOf = '2026-11-19';
				// A usual run takes a hundredth of the 300,000 cases.
				for (const safari of [null, ...reports].filter(() => isFull || random() < 0.01)) {
					const {
						state,
						fixedBecause,
						notStatedBecause,
						safari: has,
						installSafari,
					} = checkCve(shipped, {
						support,
						running: { version: release.parsed, response: null, safari: safari ? readSafari(safari) : null },
						cve: shipped.security.cves.get(cve)!,
						asOf,
					});
					const expected = oracle.cveOn(
						{ board: board!, release, safari },
						shipped.security.cves.get(cve)!,
						asOf,
					);
					const asked = [name, release.version, cve, safari];
					const answer = [...asked, fixedBecause ?? notStatedBecause ?? state];
					if (!Bun.deepEquals(answer, [...asked, expected])) expect(answer).toEqual([...asked, expected]);
					// A Safari to install has the fix, and is offered to the major.
					if (installSafari)
						expect([...asked, installSafari.majors.includes(name), has !== null]).toEqual([
							...asked,
							true,
							true,
						]);
				}
			}
	}
});

test('a security response that a Mac reports counts with exactly its own fixes', () => {
	const patched = [...shipped.releases.values()].filter(({ responses }) => responses.length > 0);
	for (const release of patched)
		for (const response of release.responses)
			for (const id of ['J293AP', 'J180dAP', 'J700AP']) {
				const board = shipped.boards.get(id)!;
				if (!board.support.get(release.major)?.releases.includes(release)) continue;
				for (const asOf of [response.released, '2026-11-16']) {
					const mac = { board, release, response };
					const expected = oracle.exposure(mac, asOf);
					const { exposure } = assess(
						shipped,
						board,
						{ version: release.version, build: response.build, supplement: response.letter },
						policyFor('n-1', asOf),
					)!;
					expect([id, response.label, asOf, exposure.missingCount, exposure.exploitedMissingCount]).toEqual([
						id,
						response.label,
						asOf,
						expected.missing,
						expected.exploitedMissing,
					]);
				}
			}
});

test('the answer about a CVE on a day does not depend on later facts', () => {
	// 13.0 fixed it before 15 came out, but 15.8 of September 2026 lists it too.
	const cve = shipped.security.cves.get('CVE-2022-3437')!;
	const board = shipped.boards.get('J414cAP')!;
	const on = (asOf: string) =>
		checkCve(shipped, {
			support: board.support.get('15')!,
			running: { version: shipped.releases.get('15.1')!.parsed, response: null },
			cve,
			asOf,
		});
	expect(on('2025-12-13')).toMatchObject({ state: 'fixed', fixedBecause: 'later-major' });
	expect(on('2026-11-16')).toMatchObject({ state: 'missing', install: '15.8' });
});
