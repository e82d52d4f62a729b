import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { version } from '../../../../package.json' with { type: 'json' };
import type { Database } from '../../../database/database.ts';
import { backupsIn, readBackupRecord } from '../../../licenses/backup-plan.ts';
import type { ServiceRecord } from '../../../page/console/records.ts';
import { Failure } from '../../../process/failure.ts';
import { settingsInForce } from '../../../settings/in-force.ts';
import type { Settings } from '../../../settings/settings.ts';
import { nodeName } from '../../nodes.ts';
import { readCertificates } from '../../tls/certificate.ts';
import { listSessions, sealedNow } from '../access.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import type { ConsoleParts } from '../parts.ts';
import { listTokens } from '../tokens.ts';

/** A node that was silent for so long does not run, in milliseconds: it says every minute that it does. */
const silentAfter = 180_000;
const begun = Date.now();

async function servicePage(_: Asked, { settings, env, licenses }: ConsoleParts): Promise<ServiceRecord> {
	const { readFindings } = await import('../../todo/todo.ts');
	const findings = await readFindings(settings, env, licenses.database);
	return {
		release: version,
		findings: findings.map(({ check, state, found, advice = null, kind = null, about = null }) => ({
			check,
			state,
			found,
			advice,
			kind,
			about,
		})),
		settings: settingsInForce(env).inForce.map(({ setting, value, source }) => ({
			name: setting.name,
			value,
			differs: source === 'environment' && value !== (setting.default ?? null),
			does: plain(setting.does),
			without: setting.without === undefined ? null : plain(setting.without),
		})),
		nodes: await nodesOf(licenses.database, settings),
		backups: backupsOf(settings),
		certificates: certificatesOf(settings),
		...(await accessOf(licenses)),
	};
}

/** Who is signed in, and which programs have a token. */
async function accessOf(
	licenses: ConsoleParts['licenses'],
): Promise<Pick<ServiceRecord, 'sessions' | 'tokens'>> {
	const { database } = licenses;
	const moment = (milliseconds: number) => new Date(milliseconds).toISOString();
	return {
		sessions: (await listSessions(database, sealedNow(licenses))).map(({ name, mayWrite, begun, ends }) => ({
			name,
			may_write: mayWrite,
			begun: moment(begun),
			ends: moment(ends),
		})),
		tokens: (await listTokens(database)).map(({ name, may, perDay, made, usedToday }) => ({
			name,
			may,
			per_day: perDay,
			used_today: usedToday,
			made,
		})),
	};
}

/** Code is marked by backticks, which the page does not draw. */
function plain(text: string): string {
	return text.replaceAll('`', '');
}

async function nodesOf(database: Database, { port }: Settings): Promise<ServiceRecord['nodes']> {
	const moment = (value: number | string) => new Date(Number(value)).toISOString();
	const now = await database.now();
	const own = {
		name: nodeName(port),
		release: version,
		started: moment(begun),
		seen: moment(now),
		here: true,
	};
	if (database.kind === 'sqlite') return [own];
	const rows = await database.rows<{ name: string; release: string; started: string; seen: string }>(
		'SELECT name, release, started, seen FROM service_nodes WHERE seen > $1 ORDER BY name',
		[now - silentAfter],
	);
	const others = rows.filter(({ name }) => name !== own.name);
	return [
		own,
		...others.map(({ name, release, started, seen }) => ({
			name,
			release,
			started: moment(started),
			seen: moment(seen),
			here: false,
		})),
	];
}

function backupsOf({ backup: plan, stateFolder }: Settings): ServiceRecord['backups'] {
	const { made, folder, verified, failed } = readBackupRecord(stateFolder);
	const hours = plan !== null && plan !== 'elsewhere' ? plan.every / 3_600_000 : 0;
	const words =
		plan === null || plan === 'elsewhere'
			? plan && 'Made by other means'
			: `${plan.folder}, every ${hours} h, the last ${plan.keep} are kept`;
	return {
		plan: words,
		made,
		folder,
		verified,
		failed: failed?.reason ?? null,
		kept: plan === null || plan === 'elsewhere' ? [] : backupsIn(plan.folder).toReversed(),
	};
}

function certificatesOf({ tls }: Settings): ServiceRecord['certificates'] {
	if (!tls) return [];
	try {
		return readCertificates(tls).map(({ file, names, addresses, begins, expires }) => ({
			file,
			names: [...names, ...addresses],
			begins: dayTextAt(begins),
			expires: dayTextAt(expires),
		}));
	} catch (thrown) {
		// The findings say what is wrong with them.
		if (thrown instanceof Failure) return [];
		throw thrown;
	}
}

export const serviceRoutes: readonly DataRoute[] = [
	{ method: 'GET', path: '/service', access: 'reads', answer: servicePage },
];
