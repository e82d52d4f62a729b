import { plugin } from 'bun';
import { longestTest } from './patience.ts';

/**
 * Loaded before the test files (bunfig.toml). Bun 1.4.4 sets the limit back to five seconds before each file but the first,
 * so each file sets it itself, in front of its own first line.
 */
plugin({
	name: 'patience',
	setup(build) {
		build.onLoad({ filter: /\.test\.tsx?$/ }, async ({ path }) => ({
			contents: `import { setDefaultTimeout as setPatience } from 'bun:test'; setPatience(${longestTest}); ${await Bun.file(path).text()}`,
			loader: path.endsWith('x') ? 'tsx' : 'ts',
		}));
	},
});
