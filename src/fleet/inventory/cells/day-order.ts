const slashed = /^\s*(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d\d)(?!\d)/;

/** Finds out whether a column writes its days day first, from cells that can mean nothing else. */
export class DayOrder {
	#isDayFirst = false;
	#isMonthFirst = false;
	#isAmbiguous = false;

	see(cell: string): void {
		const parts = slashed.exec(cell);
		if (!parts) return;
		if (Number(parts[1]) > 12) this.#isDayFirst = true;
		else if (Number(parts[2]) > 12) this.#isMonthFirst = true;
		else if (Number(parts[1]) !== Number(parts[2])) this.#isAmbiguous = true;
	}

	/** Null where no cell tells, or where they contradict each other. */
	get dayFirst(): boolean | null {
		return this.#isDayFirst === this.#isMonthFirst ? null : this.#isDayFirst;
	}

	/** There are days to be told apart, and nothing that tells: further cells may. */
	get isOpen(): boolean {
		return this.#isAmbiguous && !this.#isDayFirst && !this.#isMonthFirst;
	}
}
