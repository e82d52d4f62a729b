import { expect, test } from 'bun:test';
import { type MacResult, noFacts, resultOf } from '../judging/mac-result.ts';
import { type ShownMac, shownCell, shownColumns } from './shown-columns.ts';

const statusOf = (result: Partial<MacResult>) =>
	shownCell(shownColumns.status, { result: { ...resultOf(noFacts), ...result } } as ShownMac);

test('the status is what the policy says, except that an unsupported macOS comes first', () => {
	expect([
		statusOf({ standing: 'behind', meets_policy: true }),
		statusOf({ standing: 'current', meets_policy: false }),
		statusOf({ standing: 'ended', meets_policy: true }),
		statusOf({ standing: 'ended', meets_policy: false }),
		statusOf({ standing: 'behind', meets_policy: null }),
		statusOf({ standing: null, meets_policy: null }),
	]).toEqual(['meets the policy', 'misses the policy', 'unsupported', 'unsupported', 'behind', 'unknown']);
});
