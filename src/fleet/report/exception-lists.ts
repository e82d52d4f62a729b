import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import { type Exception, type Exceptions, endsSoon } from '../history/exception.ts';
import type { Judgment } from '../judging/memo.ts';

/** A Mac with an exception. */
export interface ExceptedMac extends Omit<Exception, 'valid'> {
	readonly name: string | null;
	readonly serial: string;
}

/** What became of a list of exceptions in a report. */
export interface ExceptionLists {
	/** How many exceptions the list has. */
	readonly listed: number;
	/** How many of them are for no Mac of the report: their serial numbers may be wrong. */
	readonly without_mac: number;
	/** How many Macs have an exception that has not expired. */
	readonly valid: number;
	/** The Macs whose exception has expired, so that they count again. The latest come first. */
	readonly ended: readonly ExceptedMac[];
	/** The Macs whose exception ends within 14 days. The first to end comes first. */
	readonly ending: readonly ExceptedMac[];
}

/** A Mac, as far as these lists need it. */
interface JudgedMac {
	readonly name: string;
	readonly serial: string;
	readonly judgment: Pick<Judgment, 'answer'>;
}

export function exceptionLists(
	macs: readonly JudgedMac[],
	exceptions: Exceptions,
	asOf: string,
): ExceptionLists {
	const excepted = macs.flatMap(({ name, serial, judgment }) => {
		const { exception } = judgment.answer!;
		return exception ? [{ name: name || null, serial, exception }] : [];
	});
	const listed = (has: (exception: Exception) => boolean): ExceptedMac[] =>
		excepted
			.filter(({ exception }) => has(exception))
			.map(({ name, serial, exception: { reason, owner, until } }) => ({
				name,
				serial,
				reason,
				owner,
				until,
			}));
	const byDay = (a: ExceptedMac, b: ExceptedMac) =>
		compareText(a.until, b.until) || compareText(a.serial, b.serial);
	const found = new Set(excepted.map(({ serial }) => serial.toUpperCase()));
	return {
		listed: exceptions.size,
		without_mac: exceptions.size - found.size,
		valid: excepted.filter(({ exception }) => exception.valid).length,
		ended: listed(({ valid }) => !valid).toSorted((a, b) => byDay(b, a)),
		ending: listed((exception) => endsSoon(exception, asOf)).toSorted(byDay),
	};
}

/** `4 of 6 are valid; 2 name no Mac of this report` */
export function exceptionWords({ listed, without_mac, valid, ended }: ExceptionLists): string {
	return [
		`${valid} of ${listed} ${valid === 1 ? 'is' : 'are'} valid`,
		...(ended.length > 0 ? [`${ended.length} ended, so that the Mac counts again`] : []),
		...(without_mac > 0
			? [`${without_mac} ${without_mac === 1 ? 'names' : 'name'} no Mac of this report`]
			: []),
	].join('; ');
}
