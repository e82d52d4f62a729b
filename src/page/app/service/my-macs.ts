/** A Mac that this browser remembers: its address, its name, and the version that was entered last. */
export interface RememberedMac {
	readonly board: string;
	readonly machine: string | null;
	readonly name: string;
	readonly on: string | null;
}

/** Storage items: Macs that were opened, last first, and Macs that a person keeps. They never leave the browser. */
const places = { recent: 'pointrelease.recent', mine: 'pointrelease.macs' } as const;
type List = keyof typeof places;
const most: Readonly<Record<List, number>> = { recent: 5, mine: 12 };

export function rememberedMacs(list: List): readonly RememberedMac[] {
	try {
		const stored = JSON.parse(localStorage.getItem(places[list]) ?? '[]');
		return Array.isArray(stored) ? stored.filter(isMac) : [];
	} catch {
		// Storage is forbidden or was changed by hand.
		return [];
	}
}

/** Puts a Mac at the top of a list; the oldest leaves a list that is full. */
export function rememberMac(list: List, mac: RememberedMac): void {
	store(list, [mac, ...others(list, mac)].slice(0, most[list]));
}

export function forgetMac(list: List, mac: Pick<RememberedMac, 'board' | 'machine'>): void {
	store(list, others(list, mac));
}

export function isRemembered(list: List, mac: Pick<RememberedMac, 'board' | 'machine'>): boolean {
	return rememberedMacs(list).some((other) => isSame(other, mac));
}

/** Removes both lists from this browser. */
export function forgetMacs(): void {
	for (const list of ['recent', 'mine'] as const) store(list, []);
}

function others(list: List, mac: Pick<RememberedMac, 'board' | 'machine'>): readonly RememberedMac[] {
	return rememberedMacs(list).filter((other) => !isSame(other, mac));
}

function isSame(
	a: Pick<RememberedMac, 'board' | 'machine'>,
	b: Pick<RememberedMac, 'board' | 'machine'>,
): boolean {
	return a.board === b.board && a.machine === b.machine;
}

function store(list: List, macs: readonly RememberedMac[]): void {
	try {
		if (macs.length === 0) localStorage.removeItem(places[list]);
		else localStorage.setItem(places[list], JSON.stringify(macs));
	} catch {
		// Storage is forbidden: nothing is remembered.
	}
}

function isMac(mac: unknown): mac is RememberedMac {
	const { board, machine, name, on } = (mac ?? {}) as Record<string, unknown>;
	const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
	return typeof board === 'string' && typeof name === 'string' && isTextOrNull(machine) && isTextOrNull(on);
}
