import { isKey } from '../api/key-refusal.ts';
import { sha256 } from '../text/sha256.ts';

/**
 * Reads license keys, separated by white space or commas, and returns an `authorize` that accepts them.
 *
 * @throws TypeError if there are none, or one is not a license key. The message has no part of a key.
 */
export function acceptKeys(keys: string): (key: string | null) => boolean {
	const listed = typeof keys === 'string' ? keys.split(/[\s,]+/).filter((key) => key !== '') : [];
	if (listed.length === 0) throw new TypeError(`there are no license keys: expected ${form}`);
	const wrong = listed.findIndex((key) => !isKey(key));
	if (wrong !== -1)
		throw new TypeError(`license key ${wrong + 1} of ${listed.length} cannot be read: expected ${form}`);
	const digests = listed.map(sha256);
	return (key) => {
		if (key === null || !isKey(key)) return false;
		const digest = sha256(key);
		// Compares every byte of every key, so that the time does not tell how much of a key is right.
		let accepted = 0;
		for (const other of digests) accepted |= Number(differingBits(digest, other) === 0);
		return accepted === 1;
	};
}

const form = 'one or more such as AAAA-BBBB-CCCC-DDDD, with spaces, commas or line ends between them';

function differingBits(one: Uint8Array, other: Uint8Array): number {
	let bits = 0;
	for (let at = 0; at < one.length; at++) bits |= one[at]! ^ other[at]!;
	return bits;
}
