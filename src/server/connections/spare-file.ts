import { closeSync, openSync } from 'node:fs';

/** A file that is open for nothing else than to be closed when another has to be opened. */
export interface SpareFile {
	/** Does the work, which may open one file at a time and not wait, however few the process may still open. */
	use<T>(work: () => T): T;
	close(): void;
}

export function openSpareFile(): SpareFile {
	let spare = tryOpen();
	const close = () => {
		if (spare !== null) closeSync(spare);
		spare = null;
	};
	return {
		use(work) {
			close();
			try {
				return work();
			} finally {
				spare = tryOpen();
			}
		},
		close,
	};
}

function tryOpen(): number | null {
	try {
		return openSync('/dev/null', 'r');
	} catch {
		return null;
	}
}
