import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { limitPerAddress } from '../../src/licenses/admission/rate-limits.ts';
import { createService } from '../../src/server/service.ts';
import { describedText } from '../openapi.ts';
import { shipped } from '../shipped-data.ts';

/** The service without a socket and without keys, on a day of the shipped data. */
export function askedService(policies: NamedPolicies = new Map()) {
	const service = createService({
		catalog: shipped,
		licenses: { admit: () => 0, count: () => {}, limiter: null } as never,
		refusals: limitPerAddress(null),
		publicAnswers: new Map(),
		addressOf: () => '',
		today: () => '2026-11-16',
		policies,
	});
	const send = (path: string, headers: Record<string, string> = {}): Response =>
		service.handle(new Request(`http://localhost${path}`, { headers }));
	/** Asks for a path, and validates the answer against the API description. */
	const ask = async (path: string, headers: Record<string, string> = {}) => {
		const response = send(path, headers);
		const text = await describedText(path, response);
		const isJson = response.headers.get('content-type')!.endsWith('json');
		return {
			status: response.status,
			text,
			record: isJson ? JSON.parse(text) : null,
			headers: response.headers,
		};
	};
	return { send, ask };
}
