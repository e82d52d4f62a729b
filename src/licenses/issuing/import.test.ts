import { describe, expect, test } from 'bun:test';
import { importText } from '../../../test/import-text.ts';
import { costlyKinds, kinds, useStores } from '../../../test/stores.ts';
import type { Settings } from '../../settings/settings.ts';
import { readLedger } from '../ledger.ts';
import { mailOf } from '../mail/license-mail.ts';
import { openRegistry, type Registry } from '../registry.ts';
import { allLicenses } from './find.ts';
import { importLicenses, licensesPerStep } from './import.ts';
import { issueLicense } from './issue.ts';

const stores = useStores();
const count = 2 * licensesPerStep + 500;
const emails = Array.from({ length: count }, (_, index) => `user${index}@example.com`);
const text = emails.join('\n');

async function onNewStore(
	settings: Settings,
	nodes: number,
	work: (...registries: Registry[]) => Promise<void>,
): Promise<void> {
	const registries = await Promise.all(Array.from({ length: nodes }, () => openRegistry(settings)));
	await work(...registries).finally(() => Promise.all(registries.map((registry) => registry.close())));
}

async function emailsIn({ database }: Registry): Promise<string[]> {
	const emails: string[] = [];
	for await (const page of allLicenses(database)) emails.push(...page.map(({ email }) => email));
	return emails;
}

/** Interrupts an import after its first step, and returns its error message. */
async function interrupt(registry: Registry, options: { mail: boolean }): Promise<string> {
	const stop = new AbortController();
	const onStep = () => stop.abort();
	return importLicenses(registry, () => [text], { ...options, stop: stop.signal, onStep }).then(
		() => 'not interrupted',
		(thrown) => thrown.message,
	);
}

describe.each(costlyKinds)('%s', (kind) => {
	test('an import is stored step by step, and others issue licenses in between', async () =>
		onNewStore(await stores.settings(kind), 2, async (registry, otherRegistry) => {
			const steps: [issued: number, taken: number][] = [];
			const meanwhile: Promise<unknown>[] = [];
			const imported = await importLicenses(registry!, () => [text], {
				mail: false,
				onStep(issued, importedCount) {
					steps.push([issued.length, importedCount]);
					meanwhile.push(issueLicense(otherRegistry!, { email: 'meanwhile@example.com', mail: false }));
				},
			});
			await Promise.all(meanwhile);
			expect(imported).toEqual({ licenses: count, before: 0 });
			expect(steps).toEqual([
				[licensesPerStep, licensesPerStep],
				[licensesPerStep, 2 * licensesPerStep],
				[500, count],
			]);
			const ledger = await readLedger(registry!.database, '');
			expect([ledger.change, ledger.licenses]).toEqual([6, count + 3]);
			const stored = await emailsIn(registry!);
			expect(stored.filter((email) => email !== 'meanwhile@example.com')).toEqual(emails);
		}));

	test('an interrupted import says how many licenses it added, and continues when it is run again', async () =>
		onNewStore(await stores.settings(kind), 1, async (registry) => {
			expect(await interrupt(registry!, { mail: true })).toBe(
				`interrupted: 1000 of ${count} licenses were imported, run it again with the same file to continue`,
			);
			expect(await emailsIn(registry!)).toEqual(emails.slice(0, 1000));
			expect(importText(registry!, text)).rejects.toThrow(
				'the import of this file was started with --mail: continue it the same way',
			);
			const issued = await importText(registry!, text, { mail: true });
			expect(issued.map(({ email }) => email)).toEqual(emails.slice(1000));
			expect(await emailsIn(registry!)).toEqual(emails);
			for (const number of [1, 1000, 1001, count])
				expect(await mailOf(registry!.database, number)).toHaveLength(1);
			expect(importText(registry!, text, { mail: true })).rejects.toThrow(
				/^this file was already imported \(2500 licenses, \d{4}-\d\d-\d\d\): add --again to import it again$/,
			);
			await importText(registry!, text, { again: true });
			expect(await emailsIn(registry!)).toEqual([...emails, ...emails]);
		}));
});

describe.each(kinds)('%s', (kind) => {
	test('two imports of one file at once share the work', async () =>
		onNewStore(await stores.settings(kind), 2, async (one, two) => {
			const parts = await Promise.all([importText(one!, text), importText(two!, text)]);
			expect(parts.flat()).toHaveLength(count);
			expect(await emailsIn(one!)).toEqual(emails);
		}));
});

const mistakes: [text: string, line: string][] = [
	['a@b.c,AAAA-BBBB-CCCC-0000\nd@e.f,AAAA-BBBB-CCCC-0000', 'line 2: the key is the same as in line 1'],
	[`${text}\nnobody`, `line ${count + 1}: "nobody" is not an email address`],
	['email,note\n', 'the file has no licenses'],
];

test('a mistake anywhere adds nothing', async () =>
	onNewStore(await stores.settings('sqlite'), 1, async (registry) => {
		for (const [wrong, line] of mistakes)
			expect(importText(registry!, wrong)).rejects.toThrow(`${line}: nothing was imported`);
		const ledger = await readLedger(registry!.database, '');
		expect([ledger.change, ledger.licenses]).toEqual([0, 0]);
	}));
