import { expect, test } from 'bun:test';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { adviceRecord } from '@pointrelease/core/src/api/reads/advice.ts';
import { boardDetails } from '@pointrelease/core/src/api/reads/board.ts';
import { assessed } from '../../../../test/assessed.ts';
import { shipped } from '../../../../test/shipped-data.ts';
import { answerToMajor, runsMajor } from './runs-major.ts';

const day = '2026-11-01';
const imac = 'Mac-4B682C642B45593E';
const mac = (board: string) => boardDetails(shipped, shipped.boards.get(board)!, day);
const answer = (board: string, version: string) =>
	answerToMajor(mac(board), adviceRecord(assessed(board, version, { asOf: day }), policyOf(day, {}), true));

test.each([
	[imac, '15', 'No. Its last macOS is 13.7.8', 'ended'],
	[imac, '13', 'Yes, up to 13.7.8', 'neutral'],
	['J313AP', '26', 'Yes, up to 26.7.2', 'neutral'],
	['J313AP', '10.15', 'No. Its first macOS is 11.0', 'neutral'],
	['M5920', '9.2', 'No. Its last Mac OS is 8.1', 'ended'],
])('whether %s runs %s: %s', (board, major, headline, tone) => {
	expect(runsMajor(mac(board), major)).toMatchObject({ headline, tone: tone as 'ended' });
});

test('a bare major version as the installed version is answered, and asks for a release', () => {
	expect(answer(imac, '15')).toEqual({
		tone: 'ended',
		headline: 'No. Its last macOS is 13.7.8',
		words: 'This Mac cannot run 15. Unsupported since 15 September 2025.',
	});
	expect(answer('J313AP', '15')).toEqual({
		tone: 'neutral',
		headline: 'Yes, up to 15.8.2',
		words: '15 is a major version: enter a release such as 15.8.2 to see the update status.',
	});
	expect(answer('J313AP', '14')).toMatchObject({
		headline: 'Yes, up to 14.8.9',
		words: '14 is a major version: enter a release such as 14.8.9 to see the update status. Update to 27.2.',
	});
});

test('a release of a major version that the Mac cannot run is answered too, known or not', () => {
	for (const version of ['15.1', '15.0.9'])
		expect(answer(imac, version)?.headline).toBe('No. Its last macOS is 13.7.8');
});

test('a version that the Mac may run, or of a major version that does not exist, has an update status', () => {
	for (const [board, version] of [
		[imac, '13.7.8'],
		[imac, '13.9.9'],
		[imac, '99'],
		['J604AP', '15.0'],
		['J313AP', '27.9'],
	] as const)
		expect([version, answer(board, version)]).toEqual([version, null]);
});
