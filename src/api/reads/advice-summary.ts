import type { Advice, Policy } from '../../catalog/advice.ts';

/** The advice in plain words: where the Mac stands, what else it could run, what the policy asks. */
export function summarise(advice: Advice, policy: Policy): string {
	const sentences = [standing(advice), following(advice, policy), newest(advice), target(advice, policy)];
	return sentences.filter((sentence) => sentence !== '').join(' ');
}

function standing({ standing, version, major, latest, releasesBehind }: Advice): string {
	switch (standing) {
		case 'known':
			return releasesBehind
				? `${version} is ${count(releasesBehind, 'release')} behind ${latest!.version}, the latest of ${major} for this Mac.`
				: `${version} is the latest release of ${major} for this Mac.`;
		case 'withdrawn':
			return `${version} was withdrawn.`;
		case 'newer':
			return `${version} is newer than any release${latest ? ` of ${major}` : ''} known here.`;
		case 'unknown':
			return `No release ${version} is known.`;
		case 'not-for-board':
			return `${version} was never made for this Mac.`;
	}
}

function following({ next, daysBehind }: Advice, { asOf }: Policy): string {
	if (!next) return '';
	return `The next one, ${next.version}, had been out for ${count(daysBehind!, 'day')} on ${asOf}.`;
}

function newest({ newest, version, majorsBehind }: Advice): string {
	if (!newest) return 'No release for this Mac was out on that day.';
	if (majorsBehind > 0)
		return `This Mac runs ${count(majorsBehind, 'newer major')}, up to ${newest.version} (${newest.released}).`;
	return newest.version === version ? 'Nothing newer was made for this Mac.' : '';
}

function target({ target, meetsTarget, newest }: Advice, { deferDays, behind }: Policy): string {
	if (!newest) return '';
	const majors = behind === 0 ? 'newest major' : `${count(behind, 'major')} behind the newest`;
	const policy = deferDays === 0 ? majors : `${majors}, releases at least ${count(deferDays, 'day')} old`;
	if (!target) return `Nothing is old enough for the policy (${policy}).`;
	return meetsTarget
		? `That meets the policy (${policy}).`
		: `The policy (${policy}) asks for ${target.version}.`;
}

function count(number: number, noun: string): string {
	return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
