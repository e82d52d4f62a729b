import { addDays } from '../../text/day.ts';
import { inWords } from '../../text/day-words.ts';
import { counted } from '../../text/numbers.ts';
import { byFinding, type Claim, claim, type Lateness, stronger } from './claim.ts';
import { CurrentEvidence, firstWithDeclarations, freshDays, lastWithCommands } from './current-evidence.ts';
import type { LateMac } from './evidence.ts';
import { cleanFailure, failureKind, refusedStep, usualStep } from './failure-text.ts';
import { type LateLimits, type LateReason, lateReasonCodes, usualLateLimits } from './reasons.ts';

/** The first reason of the table that holds. */
export function latenessOf(mac: LateMac, limits: LateLimits = usualLateLimits): Lateness {
	const seen = new CurrentEvidence(mac, limits);
	for (const reason of lateReasonCodes) {
		const claim = rows[reason](seen);
		if (claim) return { reason, ...claim };
	}
	throw new Error('the last row of the table always holds');
}

/** Every reason that holds, in the order of the table. Only the first is the Mac's; tests need all. */
export function allReasons(mac: LateMac, limits: LateLimits = usualLateLimits): readonly Lateness[] {
	const seen = new CurrentEvidence(mac, limits);
	return lateReasonCodes.flatMap((reason) => {
		const claim = rows[reason](seen);
		return claim ? { reason, ...claim } : [];
	});
}

type Row = (seen: CurrentEvidence) => Claim | null;

