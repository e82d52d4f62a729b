import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** What a test file needs outside of its own process. */
export type Need = 'postgres' | 'chromium' | 'service';

export interface TestFile {
	/** Relative to the project. */
	readonly path: string;
	readonly needs: ReadonlySet<Need>;
	/** Whether it, or a file that it imports, reads the clock. Any other test cannot know which day it is. */
	readonly readsClock: boolean;
}

/** A file that imports one of these, directly or indirectly, has that need. */
const needOf: Record<string, Need> = {
	'test/postgres-server.ts': 'postgres',
	'test/page/chromium.ts': 'chromium',
	'test/process.ts': 'service',
	'test/service-process.ts': 'service',
	'test/live.ts': 'service',
	'test/mailbox.ts': 'service',
	'test/feeds/feed-server.ts': 'service',
	'test/pull/fake-mdm.ts': 'service',
	'test/edge/workerd.ts': 'service',
	'test/clients/run-shell.ts': 'service',
};

/** Folders with packages or generated files. */
const notOurs = new Set(['node_modules', 'dist']);

export function findTestFiles(project: string): TestFile[] {
	const reached = reachedBy(project);
	const needs = needsBelow(project, reached);
	const readsClock = clockReaders(project, reached);
	return readdirSync(project, { withFileTypes: true })
		.filter((entry) => entry.isDirectory() && !notOurs.has(entry.name))
		.flatMap(({ name }) => [...new Bun.Glob(`${name}/**/*.test.{ts,tsx}`).scanSync(project)])
		.map((path) => ({ path, needs: needs(path), readsClock: readsClock(path) }));
}

/** The folders with pure functions. Quick tests cover them, and `npm run mutate` breaks them. */
export const pureRooms = [
	'packages/core/src/catalog',
	'packages/core/src/names',
	'packages/core/src/advice',
	'packages/core/src/integrations',
	'src/fleet',
	'src/kit',
];

/** Tests beside the code that start nothing. */
export function isPure(file: TestFile): boolean {
	return !file.path.startsWith('test/') && file.needs.size === 0;
}

/** Whether the test itself starts programs or servers. */
function startsPrograms(file: string): boolean {
	return /\bBun\.(?:spawn|serve|\$)/.test(readFileSync(file, 'utf8'));
}

type Reached = ReturnType<typeof reachedBy>;

function needsBelow(project: string, reached: Reached): (path: string) => ReadonlySet<Need> {
	return (path) => {
		const needs: Need[] = startsPrograms(join(project, path)) ? ['service'] : [];
		return new Set([...needs, ...[...reached(path)].flatMap((file) => needOf[file] ?? [])]);
	};
}

function clockReaders(project: string, reached: Reached): (path: string) => boolean {
	const reading = new Map<string, boolean>();
	const reads = (path: string) => {
		const known = reading.get(path);
		if (known !== undefined) return known;
		const now = /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(join(project, path), 'utf8'));
		reading.set(path, now);
		return now;
	};
	return (path) => [...reached(path)].some(reads);
}

/** The file and every file that it imports, directly or indirectly. */
export function reachedBy(project: string): (path: string) => ReadonlySet<string> {
	const [ts, tsx] = [new Bun.Transpiler({ loader: 'ts' }), new Bun.Transpiler({ loader: 'tsx' })];
	const imports = new Map<string, string[]>();
	const importsOf = (path: string) => {
		let dependencies = imports.get(path);
		if (!dependencies) {
			dependencies = (path.endsWith('x') ? tsx : ts)
				.scanImports(readFileSync(join(project, path)))
				.map(({ path: imported }) => imported)
				.filter((imported) => /^(?:\.|@pointrelease\/core\/src\/).*\.tsx?$/.test(imported))
				.map((imported) =>
					imported.startsWith('.')
						? normalize(join(dirname(path), imported))
						: imported.replace('@pointrelease', 'packages'),
				)
				.filter((imported) => existsSync(join(project, imported)));
			imports.set(path, dependencies);
		}
		return dependencies;
	};
	return (path) => {
		const reached = new Set([path]);
		for (const file of reached) for (const imported of importsOf(file)) reached.add(imported);
		return reached;
	};
}
