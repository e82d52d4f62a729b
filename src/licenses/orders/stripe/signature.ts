import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds that a signature may be old, or ahead of this machine's clock. */
export const tolerance = 300;
/** A signature that nothing has, compared where a header has none. */
const none = Buffer.alloc(32);

/**
 * Whether one of the secrets signed these bytes a moment ago. The header is `t=UNIX,v1=HEX`, with a `v1` for each secret
 * while one is being replaced. Nothing is parsed before, and the same work is done whatever is wrong: every
 * signature is compared with every secret's, and the age is looked at last.
 */
export function isSigned(
	header: string | null,
	body: Uint8Array,
	secrets: readonly string[],
	now: number,
): boolean {
	const { time, signatures } = partsOf(header ?? '');
	let found = false;
	for (const secret of secrets) {
		const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
		for (const signature of signatures) found = timingSafeEqual(signature, expected) || found;
	}
	const age = Math.abs(Math.floor(now / 1000) - Number(time));
	return found && signatures[0] !== none && age <= tolerance;
}

function partsOf(header: string): { time: string; signatures: readonly Buffer[] } {
	const parts = header.split(',').map((part) => part.trim());
	const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? []);
	const signatures = parts.flatMap((part) => {
		const [, digits] = /^v1=([0-9a-f]{64})$/.exec(part) ?? [];
		return digits === undefined ? [] : [Buffer.from(digits, 'hex')];
	});
	const whole = times.length === 1 && signatures.length > 0;
	return { time: times[0] ?? '0', signatures: whole ? signatures : [none] };
}