/** What each reason needs. Their order is that of `lateReasons`. */
const rows: Readonly<Record<LateReason, Row>> = {
	gone({ mac, evidence: { contact }, limits }) {
		if (!contact || contact.value >= addDays(mac.asOf, -limits.silent_days)) return null;
		return claim(
			`Not heard from since ${inWords(contact.value)}`,
			'Find the Mac, or retire its record.',
			'strong',
			{ contact },
		);
	},
	cannot({ mac }) {
		if (!mac.isBlocked) return null;
		const record = { what: 'hardware', value: 'too old', from: 'pointrelease', day: mac.asOf } as const;
		return {
			strength: 'strong',
			sentence: 'The hardware of this Mac runs no release that the policy allows.',
			step: 'Replace it, or give it a policy for its last version.',
			evidence: [{ ...record, strength: 'strong' }],
		};
	},
	unmanaged({ mac, evidence, limits }) {
		const { managed, mdm_expires, mdm_contact, contact } = evidence;
		const step = 'Renew its MDM profile, or enroll it again.';
		if (managed?.value === false) return claim('MDM does not manage this Mac', step, 'strong', { managed });
		if (mdm_expires && mdm_expires.value < mac.asOf)
			return claim(`Its MDM profile expired on ${inWords(mdm_expires.value)}`, step, 'strong', {
				mdm_expires,
			});
		const earliest = addDays(mac.asOf, -limits.silent_days);
		if (!contact || !mdm_contact || contact.value < earliest || mdm_contact.value >= earliest) return null;
		return claim(
			`The Mac reports, but MDM has not reached it since ${inWords(mdm_contact.value)}`,
			step,
			'strong',
			{ mdm_contact, contact },
		);
	},
	'not-manageable'(seen) {
		const { mac, evidence, major } = seen;
		const { supervised, declarative } = evidence;
		const sentence = 'Update declarations do not work on this Mac';
		const step = 'Update it by hand once, and enroll it supervised.';
		if (supervised?.value === false)
			return claim(`${sentence}: it is not supervised`, step, 'strong', { supervised });
		if (declarative?.value === false)
			return claim(`${sentence}: declarative management is off`, step, 'strong', { declarative });
		if (major > 0 && major < firstWithDeclarations)
			return {
				strength: 'strong',
				sentence: `${sentence}: macOS ${mac.version} does not know them.`,
				step: 'Update it by hand once: declarations need macOS 14 and supervision.',
				evidence: [{ what: 'version', value: mac.version, from: 'inventory', day: null, strength: 'strong' }],
			};
		return byFinding(seen, 'not-manageable', sentence, step);
	},
	'maybe-done'({ mac, evidence: { contact, inventoried } }) {
		if (!contact || !inventoried) return null;
		const isBetween = (day: string | null) =>
			day !== null && day < mac.asOf && inventoried.value <= day && contact.value > day;
		if (!isBetween(mac.deadline) && !(inventoried.value < mac.released && contact.value >= mac.released))
			return null;
		return claim(
			`Its version was last read on ${inWords(inventoried.value)}, and it was in contact since: it may be done`,
			'Refresh its inventory.',
			'strong',
			{ inventoried, contact },
		);
	},
	installing(seen) {
		const install_state = seen.state('installing');
		if (!install_state || !seen.isFresh(install_state, freshDays.installing)) return null;
		return claim('It is installing now', 'Wait a day.', 'strong', { install_state });
	},
	'not-offered'(seen) {
		const { offered } = seen.evidence;
		const { failure } = seen;
		const step = 'Set the target to a release that Apple offers to this Mac.';
		if (offered && !offered.value.is_offered && seen.isAbove(offered.value.version) !== false)
			return claim(`Apple does not offer ${offered.value.version} to this Mac any more`, step, 'strong', {
				offered,
			});
		const kind = failureKind(failure?.value.text ?? null);
		return stronger(
			failure && kind?.reason === 'not-offered'
				? claim('Apple offers this Mac no such update', kind.step, kind.strength, { failure })
				: null,
			byFinding(seen, 'not-offered', 'Apple does not offer the update to this Mac', step),
		);
	},
	refused(seen) {
		const { enforcement } = seen;
		const reason = enforcement?.value.reason;
		const found = byFinding(seen, 'refused', 'It refused the declaration', refusedStep(''));
		if (enforcement?.value.valid !== 'invalid' || !reason) return found;
		// Without its version, nobody can tell whether the declaration is for a release that the Mac lacks.
		const strength = seen.isAbove(enforcement.value.version) ? 'strong' : 'medium';
		const words = `It refused the declaration: ${cleanFailure(reason)}`;
		return stronger(claim(words, refusedStep(reason), strength, { enforcement }), found);
	},
	'no-token'(seen) {
		const { mac, evidence, isAsked, date } = seen;
		const { apple_silicon, token_escrowed } = evidence;
		const step =
			'Escrow the bootstrap token: a volume owner signs in, or runs "profiles install -type bootstraptoken".';
		const words = 'No bootstrap token is escrowed, so it';
		const found = byFinding(seen, 'no-token', `${words} cannot restart by itself`, step);
		if (!apple_silicon?.value || token_escrowed?.value !== false || isAsked === false) return found;
		const isDue = seen.isPast(mac.deadline) || seen.isPast(date?.value);
		const install_state = seen.state('prepared', 'failed');
		if (!isDue && !install_state) return found;
		const used = { token_escrowed, apple_silicon, ...(install_state && { install_state }) };
		return stronger(
			isAsked
				? claim(`${words} cannot restart by itself`, step, 'strong', used)
				: claim(`${words} may be unable to restart by itself`, step, 'medium', used),
			found,
		);
	},
	'no-space'(seen) {
		const { evidence, isAsked, limits, isUpgrade } = seen;
		const step = 'Free space on the Mac.';
		const found = byFinding(seen, 'no-space', 'It has too little free space for the update', step);
		const { free_gb } = evidence;
		const needed = isUpgrade ? limits.upgrade_gb : limits.space_gb;
		// A service that does not know the free space writes 0.
		const isLow =
			free_gb && free_gb.value > 0 && free_gb.value < needed && seen.isFresh(free_gb, freshDays.space);
		if (!isLow || isAsked === false) return found;
		const kind = isUpgrade ? 'an upgrade' : 'an update';
		const words = `${shownGb(free_gb.value)} GB are free, and ${kind} ${isAsked ? 'needs' : 'may need'} about ${needed}`;
		return stronger(claim(words, step, 'medium', { free_gb }), found);
	},
	'on-battery'(seen) {
		const { failure } = seen;
		const sentence = 'Its last try stopped for lack of power';
		const kind = failureKind(failure?.value.text ?? null);
		return stronger(
			failure?.value.at && kind?.reason === 'on-battery'
				? claim(sentence, kind.step, 'medium', { failure })
				: null,
			byFinding(seen, 'on-battery', sentence, 'Connect it to power overnight.'),
		);
	},
	failing(seen) {
		const { failure } = seen;
		const { install_state: state } = seen.evidence;
		const hasFailed = state?.value === 'failed' && seen.isUnderWay ? state : null;
		const count = failure?.value.count ?? 0;
		if (failure && (hasFailed || count > 0 || failure.value.text)) {
			const text = failure.value.text && cleanFailure(failure.value.text);
			const times = count > 1 ? ` ${counted(count, 'time')}` : '';
			const last = failure.value.at === null ? '' : `, last on ${inWords(failure.value.at)}`;
			return claim(
				`The update failed${times}${last}${text ? `: ${text}` : ''}`,
				failureKind(failure.value.text)?.step ?? usualStep,
				'strong',
				{ failure, ...(state && { install_state: state }) },
			);
		}
		if (hasFailed) return claim('The update failed', usualStep, 'strong', { install_state: hasFailed });
		return byFinding(seen, 'failing', 'The plan of the management service failed', usualStep);
	},
	'past-due'(seen) {
		const { date } = seen;
		const install_state = seen.state('waiting', 'downloading', 'prepared');
		if (!date || !install_state || !seen.isPast(date.value) || !seen.wasHeardAfter(date.value)) return null;
		return claim(
			`The enforced date passed on ${inWords(date.value)}, and it is ${stateWords[install_state.value]}`,
			install_state.value === 'prepared'
				? 'Restart it while it is on power and awake.'
				: 'Leave it on, awake and on power for an hour.',
			'strong',
			{ enforced_on: date, install_state },
		);
	},
	prepared(seen) {
		const install_state = seen.state('prepared');
		if (!install_state) return null;
		const { date } = seen;
		const until = date && seen.isAhead(date.value) ? `, or wait for ${inWords(date.value)}` : '';
		return claim('The update is downloaded and waits for the restart', `Restart it now${until}.`, 'strong', {
			install_state,
			...(date && { enforced_on: date }),
		});
	},
	downloading(seen) {
		const install_state = seen.state('downloading');
		if (!install_state || !seen.isFresh(install_state, freshDays.downloading)) return null;
		const step = 'Wait; if it stays so, check its network and the content cache.';
		return claim('It is downloading the update', step, 'strong', { install_state });
	},
	enforced(seen) {
		const { date, active } = seen;
		const install_state = seen.state('waiting');
		if (!date || !seen.isAhead(date.value) || !(active || install_state)) return null;
		return claim(
			`The update is enforced on ${inWords(date.value)}`,
			`Wait for ${inWords(date.value)}: it is asked already.`,
			'strong',
			{ enforced_on: date, ...(install_state && { install_state }) },
		);
	},
	silent(seen) {
		const { active, mac } = seen;
		const { last_report } = seen.evidence;
		const step = 'Restart it; if it stays silent, renew its MDM profile.';
		const due = active?.value.date ?? null;
		const earliest = addDays(mac.asOf, -freshDays.report);
		const found = byFinding(seen, 'silent', 'It was told to update, and has not answered', step);
		if (!active || !seen.isPast(due) || !last_report || (last_report.value ?? '') >= earliest) return found;
		const since =
			last_report.value === null
				? 'has never reported on it'
				: `has not reported since ${inWords(last_report.value)}`;
		const words = `It was told to update by ${inWords(due!)}, and ${since}`;
		return stronger(claim(words, step, 'medium', { last_report, enforcement: active }), found);
	},
	hidden(seen) {
		const { mac, evidence, isAsked, major, nothingAsks } = seen;
		const { deferral } = evidence;
		if (!deferral || !nothingAsks || isAsked) return null;
		const { days, by } = deferral.value;
		if (by === 'restriction' && major > lastWithCommands) return null;
		const until = addDays(mac.released, days);
		if (days <= 0 || until <= mac.asOf) return null;
		return claim(
			`The update is deferred until ${inWords(until)}`,
			`Wait until ${inWords(until)}, or shorten the deferral.`,
			by === 'administrator' || nothingAsks.value !== null ? 'medium' : 'strong',
			{ deferral, enforcement: nothingAsks },
		);
	},
	'user-deferred'(seen) {
		const { user_deferral } = seen.evidence;
		if (!user_deferral || seen.major > lastWithCommands) return null;
		const { left, until } = user_deferral.value;
		if (!(left && left > 0) && !seen.isAhead(until)) return null;
		const rest = seen.isAhead(until) ? `until ${inWords(until!)}` : counted(left!, 'more time');
		return claim(`The user may put the update off ${rest}`, 'Set a date on which it is enforced.', 'medium', {
			user_deferral,
		});
	},
	'never-asked'({ nothingAsks }) {
		if (!nothingAsks) return null;
		const { value } = nothingAsks;
		const step = 'Add it to the scope of the update declaration.';
		if (value === null)
			return claim('Nothing asks this Mac to update', step, 'strong', { enforcement: nothingAsks });
		return claim(
			'No declaration asks this Mac for more than it has',
			'Check the scope and the target of its update declaration.',
			'medium',
			{ enforcement: nothingAsks },
		);
	},
	'not-told'({ mac, evidence }) {
		const missing = [
			!evidence.install_state && 'update state',
			!evidence.token_escrowed && 'bootstrap token',
			!evidence.free_gb && 'free space',
		].filter((column) => column !== false);
		const columns = missing.length > 0 ? missing.join(', ') : 'declarations of the Mac';
		return {
			strength: 'medium',
			sentence: 'The inventory does not say why.',
			step: mac.wouldTell ?? `Add to the inventory: ${columns}.`,
			evidence: [],
		};
	},
};

const stateWords: Readonly<Record<string, string>> = {
	waiting: 'still waiting to download',
	downloading: 'still downloading',
	prepared: 'downloaded and waits for the restart',
};

function shownGb(gb: number): string {
	return gb < 10 ? String(Math.floor(gb * 10) / 10) : String(Math.floor(gb));
}
