import { Database as Handle } from 'bun:sqlite';
import { currentProcess } from './simulation.ts';

/** `bun:sqlite` for simulated processes: the system closes the files of a process that is killed, which frees its locks. */
export class Database extends Handle {
	constructor(...parts: ConstructorParameters<typeof Handle>) {
		super(...parts);
		currentProcess()?.atDeath.push(() => this.close());
	}
}
