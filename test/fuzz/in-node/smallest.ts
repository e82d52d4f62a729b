/** Runs that making an input smaller may take. */
const mostRuns = 1500;

/** A shorter input that shows the same: parts are left out, larger ones first. */
export async function smallest(
	bytes: Uint8Array,
	shows: (shorter: Uint8Array) => Promise<boolean>,
): Promise<Uint8Array> {
	let least = bytes;
	let runs = 0;
	for (let part = Math.ceil(least.length / 2); part >= 1; part = part === 1 ? 0 : Math.ceil(part / 2)) {
		for (let at = 0; at < least.length && runs < mostRuns; ) {
			const shorter = Buffer.concat([least.subarray(0, at), least.subarray(at + part)]);
			runs++;
			if (await shows(Uint8Array.from(shorter))) least = Uint8Array.from(shorter);
			else at += part;
		}
	}
	return least;
}
