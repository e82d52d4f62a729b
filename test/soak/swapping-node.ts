/**
 * A service that swaps its data repeatedly: `bun test/soak/swapping-node.ts SWAPS EVERY`. It starts on a line of
 * standard input and prints the count at the end. Each state is built again, as after a feed.
 */
import { catalogOf, tablesOf } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { silentLog } from '../../src/process/log.ts';
import { run } from '../../src/server/run.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { stateOfData } from './states.ts';

const [swaps = 0, every = 0] = process.argv.slice(2).map(Number);
const settings = readSettings(process.env);
const tables = ([0, 1] as const).map((number) => tablesOf(stateOfData(settings.dataFolder, number)));
const running = await run(settings, silentLog);
console.log(JSON.stringify({ address: running.address, key: running.firstKey }));
for await (const _ of console) {
	for (let swap = 1; swap <= swaps; swap++) {
		const { catalog } = catalogOf(tables[swap % 2]!);
		running.swap(catalog!);
		await Bun.sleep(every);
	}
	console.log(swaps);
}
await running.stop();
