import { afterEach, beforeEach, expect, test } from 'bun:test';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { silentLog } from '../../src/process/log.ts';
import { type AppleEntry, appleDocument } from './documents.ts';
import { json } from './feed-server.ts';
import { boardsRunning, shipped } from './node.ts';
import { openRuleNode, type RuleNode } from './rule-node.ts';

let node: RuleNode;
let now: Date;
let listed: string[];
beforeEach(async () => {
	now = new Date('2026-12-01T12:00:00Z');
	node = await openRuleNode(() => now);
	listed = boardsRunning(node.served, '27.2');
});
afterEach(() => node.close());

const entry = (version: string, build: string, expires: string): AppleEntry => ({
	version,
	build,
	date: '2026-10-26',
	boards: listed,
	expires,
});
const newest = () => entry('27.2', '26C52', '2027-02-28');
const older = () => entry('27.0', '26A428', '2026-12-13');
async function poll(open: AppleEntry[], managed: AppleEntry[]): Promise<void> {
	now = new Date(now.getTime() + 3_600_000);
	node.feeds.apple = json(appleDocument(open, managed));
	await node.pull();
}
const versions = ({ appleList } = node.served) =>
	appleList?.releases.map(({ version, build, until }) => `${version} ${build} ${until}`);

test("both sets of Apple's list are stored, for other nodes and after a restart", async () => {
	expect(node.served.appleList).toBeNull();
	await poll([newest()], [newest(), older()]);
	const stored = ['27.0 26A428 2026-12-13', '27.2 26C52 2027-02-28'];
	expect([node.served.appleList?.seenOn, versions()]).toEqual(['2026-12-01', stored]);
	const other = new Knowledge(shipped, node.database, silentLog);
	await other.refresh();
	expect(versions(other.catalog)).toEqual(stored);
	expect(node.served.dataVersion).toBe(other.catalog.dataVersion);
});

test('an outage that empties one set leaves the last list', async () => {
	await poll([newest()], [newest(), older()]);
	const catalog = node.served;
	await poll([newest()], []);
	await poll([], []);
	expect(versions()).toEqual(versions(catalog));
});

test('an answer that lacks two newest releases at once is a matter for review, and leaves the last list', async () => {
	const other = () => entry('26.7.2', '25G250', '2027-02-28');
	await poll([newest(), other(), older()], [newest()]);
	await poll([older()], [older()]);
	expect(versions()).toHaveLength(3);
	await poll([newest(), older()], [older()]);
	expect(versions()).toEqual(['27.0 26A428 2026-12-13', '27.2 26C52 2027-02-28']);
});

test('the same list on the same day leaves the catalog as it is, and a later day counts without a change', async () => {
	await poll([newest()], [newest()]);
	const catalog = node.served;
	await poll([newest()], [newest()]);
	expect(node.served).toBe(catalog);
	now = new Date('2026-12-02T11:00:00Z');
	await poll([newest()], [newest()]);
	expect(node.served.appleList?.seenOn).toBe('2026-12-02');
});

test('a damaged row is no list, until the next answer', async () => {
	await poll([newest()], [newest()]);
	for (const damaged of ['[', '{}', '[{"version":"27"}]', '[null]']) {
		await node.database.rows('UPDATE apple_list SET releases = $1', [damaged]);
		const other = new Knowledge(shipped, node.database, silentLog);
		await other.refresh();
		expect(other.catalog.appleList).toBeNull();
	}
	await poll([newest()], [newest(), older()]);
	expect(versions()).toHaveLength(2);
});
