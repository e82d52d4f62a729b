import { expect, test } from 'bun:test';

const { engines } = await Bun.file(new URL('../../package.json', import.meta.url)).json();
const { packages } = await Bun.file(new URL('../../package-lock.json', import.meta.url)).json();

test('every package accepts every Node version that README.md promises, so that an installation prints no warning', async () => {
	const promised = ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '26.0.0'];
	const readme = await Bun.file(new URL('../../README.md', import.meta.url)).text();
	expect(engines.node).toBe('^20.19.0 || >=22.12.0');
	expect(readme).toContain('Node.js 20.19, 22.12 or later');
	const refused: string[] = [];
	for (const [path, { engines: wanted }] of Object.entries<{ engines?: { node?: string } }>(packages))
		for (const version of promised)
			if (wanted?.node && !Bun.semver.satisfies(version, wanted.node)) refused.push(`${path} on ${version}`);
	expect(refused).toEqual([]);
});
