import { Gate } from './gate.ts';
import { applyRow, type FeedRow } from './license-rows.ts';

/**
 * The tokens that open the feed of a license. Only the newest of a license is valid: each closes the ones before it, so
 * the rows of those need not be stored.
 */
export class FeedGate {
	readonly #gate = new Gate();
	readonly #newest = new Map<number, { generation: number; digest: Uint8Array }>();

	/** How many licenses have had an address. */
	get size(): number {
		return this.#newest.size;
	}

	/** The number of the license whose feed the token opens, or -1. */
	admit(token: string, today: number): number {
		return this.#gate.admit(token, today);
	}

	/** Which of its addresses a license has now, or had last; null if it never had one. */
	generationOf(license: number): number | null {
		return this.#newest.get(license)?.generation ?? null;
	}

	apply(row: FeedRow, place: string): void {
		const [license, digest, , , , generation] = row;
		const newest = this.#newest.get(license);
		if (newest && newest.generation > generation) return;
		if (newest && newest.generation < generation) this.#gate.set(newest.digest, license, 0);
		applyRow(this.#gate, row, place);
		this.#newest.set(license, { generation, digest });
	}
}
