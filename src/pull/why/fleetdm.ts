import type { LateEvidence } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { cleanFailure } from '@pointrelease/core/src/advice/lateness/failure-text.ts';
import type { Service } from '../kind.ts';
import { memberAt, recordsAt, textAt } from '../record.ts';
import { StatusFailure } from '../session.ts';
import { type Asking, dayOfMoment, localDay, type WhyQuestions } from './why.ts';

const pageSize = 500;
const mostPages = 1000;
/** More declarations about updates than any team has. */
const mostProfiles = 20;
/** Fleet's own declaration for the minimum version of a team. It has no predicate, so verified means active. */
const ownProfile = 'Fleet macOS OS Updates';
const aboutUpdates = /software.?update|os.?update/i;

export const fleetWhy: WhyQuestions = {
	ids: { id: 'id', team: 'team_id' },
	atOnce: 1,
	parts: [
		{
			right: 'observer of the team',
			test: () => ({ path: '/api/v1/fleet/configuration_profiles?per_page=1' }),
			ask: askProfiles,
		},
	],
};

/** Declarations about updates that failed, in bulk; then the details of the Macs that failed or whose team enforces an update. */
async function askProfiles(asking: Asking): Promise<void> {
	const { service, macs } = asking;
	const teams = [...new Set(macs.map(({ ids }) => ids.team))];
	const failed = new Set<string>();
	const targets = new Map<string | undefined, Target | null>();
	for (const team of teams) {
		targets.set(team, await targetOf(service, team));
		for (const profile of await updateProfiles(service, team))
			for (const id of await hostsWith(service, profile, 'failed')) failed.add(id);
	}
	const asked = macs.filter(
		({ ids }) => ids.id !== undefined && (failed.has(ids.id) || targets.get(ids.team) !== null),
	);
	await asking.each(async (mac) => {
		const { host, at } = await service.ask({ path: `/api/v1/fleet/hosts/${mac.ids.id}` }, (body) => ({
			host: memberAt(body, 'host'),
			at: dayOfMoment(memberAt(body, 'host.last_mdm_checked_in_at') ?? memberAt(body, 'host.seen_time')),
		}));
		asking.tell(mac, enforcementOf(asking, host, { target: targets.get(mac.ids.team) ?? null, at }));
	}, asked);
}

interface Target {
	readonly version: string | null;
	readonly date: string | null;
}

/** What a team enforces; null for nothing, and for an edition without teams. */
async function targetOf(service: Service, team: string | undefined): Promise<Target | null> {
	const [path, start] =
		team === undefined ? ['/api/v1/fleet/config', ''] : [`/api/v1/fleet/teams/${team}`, 'team.'];
	try {
		return await service.ask({ path }, (body) => {
			const version = textAt(body, `${start}mdm.macos_updates.minimum_version`);
			const date = localDay(memberAt(body, `${start}mdm.macos_updates.deadline`));
			return version === null ? null : { version, date };
		});
	} catch (thrown) {
		// An observer may not read the configuration, and other editions have no teams.
		if (thrown instanceof StatusFailure) return null;
		throw thrown;
	}
}

async function updateProfiles(service: Service, team: string | undefined): Promise<readonly string[]> {
	const path = `/api/v1/fleet/configuration_profiles?per_page=${pageSize}${team === undefined ? '' : `&team_id=${team}`}`;
	const profiles = await service.ask({ path }, (body) =>
		memberAt(body, 'profiles') === null ? [] : recordsAt(body, 'profiles'),
	);
	return profiles
		.filter((profile) =>
			['name', 'identifier'].some((member) => aboutUpdates.test(textAt(profile, member) ?? '')),
		)
		.flatMap((profile) => textAt(profile, 'profile_uuid') ?? [])
		.filter((uuid) => /^[\w-]{1,100}$/.test(uuid))
		.slice(0, mostProfiles);
}

async function hostsWith(service: Service, profile: string, status: string): Promise<readonly string[]> {
	const found: string[] = [];
	for (let page = 0; page < mostPages; page++) {
		const path = `/api/v1/fleet/hosts?page=${page}&per_page=${pageSize}&order_key=id&order_direction=asc&profile_uuid=${profile}&profile_status=${status}`;
		const hosts = await service.ask({ path }, (body) => recordsAt(body, 'hosts'));
		found.push(...hosts.flatMap((host) => textAt(host, 'id') ?? []));
		if (hosts.length < pageSize) break;
	}
	return found;
}

/** A profile that failed refuses; Fleet's own that is verified enforces. The absence of a profile says nothing. */
function enforcementOf(
	asking: Asking,
	host: unknown,
	{ target, at }: { readonly target: Target | null; readonly at: string | null },
): LateEvidence {
	const profiles = memberAt(host, 'mdm.profiles');
	const updates = (Array.isArray(profiles) ? recordsAt(host, 'mdm.profiles') : []).filter(
		(profile) =>
			aboutUpdates.test(textAt(profile, 'name') ?? '') && textAt(profile, 'operation_type') !== 'remove',
	);
	const failed = updates.find((profile) => textAt(profile, 'status') === 'failed');
	const detail = failed && textAt(failed, 'detail');
	if (detail) {
		const isOwn = textAt(failed, 'name') === ownProfile;
		const { version = null, date = null } = (isOwn && target) || {};
		const state = { active: false, valid: 'invalid', reason: cleanFailure(detail) } as const;
		return { enforcement: asking.stated({ version, date, ...state }, at) };
	}
	const own = updates.find((profile) => textAt(profile, 'name') === ownProfile);
	if (!target || !own || textAt(own, 'status') !== 'verified') return {};
	const state = { active: true, valid: 'valid', reason: null } as const;
	return { enforcement: asking.stated({ ...target, ...state }, at) };
}
