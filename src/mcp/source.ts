import { answerOffline, type OfflineAnswer } from '@pointrelease/core/src/api/offline.ts';
import type { ReadSetting } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { Failure, reasonOf } from '../process/failure.ts';

/** Where tools get their answers: the built-in data, or a service. */
export interface Source {
	/** The name of the source, for people and agents. */
	readonly place: string;
	/** The parsed answer for a path. A problem is thrown as a Failure. */
	ask(path: string): Promise<unknown>;
}

export function embeddedSource(catalog: Catalog, setting: ReadSetting): Source {
	return answeringSource('the built-in data set', answerOffline(catalog, setting));
}

/** A source that answers paths in this process. */
export function answeringSource(place: string, answer: (path: string) => OfflineAnswer): Source {
	return {
		place,
		async ask(path) {
			const { status, body } = answer(path);
			return read(status, body);
		},
	};
}

const longestWait = 20_000;

export function serviceSource(address: string, key: string): Source {
	const base = address.replace(/\/+$/, '');
	return {
		place: base,
		async ask(path) {
			let response: Response;
			try {
				response = await fetch(base + path, {
					headers: { Authorization: key },
					signal: AbortSignal.timeout(longestWait),
					redirect: 'error',
				});
			} catch (thrown) {
				throw new Failure('service-unreachable', `${base} cannot be reached: ${reasonOf(thrown)}`);
			}
			return read(response.status, await response.text());
		},
	};
}

/** Puts all members of a problem into the message, because they help the agent to ask again. */
function read(status: number, body: string): unknown {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body);
	} catch {
		throw new Failure('bad-answer', `the answer is not JSON (status ${status})`);
	}
	if (status === 200) return parsed;
	const { code = 'problem', detail = `status ${status}`, ...rest } = parsed as Record<string, unknown>;
	const help = Object.entries(rest).filter(([name]) => !['type', 'title', 'status'].includes(name));
	const hints = help.map(
		([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	);
	throw new Failure(String(code), [detail, ...hints].join('\n'));
}
