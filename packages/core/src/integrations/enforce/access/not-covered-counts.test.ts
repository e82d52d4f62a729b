import { expect, test } from 'bun:test';
import { namedPolicy } from '../../../../../../test/enforce/policies.ts';
import { shipped } from '../../../../../../test/shipped-data.ts';
import type { HardwareChoice } from '../../../advice/door/minimum-record.ts';
import { majorLifecycle } from '../../../advice/lifecycle.ts';
import { assess } from '../../../advice/standing/assess.ts';
import { macsOf } from '../../../catalog/lookup.ts';
import { compareVersions, parseVersion } from '../../../catalog/version.ts';
import { enforce } from '../enforce.ts';

/** A day on which no release is so young that it raises nothing yet. */
const policy = namedPolicy('standard', '2026-11-16');

function notCovered(hardware: HardwareChoice) {
	const { files } = enforce(shipped, policy, 'access', { hardware });
	return JSON.parse(files.find(({ name }) => name === 'not-covered.json')!.body);
}

const isAtLeast = (version: string, minimum: string) =>
	compareVersions(parseVersion(version)!, parseVersion(minimum)!) >= 0;

/** What advice says of every Mac on each of its versions from the lowest minimum on. */
const advised = macsOf(shipped)
	.filter(({ kind }) => kind !== 'virtual-machine')
	.flatMap((board) =>
		[...board.support.values()].flatMap(({ major, releases }) =>
			major.era !== 'modern'
				? []
				: releases
						.filter(({ version, released }) => released <= policy.asOf && isAtLeast(version, '15.8.1'))
						.map(({ version }) => ({
							board,
							version,
							major: major.name,
							advice: assess(shipped, board, { version, build: null }, policy)!,
						})),
		),
	);

/** The models of Macs, each once. */
const modelsOf = (macs: typeof advised) =>
	[...new Set(macs.flatMap(({ board }) => board.modelIdentifiers))].sort();
const overdue = advised.filter(({ advice }) => advice.overdueSince !== null);

/** The overdue Macs that are at a minimum or above: what a rule without models admits too much. */
function tooMuch(minimumOf: (major: string) => string | null) {
	const macs = overdue.filter(({ version, major }) => {
		const minimum = minimumOf(major);
		return minimum !== null && isAtLeast(version, minimum);
	});
	const versions = [...new Set(macs.map(({ version }) => version))];
	versions.sort((a, b) => (isAtLeast(a, b) ? 1 : -1));
	return { admits_too_much: versions, of_models: modelsOf(macs).length };
}

test.each([
	['refuse', '26.7.1', null],
	['allow', '15.8.1', '15.8.1'],
] as const)(
	'with --hardware %s, what is admitted too much is counted as advice counts it',
	(hardware, minimum, of15) => {
		const { one_number, by_version } = notCovered(hardware);
		expect(one_number).toEqual({ minimum, ...tooMuch(() => minimum) });
		expect(one_number.admits_too_much).toContain('27.0');
		const minima = new Map<string, string | null>([
			['27', '27.0.1'],
			['26', '26.7.1'],
			['15', of15],
		]);
		expect(by_version).toEqual(tooMuch((major) => minima.get(major) ?? null));
		expect(by_version.of_models > 0).toBe(hardware === 'allow');
	},
);

test('the Macs that each choice about hardware concerns are counted as advice counts them', () => {
	const isBlocked = ({ advice }: (typeof advised)[number]) => advice.blockedBy === 'hardware';
	const ended = modelsOf(
		advised.filter(
			(mac) =>
				isBlocked(mac) && majorLifecycle(shipped, mac.advice.target!.major, policy.asOf)!.state !== 'ended',
		),
	);
	const able = modelsOf(overdue.filter((mac) => mac.major === '15' && !isBlocked(mac)));
	expect([ended.length, able.length]).toEqual([10, 53]);
	for (const hardware of ['refuse', 'allow'] as const)
		expect(notCovered(hardware).hardware).toEqual({
			choice: hardware,
			minimum: '15.8.1',
			refuse: { models_locked_out: ended.length, model_identifiers: ended },
			allow: { models_admitted_too_much: able.length },
		});
});
