import { Failure } from '../../process/failure.ts';

/** The members of a form that a person sent. */
type Form = Readonly<Record<string, unknown>>;

/** The text of a field without spaces around it; undefined if it is empty or absent. */
export function optionalText(form: Form, name: string): string | undefined {
	const value = form[name];
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'string') throw new Failure('bad-form', `${name} is not a text`);
	return value.trim() || undefined;
}

export function requiredText(form: Form, name: string): string {
	const text = optionalText(form, name);
	if (text !== undefined) return text;
	throw new Failure('bad-form', `${name} is missing`);
}

/** A choice of yes or no; absent is `usual`. */
export function flag(form: Form, name: string, usual: boolean): boolean {
	const value = form[name];
	if (value === undefined) return usual;
	if (typeof value === 'boolean') return value;
	throw new Failure('bad-form', `${name} is neither true nor false`);
}

export function wholeNumber(form: Form, name: string, usual: number, most: number): number {
	const value = form[name];
	if (value === undefined) return usual;
	if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value;
	throw new Failure('bad-form', `${name} is not a whole number from 0 to ${most}`);
}

/** The reason for the audit log, in one line. */
export function reason(form: Form): string {
	return (optionalText(form, 'why') ?? '').replace(/\s+/g, ' ').slice(0, 500);
}
