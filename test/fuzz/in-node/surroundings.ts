import './newer-builtins.ts';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { BlockCounter } from './block-counter.ts';

/**
 * The first file of each bundle: what readers need of Bun, for Node. Counting begins here, because functions that were compiled
 * before have no counters.
 */
const substitutes = {
	main: '',
	embeddedFiles: [],
	deepEquals: isDeepStrictEqual,
	gc() {},
	CryptoHasher: class {
		readonly #hash;
		constructor(name: string) {
			this.#hash = createHash(name);
		}
		update(data: string | Uint8Array) {
			this.#hash.update(data);
			return this;
		}
		digest(encoding: 'hex') {
			return this.#hash.digest(encoding);
		}
	},
};
Object.defineProperty(globalThis, 'Bun', { value: substitutes });

export const counter = new BlockCounter(import.meta.url);
