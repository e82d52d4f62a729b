import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { type Live, startLive } from '../live.ts';

const document = readFileSync(new URL('../../docs/reads.md', import.meta.url), 'utf8');
/** A command and the answer that is shown right after it. */
const examples = [...document.matchAll(/```sh\n(curl [^\n]+)\n```\n\n```(json|text)\n([\s\S]*?)```/g)];

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

/** What is shown may leave members and the rest of a list out; it must never say anything else. */
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
	expect(examples.length).toBe(11);
});

for (const [, command = '', kind, shown = ''] of examples) {
	test(`the document shows what the service answers: ${command.replace(/^.*8080/, '')}`, async () => {
		const path = /8080(\/[^' ]+)/.exec(command)![1]!;
		const accept = command.includes('text/plain') ? 'text/plain' : '*/*';
		const response = await fetch(live.address + path, {
			headers: { Authorization: live.key, Accept: accept },
		});
		const body = await response.text();
		if (kind === 'text') expect(body).toBe(shown);
		else expectShown(JSON.parse(shown), JSON.parse(body));
	});
}
