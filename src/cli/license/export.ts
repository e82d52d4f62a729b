import { allLicenses } from '../../licenses/issuing/find.ts';
import { encodeKey } from '../../licenses/key.ts';
import { exportedColumns, licenseJson } from '../../licenses/license-export.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { revealKeys } from '../../licenses/sealing/reveal.ts';
import { csvLine } from '../../text/csv.ts';
import type { Command } from '../command.ts';

export const exportCommand: Command = {
	name: 'license export',
	summary: 'print all licenses as CSV, without their keys',
	options: {
		'with-keys': { type: 'boolean', help: 'decrypt the keys and print them too: keep the output safe' },
	},
	details: 'Keys that cannot be decrypted stay empty; the command then reports how many and fails.',
	async run({ settings, options, json, print }) {
		const withKeys = options['with-keys'] === true;
		await withRegistry(settings, async (registry) => {
			let first = true;
			let missing = 0;
			if (!json) print(csvLine(withKeys ? [...exportedColumns, 'key', 'encoded'] : exportedColumns));
			for await (const page of allLicenses(registry.database)) {
				const keys = withKeys ? await revealKeys(registry, page) : null;
				const rows = page.map((license) => {
					const key = keys?.get(license.number) ?? null;
					if (keys && key === null) missing++;
					const secret = keys ? { key, encoded: key === null ? null : encodeKey(key) } : {};
					return { ...licenseJson(license), ...secret };
				});
				const lines = json
					? rows.map((row) => JSON.stringify(row)).join(',\n')
					: rows.map((row) => csvLine(Object.values(row))).join('\n');
				print(json ? `${first ? '[' : ','}${lines}` : lines);
				first = false;
			}
			if (json) print(first ? '[]' : ']');
			if (missing > 0) {
				process.stderr.write(
					`pointrelease: ${missing} keys are encrypted with a secret that is not set here\n`,
				);
				process.exitCode = 1;
			}
		});
	},
};
