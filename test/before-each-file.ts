import { setSystemTime } from 'bun:test';
import { plugin } from 'bun';
import { longestTest } from './patience.ts';

/** A usual run draws the same inputs on every machine; `npm run test:full` draws new ones. */
const seed = process.env.TEST_SIZE === 'full' ? null : 20261118;

/** The day that the runner gives pure tests; the clock of the process stands still at its noon. */
if (process.env.TEST_DAY) setSystemTime(new Date(`${process.env.TEST_DAY}T12:00:00Z`));

/**
 * Loaded before the test files (bunfig.toml). Bun 1.4.4 resets the time limit of tests to five seconds before each
 * file but the first. So this inserts the limit, and the seed of properties, before the first line of each file.
 */
plugin({
	name: 'patience',
	setup(build) {
		build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => {
			const text = await Bun.file(path).text();
			const patience = `import { setDefaultTimeout as setPatience } from 'bun:test'; setPatience(${longestTest});`;
			const seeded = `import seededCheck from 'fast-check'; seededCheck.configureGlobal({ seed: ${seed} });`;
			const hasProperties = seed !== null && text.includes(" from 'fast-check'");
			return {
				contents: `${patience} ${hasProperties ? seeded : ''} ${text}`,
				loader: path.endsWith('x') ? 'tsx' : 'ts',
			};
		});
	},
});
