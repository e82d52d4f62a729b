/** Who may use the database when: whoever swaps it has it for himself, all others use it at the same time. */
export class SharedDatabase {
	#users = 0;
	#swap: Promise<void> | null = null;

	async use<T>(work: () => Promise<T>): Promise<T> {
		while (this.#swap) await this.#swap;
		this.#users++;
		try {
			return await work();
		} finally {
			this.#users--;
		}
	}

	async swap(work: () => Promise<void>): Promise<void> {
		let end = () => {};
		this.#swap = new Promise((resolve) => {
			end = resolve;
		});
		try {
			while (this.#users > 0) await Bun.sleep(20);
			await work();
		} finally {
			this.#swap = null;
			end();
		}
	}
}
