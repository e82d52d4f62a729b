import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { policyOf } from '../../advice/policy/policy.ts';
import type { ListedRelease } from '../../catalog/apple-list.ts';
import { withAppleList } from '../../catalog/make-catalog.ts';
import { enforce } from './enforce.ts';
import type { EnforcementFormat, FormatOptions } from './formats.ts';

const boards = [...shipped.boards.keys()];
const listed = (version: string, until: string, of = boards): ListedRelease => ({
	version,
	build: '25G241',
	until,
	boards: of,
});
/** On this day 26.7.2 is out, and not old enough for the policy. */
const day = '2026-11-01';
const terms = { behind: 1, deferDays: 14, graceDays: 14 };
function files(
	releases: readonly ListedRelease[],
	{
		format = 'ddm',
		on = day,
		options = {},
	}: { format?: EnforcementFormat; on?: string; options?: FormatOptions } = {},
) {
	const served = withAppleList(shipped, { seenOn: '2026-11-01', releases });
	return enforce(served, policyOf(on, terms, 'standard'), format, options);
}
const groupsIn = ({ files: [first] }: ReturnType<typeof files>) =>
	JSON.parse(first.body).groups as { name: string; listed_until: string | null }[];
const notice = "macos-26: 26.7.1 leaves Apple's list on 24 January 2027";

test("a file says until when Apple's list has its target", () => {
	const made = files([listed('26.7.1', '2027-01-24'), listed('26.7.2', '2027-01-30')]);
	expect(made.notices).toContain(notice);
	expect(groupsIn(made).find(({ name }) => name === 'macos-26')?.listed_until).toBe('2027-01-24');
	const days = Object.fromEntries(made.files.map(({ name, listedUntil }) => [name, listedUntil]));
	expect(days).toMatchObject({ 'groups.json': undefined, 'macos-26.json': '2027-01-24' });
});

test.each([
	['nudge', {}, 'nudge-macos-26.json'],
	['fleet', {}, 'macos-26.json'],
	['ddm', { activations: true }, 'macos-26.activation.json'],
] as const)('and so do the files of %s %j', (format, options, name) => {
	const made = files([listed('26.7.1', '2027-01-24')], { format, options });
	expect(made.notices).toContain(notice);
	expect(made.files.find((file) => file.name === name)?.listedUntil).toBe('2027-01-24');
});

test('the Mac that loses the target first decides for its group', () => {
	const others = boards.filter((id) => id !== 'J293AP');
	const made = files([listed('26.7.1', '2027-01-24', others), listed('26.7.1', '2027-01-20', ['J293AP'])]);
	expect(made.notices).toContain(notice.replace('24 January', '20 January'));
});

test('nothing is said of a release that is the newest, whose day Apple still moves on, and where no list is known', () => {
	const made = files([listed('26.7.2', '2027-01-30'), listed('27.2', '2027-01-30')], { on: '2026-11-16' });
	expect(made.notices.filter((text) => text.includes('leaves'))).toEqual([]);
	expect(files([]).notices.filter((text) => text.includes('leaves'))).toEqual([]);
	expect(groupsIn(files([])).every(({ listed_until }) => listed_until === null)).toBe(true);
});

test("Apple's own day decides whether a target can still be enforced", () => {
	const late = { on: '2027-01-26', terms: { ...terms, deferDays: 120 } };
	const made = (releases: readonly ListedRelease[]) =>
		enforce(
			withAppleList(shipped, { seenOn: '2027-01-26', releases }),
			policyOf(late.on, late.terms, 'standard'),
			'ddm',
		);
	const target = groupsIn(made([])).length;
	expect(target).toBeGreaterThan(0);
	const gone = made([]).notices.filter((text) => text.includes('has not listed 26.7.1'));
	const kept = made([listed('26.7.1', '2027-02-10')]).notices;
	expect([gone.length, kept.filter((text) => text.includes('has not listed 26.7.1')).length]).toEqual([1, 0]);
	expect(kept).toContain(notice.replace('24 January', '10 February'));
});
