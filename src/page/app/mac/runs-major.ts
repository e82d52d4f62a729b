import type { Tone } from '@pointrelease/core/src/advice/standing/tone.ts';
import { compareVersions, parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import type { AdviceRecord, BoardRecord } from '../service/records.ts';
import { prospectOfMac } from './macs.ts';

/** The answer to "does this Mac run it?", in place of an update status. */
export interface RunsAnswer {
	readonly tone: Tone;
	readonly headline: string;
	readonly words: string;
}

/** Whether a Mac runs a major version. Says nothing of the installed version, so it is never green. */
export function runsMajor(mac: BoardRecord, asked: string): RunsAnswer {
	const { majors, latest_version: latest } = mac;
	const running = majors.find(({ major }) => major === asked);
	if (running)
		return {
			tone: 'neutral',
			headline: `Yes, up to ${running.latest_version}`,
			words: `This Mac runs ${running.system_name}. ${prospectOfMac(mac)}.`,
		};
	const [first, last] = [majors[0]!, majors.at(-1)!];
	const words = `This Mac cannot run ${asked}. ${prospectOfMac(mac)}.`;
	if (isBelow(asked, first.major))
		return {
			tone: 'neutral',
			headline: `No. Its first ${systemOf(first)} is ${first.first_version}`,
			words,
		};
	return { tone: 'ended', headline: `No. Its last ${systemOf(last)} is ${latest}`, words };
}

/**
 * The answer to an installed version that names a major version, or a release of a major version that the Mac cannot run;
 * null for all others, which have an update status.
 */
export function answerToMajor(
	mac: BoardRecord,
	{ version, major, version_standing: standing, support, action, headline }: AdviceRecord,
): RunsAnswer | null {
	const exists = support !== null;
	if (!exists || (standing !== 'unknown' && standing !== 'not-for-board')) return null;
	const running = mac.majors.find((candidate) => candidate.major === major);
	if (!running) return runsMajor(mac, major);
	if (version !== major) return null;
	const words = `${major} is a major version: enter a release such as ${running.latest_version} to see the update status.`;
	// All releases of an unsupported major version have the same advice.
	return { ...runsMajor(mac, major), words: action === 'check' ? words : `${words} ${headline}.` };
}

/** `macOS` for `macOS 15`, `Mac OS X` for `Mac OS X 10.4`. */
function systemOf({ system_name: name, major }: BoardRecord['majors'][number]): string {
	return name.replace(major, '').trim();
}

function isBelow(major: string, first: string): boolean {
	const [asked, lowest] = [parseVersion(major), parseVersion(first)];
	return asked !== null && lowest !== null && compareVersions(asked, lowest) < 0;
}
