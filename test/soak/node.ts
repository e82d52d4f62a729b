/**
 * The service of a soak: `bun test/soak/node.ts`. A line `swap` on standard input switches between two states of the
 * data, which differ in one date, and prints the data version; `measure` prints the bytes in use.
 */
import { createLog } from '../../src/process/log.ts';
import { run } from '../../src/server/run.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { usedMemory } from '../used-memory.ts';
import { stateOfData } from './states.ts';

const log = createLog({
	write: (line) => void process.stderr.write(line),
	terminal: false,
	now: () => new Date(),
});
const settings = readSettings(process.env);
const running = await run(settings, log);
console.log(JSON.stringify({ address: running.address, key: running.firstKey }));

let number: 0 | 1 = 0;
for await (const line of console) {
	if (line === 'measure') console.log(usedMemory());
	else {
		// Built again each time, as after a feed: a swap must free the old state.
		number = number === 0 ? 1 : 0;
		const catalog = stateOfData(settings.dataFolder, number);
		running.swap(catalog);
		console.log(catalog.dataVersion);
	}
}
await running.stop();
