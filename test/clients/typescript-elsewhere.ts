import { addressCases } from './typescript-addresses.ts';
import { answerCases } from './typescript-answers.ts';
import { fleetCases } from './typescript-fleet.ts';
import { patienceCases } from './typescript-patience.ts';
import type { Setting } from './typescript-setting.ts';

/**
 * Runs the cases on the installed package. The test bundles this file and starts it with Node or Deno; the setting is
 * in the environment. Prints one line for each case and ends with 1 if one failed.
 */
const { CLIENT = '', ADDRESS = '', KEY = '' } = process.env;
const setting: Setting = { client: await import(CLIENT), address: ADDRESS, key: KEY };
let failed = 0;
for (const [shows, run] of [...answerCases, ...patienceCases, ...addressCases, ...fleetCases]) {
	try {
		await run(setting);
		console.log(`ok ${shows}`);
	} catch (thrown) {
		failed++;
		console.log(`not ok ${shows}\n`, thrown);
	}
}
process.exit(failed > 0 ? 1 : 0);
