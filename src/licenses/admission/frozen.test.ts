import { expect, test } from 'bun:test';
import { eventually, useOwnStores } from '../../../test/stores.ts';
import { createLog } from '../../process/log.ts';
import { issueLicense } from '../issuing/issue.ts';
import { newKey } from '../key.ts';
import { openLicenses } from '../licenses.ts';
import { openRegistry } from '../registry.ts';

const stores = useOwnStores();

test('a PostgreSQL that hangs is reported until it answers, and keys in memory keep working', async () => {
	const settings = await stores.settings('postgres');
	const lines: string[] = [];
	const log = createLog({ write: (line) => void lines.push(line), terminal: true, now: () => new Date() });
	const licenses = await openLicenses(settings, log);
	const registry = await openRegistry(settings);
	const license = await licenses.issue({ email: 'known@example.com', mail: false });
	const thaw = stores.postgres().freeze();
	try {
		expect(licenses.admit(newKey())).toBe(-1);
		await eventually('degraded', () => licenses.health().degraded !== null);
		expect(licenses.health().degraded).toContain('has not answered for 2 s');
		// Long enough for several sweeps, which come every half second.
		for (let look = 0; look < 40; look++) {
			expect(licenses.admit(license.key)).toBe(1);
			expect(licenses.health().degraded).not.toBeNull();
			await Bun.sleep(50);
		}
	} finally {
		thaw();
	}
	await eventually('recovered', () => licenses.health().degraded === null);
	// Changes arrive again, by notification or by sweep.
	const later = await issueLicense(registry, { email: 'later@example.com', mail: false });
	await eventually('follows', () => licenses.admit(later.key) === 2);
	await Promise.all([licenses.close(), registry.close()]);
	const events = lines.map((line) => line.split('  ')[0]?.trim());
	expect(events.filter((event) => event?.includes('database'))).toEqual([
		'warn: database away',
		'database back',
	]);
});
