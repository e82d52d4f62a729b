import { type Problem, problem } from './problem.ts';

/** Longer than any mistaken form of a key: repeated, quoted, encoded, with a scheme. */
const longestLookedAt = 100;
const wrongLength = 'a key has 19 characters: four groups of four with hyphens between them';
const shape = /^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/;

export function isKey(text: string): boolean {
	return shape.test(text);
}

/** Why the header was refused. Says only what is wrong with its form, never whether a key exists. */
export function keyRefusal(authorization: string | null): Problem {
	return problem('key-refused', shapeProblem(authorization) ?? 'the license key is not valid');
}

/**
 * What is wrong with the form of an Authorization header, or null. Uses only the header and never the licenses, so it
 * cannot reveal whether a key exists.
 */
function shapeProblem(authorization: string | null): string | null {
	if (!authorization) return 'the Authorization header is missing: send the license key in it';
	if (isKey(authorization)) return null;
	// Clients choose the text, and the checks below take quadratic time.
	if (authorization.length > longestLookedAt) return wrongLength;
	if (/^(bearer|basic|token|apikey|key)\b[ :=]/i.test(authorization))
		return 'send the key as it is, without a scheme such as Bearer';
	if (isEncodedKey(authorization)) return 'this is the base64 form of a key: decode it first';
	if (authorization.includes(','))
		return 'the Authorization header has a comma, or was sent more than once: send only the key, once';
	if (isKey(authorization.toUpperCase())) return 'a key has upper-case letters only';
	if (isKey(authorization.replace(/^["'<\s]+|["'>\s]+$/g, ''))) return 'send the key without quotation marks';
	if (/^[A-Z0-9]{16}$/i.test(authorization)) return 'a key has hyphens between its four groups';
	if (authorization.length !== 19) return wrongLength;
	return 'a key has four groups of four characters (A-Z, 0-9) with hyphens between them';
}

function isEncodedKey(text: string): boolean {
	if (!/^[A-Za-z0-9+/_-]{26,28}={0,2}$/.test(text)) return false;
	const standard = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
	return isKey(atob(standard).trim());
}
