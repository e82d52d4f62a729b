import type { Catalog } from '../catalog/catalog.ts';
import { answerOperation } from './operations.ts';
import { pathOf } from './path.ts';
import { answerRead, type ReadSetting } from './reads/reads.ts';

/** The answer to a path without a server and without a key. */
export interface OfflineAnswer {
	readonly status: number;
	/** JSON, unless the path says otherwise. */
	readonly body: string;
}

/** Answers the operations and reads from a catalog alone, with the same bytes as the service. */
export function answerOffline(catalog: Catalog, setting: ReadSetting): (path: string) => OfflineAnswer {
	return (path) => {
		const request = new Request(`http://offline${path}`);
		const { status, body } = answerRead(catalog, request, setting) ?? answerOperation(catalog, pathOf(path));
		return { status, body };
	};
}
