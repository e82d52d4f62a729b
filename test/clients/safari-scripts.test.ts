import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSafari } from '../../src/fleet/inventory/cells/safari-version.ts';
import { fakeMac } from './fake-mac.ts';
import { runCommand, shells } from './run-shell.ts';

const clients = fileURLToPath(new URL('../../deploy/clients', import.meta.url));
const scripts = ['shell/safari-version.sh', 'jamf/safari-attribute.sh'] as const;
const applications = '/Applications/Safari.app/Contents/Info';
const cryptex = `/System/Volumes/Preboot/Cryptexes/App/System${applications}`;

/** What a script prints under a shell on a Mac whose property lists have these values. */
async function printed(
	script: string,
	shell: string,
	values: readonly (readonly [path: string, key: string, value: string])[],
) {
	const mac = fakeMac({});
	const lines = values.map(([path, key, value]) => `${path} ${key} -string ${value}\n`);
	writeFileSync(join(mac.folder, 'defaults.log'), lines.join(''));
	const result = await runCommand([shell, join(clients, script)], mac.env);
	mac.remove();
	expect([result.code, result.err]).toEqual([0, '']);
	return result.out.replace(/^<result>(.*)<\/result>\n$/s, '$1\n').trimEnd();
}

const safari = (path: string, version: string, build: string) =>
	[
		[path, 'CFBundleShortVersionString', version],
		[path, 'CFBundleVersion', build],
	] as const;

for (const shell of shells)
	test.each(scripts)(`%s prints Safari's version and build under ${shell}`, async (script) => {
		const current = safari(cryptex, '26.5.2', '20624.2.5.18.7');
		const old = safari(applications, '16.1', '18614.2.9.1.12');
		const text = await printed(script, shell, [...old, ...current]);
		expect(text).toBe('26.5.2 (20624.2.5.18.7)');
		expect(readSafari(text, '')).toEqual({ version: '26.5.2', build: '20624.2.5.18.7' });
		expect(await printed(script, shell, old)).toBe('16.1 (18614.2.9.1.12)');
		expect(await printed(script, shell, [[applications, 'CFBundleShortVersionString', '15.6.1']])).toBe(
			'15.6.1',
		);
		expect(await printed(script, shell, safari(cryptex, 'a`id`', '1'))).toBe('');
		expect(await printed(script, shell, [])).toBe('');
	});
