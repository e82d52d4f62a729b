/** A regular expression as a tree: enough of the syntax for the patterns of this project. */
export type Node =
	| { readonly kind: 'character'; readonly takes: (character: string) => boolean }
	| { readonly kind: 'all'; readonly parts: readonly Node[] }
	| { readonly kind: 'one'; readonly options: readonly Node[] }
	| {
			readonly kind: 'repeat';
			readonly part: Node;
			readonly least: number;
			readonly most: number;
			readonly lazy: boolean;
	  }
	| { readonly kind: 'look'; readonly part: Node; readonly behind: boolean; readonly wanted: boolean }
	| { readonly kind: 'place'; readonly holds: (text: string, at: number) => boolean };

/** Parses a pattern; throws for syntax that it does not know, such as references to groups. */
export function parsePattern({ source, flags }: RegExp): Node {
	return new PatternParser(source, flags).parse();
}

const looks: Readonly<Record<string, { behind: boolean; wanted: boolean }>> = {
	'(?=': { behind: false, wanted: true },
	'(?!': { behind: false, wanted: false },
	'(?<=': { behind: true, wanted: true },
	'(?<!': { behind: true, wanted: false },
};

class PatternParser {
	#at = 0;
	readonly #source: string;
	readonly #flags: string;

	constructor(source: string, flags: string) {
		this.#source = source;
		this.#flags = flags.replace(/[gy]/g, '');
	}

	parse(): Node {
		const whole = this.#options();
		if (this.#at < this.#source.length) throw new Error(`not understood: ${this.#source.slice(this.#at)}`);
		return whole;
	}

	#options(): Node {
		const options: Node[] = [];
		do options.push(this.#sequence());
		while (this.#takes('|'));
		return options.length === 1 ? options[0]! : { kind: 'one', options };
	}

	#sequence(): Node {
		const parts: Node[] = [];
		while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at]!))
			parts.push(this.#repeated(this.#part()));
		return parts.length === 1 ? parts[0]! : { kind: 'all', parts };
	}

	#repeated(part: Node): Node {
		const count = this.#takesMatch(/[*+?]|\{\d+(?:,\d*)?\}/y);
		if (count === '') return part;
		const [, least = '', comma, most = ''] = /^\{(\d+)(,)?(\d*)\}$/.exec(count) ?? [];
		const lazy = this.#takes('?');
		if (count === '*') return { kind: 'repeat', part, least: 0, most: Infinity, lazy };
		if (count === '+') return { kind: 'repeat', part, least: 1, most: Infinity, lazy };
		if (count === '?') return { kind: 'repeat', part, least: 0, most: 1, lazy };
		const end = comma === undefined ? Number(least) : most === '' ? Infinity : Number(most);
		return { kind: 'repeat', part, least: Number(least), most: end, lazy };
	}

	#part(): Node {
		const look = this.#takesMatch(/\(\?<?[=!]/y);
		if (look !== '') return { kind: 'look', part: this.#inGroup(), ...looks[look]! };
		if (this.#takesMatch(/\((?:\?:|\?<\w+>)?/y) !== '') return this.#inGroup();
		if (this.#takesMatch(/\^/y)) return { kind: 'place', holds: this.#edge((text, at) => text[at - 1]) };
		if (this.#takesMatch(/\$/y)) return { kind: 'place', holds: this.#edge((text, at) => text[at]) };
		const boundary = this.#takesMatch(/\\[bB]/y);
		if (boundary !== '')
			return { kind: 'place', holds: (text, at) => isBoundary(text, at) === (boundary === '\\b') };
		if (/\\(?:[1-9]|k<)/y.test(this.#source.slice(this.#at))) throw new Error('a reference to a group');
		const character = this.#takesMatch(
			/\[\^?\]?(?:\\.|[^\]\\])*\]|\\(?:u\{[^}]+\}|u.{4}|x..|[pP]\{[^}]+\}|.)|[\ud800-\udbff][\udc00-\udfff]|[\s\S]/y,
		);
		return { kind: 'character', takes: takesOf(character, this.#flags) };
	}

	#inGroup(): Node {
		const inside = this.#options();
		if (!this.#takes(')')) throw new Error(`a group is not closed: ${this.#source}`);
		return inside;
	}

	#edge(beside: (text: string, at: number) => string | undefined) {
		const lines = this.#flags.includes('m');
		return (text: string, at: number) => {
			const character = beside(text, at);
			return character === undefined || (lines && /[\n\r\u2028\u2029]/.test(character));
		};
	}

	#takes(text: string): boolean {
		if (!this.#source.startsWith(text, this.#at)) return false;
		this.#at += text.length;
		return true;
	}

	#takesMatch(pattern: RegExp): string {
		pattern.lastIndex = this.#at;
		const taken = pattern.exec(this.#source)?.[0] ?? '';
		this.#at += taken.length;
		return taken;
	}
}

const tests = new Map<string, (character: string) => boolean>();

/** The engine itself says which characters a class takes. */
function takesOf(source: string, flags: string): (character: string) => boolean {
	const key = `${source}/${flags}`;
	let takes = tests.get(key);
	if (!takes) {
		const pattern = new RegExp(`^(?:${source})$`, flags.replace('m', ''));
		const known = new Map<string, boolean>();
		takes = (character) => {
			const isKnown = known.get(character);
			if (isKnown !== undefined) return isKnown;
			const isTaken = pattern.test(character);
			known.set(character, isTaken);
			return isTaken;
		};
		tests.set(key, takes);
	}
	return takes;
}

function isBoundary(text: string, at: number): boolean {
	const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character);
	return isWord(text[at - 1]) !== isWord(text[at]);
}
