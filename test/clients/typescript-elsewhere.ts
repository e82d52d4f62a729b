import { cases } from './typescript-cases.ts';
import type { Setting } from './typescript-setting.ts';

/**
 * Runs the cases on the installed package: bundled by the test, started by Node or Deno with the setting in
 * the environment. One line for each case; ends with 1 when one failed.
 */
const { CLIENT = '', ADDRESS = '', KEY = '' } = process.env;
const setting: Setting = { client: await import(CLIENT), address: ADDRESS, key: KEY };
let failed = 0;
for (const [shows, run] of cases) {
	try {
		await run(setting);
		console.log(`ok ${shows}`);
	} catch (thrown) {
		failed++;
		console.log(`not ok ${shows}\n`, thrown);
	}
}
process.exit(failed > 0 ? 1 : 0);
