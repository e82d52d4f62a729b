import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import {
	findBoard,
	findMajor,
	findStep,
	findSupport,
	latestMajor,
	releasesOfBoard,
	stepOf,
} from './lookup.ts';

const board = (id: string) => {
	const board = findBoard(shipped, id);
	if (board.kind !== 'found') throw new Error(`${id} is no board`);
	return board.value;
};

describe('every negative answer has a reason of its own', () => {
	test('an unknown board carries the identifiers close to it', () => {
		const miss = findSupport(shipped, 'J294AP', '14');
		if (miss.kind !== 'unknown-board') throw new Error(miss.kind);
		expect(miss.text).toBe('J294AP');
		expect(miss.close).toContain('J293AP');
	});

	test('an ambiguous name carries its boards', () => {
		const miss = findStep(shipped, 'iMac10,1', '10.13.6');
		if (miss.kind !== 'ambiguous-board') throw new Error(miss.kind);
		expect([miss.text, ...miss.candidates.map(({ id }) => id)]).toEqual([
			'iMac10,1',
			'Mac-F221DCC8',
			'Mac-F2268CC8',
			'Mac-F2268DC8',
		]);
	});

	test('a text that is not a version is not a major either', () => {
		expect(findMajor(shipped, '10')).toEqual({
			kind: 'no-version',
			text: '10',
			variant: null,
			instead: null,
		});
	});

	test('a lettered variant says which release it is an edition of', () => {
		expect(findMajor(shipped, '7.1p3')).toMatchObject({
			kind: 'no-version',
			text: '7.1p3',
			variant: { variant: '7.1P3', version: '7.1' },
			instead: '7.1',
		});
	});

	test('7.1.2P is not an edition of 7.1.2, which its machines do not run', () => {
		expect(findMajor(shipped, '7.1.2P')).toMatchObject({
			kind: 'no-version',
			variant: { variant: '7.1.2P', version: null },
			instead: null,
		});
	});

	test('an unknown major carries the majors of its era', () => {
		const miss = findMajor(shipped, '10.16.1');
		if (miss.kind !== 'unknown-major') throw new Error(miss.kind);
		expect([miss.text, miss.major]).toEqual(['10.16.1', '10.16']);
		const majors = miss.majors.map(({ name }) => name);
		expect(majors.at(0)).toBe('10.0');
		expect(majors.at(-1)).toBe('10.15');
	});

	test('a major the board does not run carries the board with all it runs', () => {
		const miss = findSupport(shipped, 'J713AP', '14');
		expect(miss.kind).toBe('unsupported-major');
		expect(miss.kind === 'unsupported-major' && [...miss.board.support.keys()]).toContain('15');
	});

	test('a release that never came carries the releases around it', () => {
		const miss = findStep(shipped, 'J293AP', '14.8.6');
		if (miss.kind !== 'no-such-release') throw new Error(miss.kind);
		expect([miss.text, miss.before?.version, miss.after?.version]).toEqual(['14.8.6', '14.8.5', '14.8.7']);
	});

	test('the last release with a fourth component of zero is not a release, and not newer than the last one', () => {
		const miss = findStep(shipped, 'J293AP', '13.7.8.0');
		if (miss.kind !== 'no-such-release') throw new Error(miss.kind);
		expect([miss.text, miss.before?.version, miss.after]).toEqual(['13.7.8.0', '13.7.8', null]);
	});

	test('a release before the first of a board has none before it', () => {
		const miss = findStep(shipped, 'J456AP', '11.0.5');
		if (miss.kind !== 'no-such-release') throw new Error(miss.kind);
		expect([miss.before, miss.after?.version]).toEqual([null, '11.3']);
	});

	test('a version newer than any known carries the latest of the major', () => {
		const miss = findStep(shipped, 'J293AP', '14.99.1');
		expect(miss.kind).toBe('newer-than-known');
		expect(miss.kind === 'newer-than-known' && miss.support.latest).toBe(shipped.majors.get('14')!.latest);
	});

	test('a release of other boards carries the first and last that this board runs', () => {
		const miss = findStep(shipped, 'J433AP', '13.0');
		expect(miss.kind).toBe('release-not-for-board');
		const ends =
			miss.kind === 'release-not-for-board' ? [miss.support.first.version, miss.support.latest.version] : [];
		expect(ends).toEqual(['13.5', '13.7.8']);
	});

	test('an unknown board is reported before a bad version', () => {
		expect(findStep(shipped, 'nobody', 'nothing').kind).toBe('unknown-board');
	});

	test('a major the board does not run is reported before a release that does not exist', () => {
		expect(findStep(shipped, 'J713AP', '14.8.6').kind).toBe('unsupported-major');
	});
});

describe('spellings of a release', () => {
	test.each([
		['15.1.0', '15.1'],
		['26.0.0', '26.0'],
	])('%s asks about %s', (text, version) => {
		const step = findStep(shipped, 'J293AP', text);
		expect(step.kind === 'step' && step.release.version).toBe(version);
	});
});

describe('questions about a whole board', () => {
	test('the newest major of a board that spans two data sets is the newer one', () => {
		expect(latestMajor(board('M8493')).major.name).toBe('10.5');
	});

	test('all releases of a board come in version order across both data sets', () => {
		const versions = releasesOfBoard(board('A1001')).map(({ version }) => version);
		expect(versions.slice(0, 4)).toEqual(['9.2.2', '10.1.4', '10.1.5', '10.2']);
		expect(versions.at(-1)).toBe('10.4.11');
	});

	test('there is no step from a release that the board does not run', () => {
		const support = board('J293AP').support.get('26');
		const release = shipped.majors.get('26')?.byVersion.get('26.3.2');
		expect(support && release && stepOf(support, release)).toBeNull();
	});
});
