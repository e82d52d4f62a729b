import { forgetMacs } from './my-macs.ts';

/** The storage item of the license key. The key is sent in a header, and is never part of an address. */
const place = 'pointrelease.key';
const shape = /^[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}$/;
/** Characters that word processors and mail programs put in place of a hyphen. */
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Invisible characters, which are copied along with a key. */
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
/** Text that a header can carry, and that is not too long for any server. */
const sendable = /^[\x20-\x7e]{1,1000}$/;
const listeners = new Set<() => void>();

/** Why the service refused the stored key; null if it did not. */
let refusal: string | null = null;

/** The key if the browser forbids storage. It then lasts as long as the page. */
let inMemory: string | null = null;

export function storedKey(): string | null {
	try {
		return localStorage.getItem(place) ?? inMemory;
	} catch {
		return inMemory;
	}
}

/** The key that a person removed. It can be brought back until another one is stored or the page is left. */
let forgotten: string | null = null;

export function storeKey(key: string | null): void {
	inMemory = key;
	refusal = null;
	forgotten = null;
	try {
		if (key === null) localStorage.removeItem(place);
		else localStorage.setItem(place, key);
	} catch {
		// Storage is forbidden: `inMemory` has the key.
	}
	for (const listener of listeners) listener();
}

/** Removes the key, the fleet report and remembered Macs from this browser. `forgottenKey` has the key while the page is open. */
export function forgetKey(): void {
	const key = storedKey();
	storeKey(null);
	forgetReport();
	forgetMacs();
	forgotten = key;
	for (const listener of listeners) listener();
}

export function forgottenKey(): string | null {
	return forgotten;
}

export function keyRefusal(): string | null {
	return refusal;
}

/** Records that the service refused the key. The key stays stored, because the refusal may be temporary. */
export function refuseKey(reason: string): void {
	refusal = reason;
	for (const listener of listeners) listener();
}

/** Calls the listener when the key changes in any tab. Removing the key removes it in all tabs. */
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

/** Whether the key can be sent in a header. With any other text, `fetch` throws. */
export function isSendable(key: string): boolean {
	return sendable.test(key);
}

/** Whether the text is a key in base64, as license mails have it. */
export function isMailedForm(text: string): boolean {
	const key = readKey(text);
	return shape.test(key) && key !== tidied(text).toUpperCase();
}

/** Reads a pasted key: with spaces around it, with dashes for hyphens, in lowercase, or in base64. */
export function readKey(text: string): string {
	const tidy = tidied(text);
	if (shape.test(tidy.toUpperCase())) return tidy.toUpperCase();
	try {
		const decoded = atob(tidy).trim();
		if (shape.test(decoded)) return decoded;
	} catch {
		// Not base64 either: the service will say what is wrong with it.
	}
	return tidy;
}

function tidied(text: string): string {
	return text.replace(unseen, '').replace(hyphens, '-').trim();
}

/** The storage item of the fleet report, in session storage and, if a person chose so, in local storage. */
export const reportPlace = 'pointrelease.fleet';

/** Removes the fleet report from this browser. */
export function forgetReport(): void {
	for (const storage of ['sessionStorage', 'localStorage'] as const) {
		try {
			globalThis[storage].removeItem(reportPlace);
		} catch {
			// Storage is forbidden, so nothing was stored.
		}
	}
}
