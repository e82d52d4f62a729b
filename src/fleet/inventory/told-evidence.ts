import { installStates, type LateEvidence } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { cleanFailure } from '@pointrelease/core/src/advice/lateness/failure-text.ts';
import { isLateReason } from '@pointrelease/core/src/advice/lateness/reasons.ts';
import { isDay } from '@pointrelease/core/src/text/day.ts';

/** Reads a value of the column; undefined for anything that such a statement cannot have. */
type Reader = (value: unknown) => unknown;

const flag: Reader = (value) => (typeof value === 'boolean' ? value : undefined);
const day: Reader = (value) => (typeof value === 'string' && isDay(value) ? value : undefined);
const count: Reader = (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined);
const amount: Reader = (value) => (Number.isFinite(value) && (value as number) >= 0 ? value : undefined);
/** A text of others: it may have been written by anybody who gave the file. */
const words: Reader = (value) =>
	typeof value === 'string' && value !== '' ? cleanFailure(value) : undefined;
const oneOf =
	(...choices: readonly unknown[]): Reader =>
	(value) =>
		choices.includes(value) ? value : undefined;
const maybe =
	(reader: Reader): Reader =>
	(value) =>
		value === null ? null : reader(value);

/** An object with these members, and no others. */
function members(readers: Readonly<Record<string, Reader>>): Reader {
	return (value) => {
		if (typeof value !== 'object' || value === null) return undefined;
		const read = Object.entries(readers).map(([name, reader]) => [
			name,
			reader((value as Record<string, unknown>)[name]),
		]);
		return read.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(read);
	};
}

const strength = oneOf('strong', 'medium');
const reason: Reader = (value) => (typeof value === 'string' && isLateReason(value) ? value : undefined);
const finding = members({ reason, strength, word: words, version: maybe(words) });

const readers: { readonly [Name in Exclude<keyof LateEvidence, 'findings'>]: Reader } = {
	contact: day,
	mdm_contact: day,
	inventoried: day,
	managed: flag,
	mdm_expires: day,
	supervised: flag,
	declarative: flag,
	apple_silicon: flag,
	token_escrowed: flag,
	free_gb: amount,
	install_state: (value) => (installStates.includes(value as 'none') ? value : words(value)),
	pending: members({ version: maybe(words), date: maybe(day) }),
	failure: members({ count: maybe(count), text: maybe(words), at: maybe(day) }),
	last_report: maybe(day),
	enforcement: maybe(
		members({
			version: maybe(words),
			date: maybe(day),
			active: flag,
			valid: oneOf('valid', 'invalid', 'unknown'),
			reason: maybe(words),
		}),
	),
	deferral: members({ days: count, by: oneOf('declaration', 'restriction', 'administrator') }),
	user_deferral: members({ left: maybe(count), until: maybe(day) }),
	offered: members({ version: words, is_offered: flag }),
};

const most = 20;

/**
 * What a service told about a late Mac when its inventory was pulled: JSON in a column. A statement that is not of the right form
 * is left out, because anybody may have written the file.
 */
export function readToldEvidence(text: string): LateEvidence {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return {};
	}
	if (typeof value !== 'object' || value === null) return {};
	const told = value as Readonly<Record<string, unknown>>;
	const read = Object.entries(readers).map(([name, reader]) => [name, statement(reader)(told[name])]);
	const findings = (Array.isArray(told.findings) ? told.findings.slice(0, most) : [])
		.map(statement(finding))
		.filter((found) => found !== undefined);
	return {
		...Object.fromEntries(read.filter(([, each]) => each !== undefined)),
		...(findings.length > 0 && { findings }),
	};
}

function statement(reader: Reader): Reader {
	return members({ value: reader, from: words, day: maybe(day) });
}
