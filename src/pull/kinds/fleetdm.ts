import { readAppleSilicon } from '../../fleet/inventory/cells/evidence-cells.ts';
import { BadAnswer, type JsonRecord, type Kind, type Service, unknownFields } from '../kind.ts';
import { bytesFrom, countAt, momentFrom, recordsAt, textAt, textFrom } from '../record.ts';
import { number, reportId } from '../report-id.ts';
import { StatusFailure } from '../session.ts';
import { bearer } from '../sign-in.ts';

const pageSize = 500;

export const fleetdm: Kind = {
	name: 'fleetdm',
	title: 'Fleet (fleetdm)',
	needs: { token: 'secret' },
	options: {
		report_id: reportId('of the query that reports Safari’s version and pending updates', number),
	},
	origins: () => ({ api: null, login: null }),
	atOnce: 1,
	permission: 'the global role observer of an API-only user',
	signIn: bearer,
	pager: {
		by: 'number',
		request: ({ page }) => ({
			path: `/api/v1/fleet/hosts?page=${page}&per_page=${pageSize}&order_key=id&order_direction=asc`,
		}),
		read: (body) => ({ rows: recordsAt(body, 'hosts'), total: null, next: null }),
		count: {
			request: { path: '/api/v1/fleet/hosts/count' },
			read(body) {
				const count = countAt(body, 'count');
				if (count === null) throw new BadAnswer('the answer has no count of hosts');
				return count;
			},
		},
	},
	fields: {
		...unknownFields,
		name: ['computer_name', 'display_name', 'hostname'],
		serial: ['hardware_serial'],
		model: ['hardware_model'],
		version: ['os_version'],
		build: ['build'],
		inventoried: ['detail_updated_at'],
		contact: ['last_mdm_checked_in_at', 'seen_time'],
		managed(record) {
			const status = textAt(record, 'mdm.enrollment_status');
			return status === null ? null : /^on\b/i.test(status);
		},
		further: {
			enrolled: momentFrom('last_enrolled_at'),
			mdm_contact: momentFrom('last_mdm_checked_in_at'),
			apple_silicon: (record) => readAppleSilicon(textAt(record, 'cpu_type') ?? '') ?? null,
			free_bytes: bytesFrom('gigs_disk_space_available', 1e9),
		},
		isMac: (record) => /darwin|^$/i.test(textAt(record, 'platform') ?? ''),
	},
	furtherLists: [
		{
			adds: 'Safari and pending updates',
			permission: 'the global role observer of an API-only user',
			isAsked: ({ texts }) => texts.report_id !== undefined,
			pager: {
				by: 'link',
				alternatives: ['queries', 'reports'],
				request: (_, { alternative }, { texts }) => ({
					path: `/api/v1/fleet/${alternative}/${texts.report_id}/report`,
				}),
				read: (body) => ({ rows: recordsAt(body, 'results'), total: null, next: null }),
			},
			id: ['host_id'],
			members: {
				safari: safariOf,
				pending_version: textFrom('columns.pending_version'),
				pending_date: textFrom('columns.pending_date'),
				declarations: textFrom('columns.declarations'),
				deferral_days: textFrom('columns.deferral_days'),
			},
		},
	],
	tooWide,
};

/** The version, with the bundle version in brackets if the query has it. */
function safariOf(record: JsonRecord): string | null {
	const [version, build] = ['safari', 'safari_build'].map((name) => textAt(record, `columns.${name}`));
	return version && build ? `${version} (${build})` : (version ?? null);
}

/** A user that is limited to the list of hosts may not ask about itself. */
async function tooWide(service: Service): Promise<string | null> {
	const role = await service
		.ask({ path: '/api/v1/fleet/me' }, (body) => textAt(body, 'user.global_role'))
		.catch((thrown) => {
			if (thrown instanceof StatusFailure) return null;
			throw thrown;
		});
	return role === null || role === 'observer' ? null : `the user has the role ${role}`;
}
