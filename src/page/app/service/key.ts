/** The license key stays in this browser: it is sent in a header, and never written into an address. */
const place = 'pointrelease.key';
const shape = /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}$/;
/** Everything that looks like a hyphen: word processors and mail programs put them in its place. */
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** No width, and nothing to see: copied along with what is between them. */
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** What a header can carry, and no server refuses for its length. */
const sendable = /^[\x20-\x7e]{1,1000}$/;
const listeners = new Set<() => void>();

// Why the service refused the stored key; null while it did not.
let refusal: string | null = null;

// Where storage is forbidden the key lasts as long as the page.
let inMemory: string | null = null;

export function storedKey(): string | null {
	try {
		return localStorage.getItem(place) ?? inMemory;
	} catch {
		return inMemory;
	}
}

// A key that was forgotten on this page, until another one is stored or the page is left.
let forgotten: string | null = null;

export function storeKey(key: string | null): void {
	inMemory = key;
	refusal = null;
	forgotten = null;
	try {
		if (key === null) localStorage.removeItem(place);
		else localStorage.setItem(place, key);
	} catch {
		// Kept in memory only.
	}
	for (const listener of listeners) listener();
}

/** Takes the key out of this browser; as long as the page is open, it can be brought back. */
export function forgetKey(): void {
	const key = storedKey();
	storeKey(null);
	forgetReport();
	forgotten = key;
	for (const listener of listeners) listener();
}

export function forgottenKey(): string | null {
	return forgotten;
}

export function keyRefusal(): string | null {
	return refusal;
}

/** The stored key is kept, since the refusal may pass, but it opens nothing for now. */
export function refuseKey(reason: string): void {
	refusal = reason;
	for (const listener of listeners) listener();
}

/** Calls the listener when the key changes, in this tab or in another one: a key that is forgotten is so in all tabs. */
export function onKeyChange(listener: () => void): () => void {
	const elsewhere = ({ key, newValue }: StorageEvent) => {
		if (key !== place && key !== null) return;
		inMemory = newValue;
		refusal = null;
		forgotten = null;
		if (newValue === null) forgetReport();
		listener();
	};
	listeners.add(listener);
	addEventListener('storage', elsewhere);
	return () => {
		listeners.delete(listener);
		removeEventListener('storage', elsewhere);
	};
}

/** Whether it can be sent at all: with anything else a browser does not even ask. */
export function isSendable(key: string): boolean {
	return sendable.test(key);
}

/** Whether the text is a key in the base64 form of the mail. */
export function isMailedForm(text: string): boolean {
	const key = readKey(text);
	return shape.test(key) && key !== tidied(text).toUpperCase();
}

/** A key as people paste it: blanks around it, dashes, small letters, or still in the base64 form of the mail. */
export function readKey(text: string): string {
	const tidy = tidied(text);
	if (shape.test(tidy.toUpperCase())) return tidy.toUpperCase();
	try {
		const decoded = atob(tidy).trim();
		if (shape.test(decoded)) return decoded;
	} catch {
		// Not base64 either: the service says what is wrong with it.
	}
	return tidy;
}

function tidied(text: string): string {
	return text.replace(unseen, '').replace(hyphens, '-').trim();
}

/** Where the report of this tab is kept, and whether one is kept for longer. */
export const reportPlace = 'pointrelease.fleet';

/** Takes the report out of this browser. */
export function forgetReport(): void {
	for (const storage of ['sessionStorage', 'localStorage'] as const) {
		try {
			globalThis[storage].removeItem(reportPlace);
		} catch {
			// Where storage is forbidden nothing was kept.
		}
	}
}
