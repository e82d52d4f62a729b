/**
 * Loaded before the service (`bun --preload`): shifts its clock by the milliseconds in the file CLOCK_OFFSET, which a
 * test may change at any time. Timers are not affected, as when an operator sets the clock.
 */
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET ?? '';
const RealDate = Date;
const offset = () => Number(readFileSync(file, 'utf8')) || 0;
const now = () => RealDate.now() + offset();

class WrongDate extends RealDate {
	constructor(...given: []) {
		if (given.length === 0) super(now());
		else super(...given);
	}
	static override now = now;
}
globalThis.Date = WrongDate as DateConstructor;
