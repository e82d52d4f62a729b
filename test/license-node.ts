/**
 * A node without HTTP, for tests that need several processes or kill one. It opens the licenses of its environment
 * and answers each line of standard input with a line of JSON.
 */
import { createInterface } from 'node:readline';
import { firstKey, openLicenses } from '../src/licenses/licenses.ts';
import { createLog } from '../src/process/log.ts';
import { readSettings } from '../src/settings/settings.ts';

const log = createLog({
	write: (line) => void process.stderr.write(line),
	terminal: false,
	now: () => new Date(),
});
const licenses = await openLicenses(readSettings(process.env), log);
const answer = (value: unknown) => void process.stdout.write(`${JSON.stringify(value)}\n`);
answer(await firstKey(licenses));

for await (const line of createInterface({ input: process.stdin })) {
	const [verb, argument = '', times = '1'] = line.split(' ');
	if (verb === 'admit') answer(licenses.admit(argument) >= 0);
	else if (verb === 'health') answer(licenses.health());
	else if (verb === 'issue') answer(await licenses.issue({ email: argument, mail: false }));
	else if (verb === 'count') {
		const slot = licenses.admit(argument);
		for (let request = 0; request < Number(times); request++) licenses.count(slot);
		answer(slot >= 0);
	}
}
await licenses.close();
