import { expect, test } from 'bun:test';
import { askedService } from '../../../../../test/reads/asked-service.ts';

const { ask } = askedService();

test('a brief list of releases has no installers, and everything else', async () => {
	const whole = (await ask('/boards/J293AP/releases')).record;
	const brief = (await ask('/boards/J293AP/releases?brief=true')).record;
	expect(whole.releases.some(({ installers }: { installers: unknown[] }) => installers.length > 0)).toBe(
		true,
	);
	expect(brief).toEqual({
		...whole,
		releases: whole.releases.map((release: object) => ({ ...release, installers: [] })),
	});
	expect((await ask('/boards/J293AP/releases?brief=1')).record).toMatchObject({
		status: 400,
		parameter: 'brief',
	});
});
