import { temporaryState } from '../live.ts';
import { hardLimit, hold } from '../slow/holder.ts';
import { certificateFolder } from '../tls/secure-service.ts';
import { type Part, startNormal } from './normal-client.ts';
import { startSoaked } from './service.ts';
import { mostSlower } from './troubled-soak.ts';

/** What one address costs that holds idle connections beside a paying client. */
export interface IdleReport {
	opened: number;
	/** Of these, how many the service had at the end. */
	kept: number;
	/** Resident megabytes before and at the end. */
	before: number;
	megabytes: number;
	/** The paying client before, while the connections are opened, and while they are held. */
	quiet: Part;
	opening: Part;
	held: Part;
}

/** Files for everything else in the process that holds the connections, and in the service. */
const otherFiles = 1_000;
/** As many as a process here may hold. A connection with TLS costs its client much more memory than the service. */
export const mostIdle = { plain: Math.min(hardLimit, 20_000) - otherFiles, tls: 9_000 } as const;

/** Holds connections that ask once in 15 s, so that the service never ends them, while a normal client asks. */
export async function idleConnections(
	count: number,
	tls: boolean,
	milliseconds: number,
): Promise<IdleReport> {
	const state = temporaryState();
	const certificates = certificateFolder();
	const service = await startSoaked({
		PATH: process.env.PATH ?? '',
		PORT: '0',
		FEEDS: 'off',
		POINTRELEASE_STATE: state.folder,
		...(tls && certificates.env),
	});
	try {
		const { address, key } = service;
		const normal = startNormal(address, key);
		await Bun.sleep(milliseconds);
		const [files, before] = [service.openFiles(), service.resident()];
		normal.next();
		const port = Number(new URL(address).port);
		const holder = await hold({ port, key, form: 'kept', count, tls, localAddress: '127.0.0.2' });
		normal.next();
		await Bun.sleep(milliseconds);
		const [kept, megabytes] = [service.openFiles() - files, service.resident()];
		const [quiet, opening, held] = (await normal.stop()) as [Part, Part, Part];
		await holder.release();
		return { opened: holder.opened, kept, before, megabytes, quiet, opening, held };
	} finally {
		await service.kill();
		certificates.remove();
		state.remove();
	}
}

/** Resident megabytes that a service may have with as many connections as its process may hold. */
const mostMegabytes = 500;

/** The faults of a report. Times count only if asked for, because machines differ. */
export function idleVerdict(count: number, report: IdleReport, timed: boolean): string[] {
	const { opened, kept, megabytes, quiet, opening, held } = report;
	const wrong: string[] = [];
	if (opened < count) wrong.push(`only ${opened} of ${count} connections were accepted`);
	if (kept < opened) wrong.push(`the service ended ${opened - kept} of ${opened} connections`);
	if (megabytes > mostMegabytes) wrong.push(`${Math.round(megabytes)} MB resident: at most ${mostMegabytes}`);
	const wrongAnswers = quiet.wrong + opening.wrong + held.wrong;
	if (wrongAnswers > 0) wrong.push(`a normal client got ${wrongAnswers} wrong answers`);
	const slower = held.p99 / quiet.p99;
	if (timed && slower > mostSlower)
		wrong.push(`p99 of a normal client is ${slower.toFixed(1)} times its quiet value: at most ${mostSlower}`);
	return wrong;
}
