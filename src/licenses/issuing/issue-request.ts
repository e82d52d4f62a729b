import { dayAt, parseDay } from '@pointrelease/core/src/text/day.ts';
import { Failure } from '../../process/failure.ts';
import { checkEmail, checkExpires, checkNote, checkOrder } from '../license.ts';
import type { IssueRequest } from './issue.ts';

/** A new license as a person or a shop writes it; what is absent is not set. */
export interface IssueTexts {
	readonly email: string;
	/** The last day on which the key works; without it the license has no end. */
	readonly expires?: string | undefined;
	readonly note?: string | undefined;
	readonly order?: string | undefined;
	/** The seller's name of the customer who ordered. */
	readonly customer?: string | undefined;
	/** False mails nothing. */
	readonly mail?: boolean | undefined;
}

/** Checks what a person or a shop wrote: the command, the console and its tokens refuse the same. */
export function readIssueRequest(
	{ email, expires, note, order, customer, mail = true }: IssueTexts,
	now = Date.now(),
): IssueRequest {
	if (expires !== undefined && parseDay(checkExpires(expires))! < dayAt(now))
		throw new Failure('bad-date', `${expires} is in the past`);
	if (customer !== undefined && order === undefined)
		throw new Failure('bad-arguments', 'a customer belongs to an order: name the order, too');
	return {
		email: checkEmail(email),
		expires: expires ?? null,
		...(note !== undefined && { note: checkNote(note) }),
		...(order !== undefined && { order: checkOrder(order) }),
		...(customer !== undefined && { customer: checkNote(customer) }),
		mail,
	};
}
