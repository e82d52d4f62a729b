import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problems } from '@pointrelease/core/src/api/problem.ts';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import { version } from '../package.json';
import { createAnswerBook } from '../src/api/answer-book.ts';
import { readCommands } from '../src/cli/commands.ts';
import { kinds } from '../src/pull/kinds.ts';
import { memberTables, withMemberTables } from '../tools/build/member-tables.ts';
import { settingsPage } from '../tools/build/settings-page.ts';
import { withVerdictWords } from '../tools/build/shell-words.ts';
import { pictures } from './page/pictures.ts';
import { shipped } from './shipped-data.ts';

async function read(path: string): Promise<string> {
	return Bun.file(new URL(`../${path}`, import.meta.url)).text();
}

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = ['*.md', 'docs/*.md', 'data/**/*.md', 'packages/*/*.md', 'deploy/**/*.md'].flatMap(
	(pattern) => [...new Bun.Glob(pattern).scanSync(root)],
);

test('README.md has at most 120 lines', async () => {
	expect((await read('README.md')).split('\n').length - 1).toBeLessThanOrEqual(120);
});

test('no page is longer than 200 lines', async () => {
	const lines = await Promise.all(documents.map(async (page) => (await read(page)).split('\n').length - 1));
	expect(documents.filter((_, place) => lines[place]! > 200)).toEqual([]);
});

test('CHANGELOG.md begins with the version of package.json, and no version has more than 80 lines', async () => {
	const [, ...sections] = (await read('CHANGELOG.md')).split(/^## /m);
	expect(sections[0]?.split(',')[0]).toBe(version);
	expect(sections.map((section) => section.split('\n').length).filter((lines) => lines > 80)).toEqual([]);
});

test('docs/errors.md describes every problem with its status', async () => {
	const rows = [...(await read('docs/errors.md')).matchAll(/^\| `([a-z-]+)` \| (\d{3}) \|/gm)];
	const described = Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]));
	expect(described).toEqual(
		Object.fromEntries(Object.entries(problems).map(([code, [status]]) => [code, status])),
	);
});

test('docs/connections.md says for every service with which rights to connect', async () => {
	const page = await read('docs/connections.md');
	expect([...kinds.keys()].filter((kind) => !page.includes(`** (\`${kind}\``))).toEqual([]);
});

test('the shell client has the words of verdicts that everything else has', async () => {
	const script = await read('deploy/clients/shell/pointrelease.sh');
	const changed = script.replace(/^word_overdue=.*$/m, "word_overdue='another word'");
	expect([changed === script, withVerdictWords(changed)]).toEqual([false, script]);
});

test('the dashboard draws every metric that docs/monitoring.md says to watch', async () => {
	const [, watched = ''] = (await read('docs/monitoring.md')).split('| metric | alarm when |');
	const names = watched.split('\n\n')[0]!.match(/\b(?:http_server|process|pointrelease)_\w+/g)!;
	expect(names.length).toBeGreaterThan(9);
	const drawn = await read('deploy/grafana/pointrelease.json');
	expect(names.filter((name) => !drawn.includes(name))).toEqual([]);
});

test('README.md, docs/api.md and docs/errors.md show answers exactly as the service gives them', async () => {
	const catalog = shipped;
	const { answer } = createAnswerBook(catalog);
	const pages = `${await read('README.md')}${await read('docs/errors.md')}`;
	const reference = await read('docs/api.md');
	const shown = [...pages.matchAll(/^```json\n(.*)\n```$/gm)].map(([, body]) => body!);
	expect(shown).toEqual([answer('/items/J293AP:14.7.2').body, answer('/items/J293AP:14.8.6').body]);
	for (const path of ['/items/J293AP', '/items/3.4/board_ids']) {
		expect(reference).toContain(`| \`${path}\` | \`${answer(path).body}\` |`);
	}
});

test('docs/api.md names every read', async () => {
	const document = await read('docs/api.md');
	const paths = routes.filter(({ answeredBy }) => answeredBy === 'read').map(({ path }) => path);
	const written = paths.map((path) => path.replace('{board_version}', '{board_id}:{version}'));
	expect(written.filter((path) => !document.includes(`\`${path}`))).toEqual([]);
});

test('README.md and docs/install.md show the state of the shipped data', async () => {
	const { dataVersion, boards, majors } = shipped;
	// The day and not the digest, which changes with every cell.
	const version = `${dataVersion.slice(0, 10)}-…`;
	expect(await read('README.md')).toContain(`data_version=${version}  boards=${boards.size}\n`);
	expect(await read('docs/install.md')).toContain(
		`version ${version}: ${boards.size} boards, ${majors.size} major versions\n`,
	);
	for (const document of documents)
		expect([document, /\d{4}-\d\d-\d\d-[0-9a-f]{6}/.exec(await read(document))]).toEqual([document, null]);
});

test('the list of settings matches the table: npm run settings writes it', async () => {
	expect(await read('docs/settings.md')).toBe(settingsPage());
});

test.each(Object.keys(memberTables))(
	'the tables of members in docs/%s match the definitions: npm run settings writes them',
	async (document) => {
		const text = await read(`docs/${document}`);
		expect(text).toBe(withMemberTables(document));
		expect([...text.matchAll(/<!-- members: (\w+) -->/g)].map(([, name]) => name!)).toEqual(
			Object.keys(memberTables[document]!),
		);
	},
);

