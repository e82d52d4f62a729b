/** What was made once and is kept by its key: answers, and the problems that say why there is none. */
export interface Kept<T> {
	find(key: string): T | undefined;
	store(key: string, made: T): T;
	/** The oldest first. */
	keys(): string[];
	forget(key: string): void;
}

/** Where strangers choose the keys, so many characters of keys and bodies are kept at most; the oldest make room. */
export function createKept<T extends { readonly body: string }>(mostCharacters: number): Kept<T> {
	const all = new Map<string, T>();
	let characters = 0;
	const remove = (key: string, { body }: T) => {
		all.delete(key);
		characters -= key.length + body.length;
	};
	return {
		find: (key) => all.get(key),
		store(key, made) {
			const before = all.get(key);
			if (before) remove(key, before);
			all.set(key, made);
			characters += key.length + made.body.length;
			for (const [oldest, its] of all) {
				if (characters <= mostCharacters) break;
				remove(oldest, its);
			}
			return made;
		},
		keys: () => [...all.keys()],
		forget(key) {
			const made = all.get(key);
			if (made) remove(key, made);
		},
	};
}
