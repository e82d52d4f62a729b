import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type Live, startLive } from '../live.ts';

const document = ['api', 'advice']
	.map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
	.join('\n');
/** A command and the answer that follows it. */
const examples = [...document.matchAll(/```sh\n(curl [^\n]+)\n```\n\n```json\n([\s\S]*?)```/g)];

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

/** The shown answer may leave out members and the rest of a list, but must not differ otherwise. */
function expectShown(shown: unknown, actual: unknown): void {
	if (Array.isArray(shown)) {
		expect(actual).toBeArray();
		if (shown.length === 0) expect(actual).toEqual([]);
		for (const [index, value] of shown.entries()) expectShown(value, (actual as unknown[])[index]);
	} else if (typeof shown === 'object' && shown !== null) {
		for (const [name, value] of Object.entries(shown))
			expectShown(value, (actual as Record<string, unknown>)[name]);
	} else expect(actual).toEqual(shown);
}

test('the document has an example of every kind', () => {
	expect(examples.length).toBe(2);
});

for (const [, command = '', shown = ''] of examples) {
	test(`the document shows what the service answers: ${command.replace(/^.*8080/, '')}`, async () => {
		const child = Bun.spawn(
			['sh', '-c', command.replace('curl ', 'curl -sS ').replace('http://127.0.0.1:8080', live.address)],
			{
				env: { ...process.env, KEY: live.key },
				stdout: 'pipe',
			},
		);
		const printed = await child.stdout.text();
		expectShown(JSON.parse(shown), JSON.parse(printed));
	});
}