test('npm run screenshots makes every picture in the documents, and all of them exist', async () => {
	const names = pictures.map(({ name }) => `${name}.png`);
	for (const document of documents)
		for (const [, picture] of (await read(document)).matchAll(/images\/([\w-]+\.png)\)/g))
			expect([document, picture, names.includes(picture!)]).toEqual([document, picture, true]);
	const files = [...new Bun.Glob('*.png').scanSync(`${root}docs/images`)];
	expect(files.toSorted()).toEqual(names.toSorted());
});

test('every link to a document works', async () => {
	expect(documents).toContain('README.md');
	for (const document of documents) {
		for (const [, link] of (await read(document)).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
			const target = new URL(link!, new URL(`../${document}`, import.meta.url));
			expect([document, link, await Bun.file(target).exists()]).toEqual([document, link, true]);
		}
	}
});

/** The anchors of a document, as GitHub makes them from its headings. */
function anchorsOf(markdown: string): string[] {
	return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading!
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

test('every link to a heading works', async () => {
	for (const document of documents) {
		for (const [, link, anchor] of (await read(document)).matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)) {
			const file = new URL(
				link === '' ? document : link!,
				new URL(link === '' ? '../' : `../${document}`, import.meta.url),
			);
			const anchors = anchorsOf(await Bun.file(file).text());
			expect([document, link, anchor, anchors.includes(anchor!)]).toEqual([document, link, anchor, true]);
		}
	}
});

const manuals = documents.filter((path) => path.startsWith('docs/'));

test('README.md links to every page of docs/, grouped by reader', async () => {
	const readme = await read('README.md');
	expect(manuals.filter((page) => !readme.includes(`](${page})`))).toEqual([]);
});

test('every page of docs/ links to the glossary and has at most 200 lines', async () => {
	for (const page of manuals) {
		const text = await read(page);
		expect([page, page === 'docs/glossary.md' || text.includes('](glossary.md)')]).toEqual([page, true]);
		expect([page, text.split('\n').length <= 201]).toEqual([page, true]);
	}
});

test('every file that a document names exists, also in a command', async () => {
	const named = /(?<![\w./-])(?:bin|data|deploy|docs|examples|packages|src|test|tools)\/[\w./*-]*[\w*/]/g;
	for (const document of documents) {
		for (const [, code] of (await read(document)).matchAll(/`+([^`]+)`+/g))
			for (const [path] of code!.matchAll(named)) {
				const exists = path.includes('*')
					? [...new Bun.Glob(path).scanSync({ cwd: root, onlyFiles: false })].length > 0
					: existsSync(root + path);
				expect([document, path, exists]).toEqual([document, path, true]);
			}
	}
});

describe('ARCHITECTURE.md', async () => {
	const page = await read('ARCHITECTURE.md');

	/** What a name stands for: `core/` is the source of the core, `src/` is left out, and so is a folder that the line names before. */
	const findPath = (name: string, before: readonly string[]) =>
		[
			name,
			`src/${name}`,
			name.replace(/^core\//, 'packages/core/src/'),
			...before.map((path) => join(path, name)),
		].find((path) => existsSync(root + path));

	test('has at most 150 lines', () => {
		expect(page.split('\n').length - 1).toBeLessThanOrEqual(150);
	});

	test('names files and folders that exist, and functions that they have', async () => {
		const wrong: string[] = [];
		for (const line of page.split('\n')) {
			const before: string[] = [];
			for (const [, names = '', path] of line.matchAll(
				/((?:`\w+`,? (?:(?:in|of) )?)*)`(\w[\w.-]*(?:\/[\w.-]*|\.tsx?)+)`/g,
			)) {
				const found = findPath(path!, before);
				if (found === undefined) wrong.push(path!);
				else if (found.endsWith('.ts')) {
					before.push(dirname(found));
					const text = await read(found);
					for (const [name] of names.matchAll(/\w{3,}/g))
						if (!text.includes(name)) wrong.push(`${name} of ${path}`);
				} else before.push(found);
			}
		}
		expect(wrong).toEqual([]);
	});
});

test('every command in a document exists, with its options', async () => {
	const commands = await readCommands(undefined);
	const isFirst = (word: string) => commands.some(({ name }) => name.split(' ')[0] === word);
	for (const document of documents) {
		for (const [, line] of (await read(document)).matchAll(/\bpointrelease ([a-z][^\n`|;&)]*)/g)) {
			const words = line!.trim().split(/\s+/);
			// A sentence may continue with any word.
			if (!isFirst(words[0]!) || words[1] === '...') continue;
			const command = commands
				.filter(({ name }) => name.split(' ').every((word, at) => words[at] === word))
				.toSorted((a, b) => b.name.length - a.name.length)[0];
			const declared = ['help', 'json', ...Object.keys(command?.options ?? {})];
			const options = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
			const unknown = options.filter((option) => !declared.includes(option));
			expect([document, line, command !== undefined, unknown]).toEqual([document, line, true, []]);
		}
	}
});
