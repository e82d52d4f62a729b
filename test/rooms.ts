import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The rooms of a folder of sources, from the bottom to the top, and what each may import: only from those before it. */
export type RoomMap = Readonly<Record<string, readonly string[]>>;

/** What the files of a folder import, read from their text. */
export function readRooms(source: string, mayImport: RoomMap) {
	const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(source)].filter(
		(file) => !/\.test\.tsx?$/.test(file),
	);
	const code = (file: string) =>
		readFileSync(join(source, file), 'utf8')
			.replace(/\/\*[\s\S]*?\*\//g, '')
			.replace(/^\s*\/\/.*$/gm, '');
	const rooms = Object.keys(mayImport);
	/** The innermost room with a line of its own that a file is in. */
	const roomOf = (file: string) =>
		rooms.filter((room) => within(file, room)).toSorted((a, b) => b.length - a.length)[0] ?? '';
	/** The rooms that a word of the map stands for. */
	const meantBy = (word: string) =>
		rooms.includes(word)
			? [word]
			: rooms.filter((room) => (word === '*' ? room !== rooms.at(-1) : within(room, word)));
	/** What a file imports: files of the folder by their path in it, anything else by its name. */
	const importsOf = (file: string): string[] => {
		const modules = [...code(file).matchAll(/(?:from|import) ?\(?'([^']+)'/g)].map(([, module]) => module!);
		return modules.map((module) =>
			module.startsWith('.') ? normalize(join(dirname(file), module)) : module,
		);
	};
	/** Whether it is a file of the folder, and not of a library or of a folder around it. */
	const isOwn = (module: string) => files.includes(module);
	return {
		files,
		code,
		rooms,
		importsOf,
		isOwn,
		homeless: () => files.filter((file) => roomOf(file) === ''),
		/** The rooms of a line that do not stand before it. */
		later: (room: string) =>
			mayImport[room]!.flatMap(meantBy).filter((other) => rooms.indexOf(other) >= rooms.indexOf(room)),
		/** What the files of a room import from rooms that its line does not name. */
		beyond(room: string) {
			const allowed = [room, ...mayImport[room]!.flatMap(meantBy)];
			return files
				.filter((file) => roomOf(file) === room)
				.flatMap((file) => importsOf(file).map((module) => [file, module] as const))
				.filter(([, module]) => isOwn(module) && !allowed.includes(roomOf(module)))
				.map(([file, module]) => `${file} imports ${module}`);
		},
		/** Files that import each other, also the long way round. */
		circles() {
			const done = new Set<string>();
			const way: string[] = [];
			const circles: string[] = [];
			const follow = (file: string) => {
				if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
				if (done.has(file)) return;
				done.add(file);
				way.push(file);
				for (const module of importsOf(file).filter(isOwn)) follow(module);
				way.pop();
			};
			for (const file of files) follow(file);
			return circles;
		},
	};
}

export function within(path: string, room: string): boolean {
	return path === room || path.startsWith(`${room}/`);
}

/** Everything that depends on when, where or by which user the code is run. */
export const impure =
	/\b(?:Bun|process|globalThis|fetch|WebSocket|performance|crypto|setTimeout|setInterval|console|localStorage)\b[.(]|\bMath\.random\b|\bDate\.now\b|\bnew Date\(\)|\bimport\(|\brequire\(|\btoLocale\w+|\bIntl\b/;
