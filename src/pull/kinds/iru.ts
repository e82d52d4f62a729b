import { type Kind, type Pager, unknownFields } from '../kind.ts';
import { countAt, flagFrom, flagIn, momentFrom, recordsAt, textAt } from '../record.ts';
import { reportId, safariIn, uuid } from '../report-id.ts';
import { bearer } from '../sign-in.ts';

/** The most that the service gives at a time. */
const pageSize = 300;

function prismPager(category: string): Pager {
	return {
		by: 'number',
		request: ({ rows }) => ({
			path: `/api/v1/prism/${category}?device_families=Mac&limit=${pageSize}&offset=${rows}&sort_by=serial_number`,
		}),
		read: (body) => ({ rows: recordsAt(body, 'data'), total: countAt(body, 'total'), next: null }),
	};
}

export const iru: Kind = {
	name: 'iru',
	title: 'Iru (Kandji)',
	needs: { token: 'secret' },
	options: {
		update_item: {
			about: 'the ID of the library item that manages macOS, for `why`',
			pattern: uuid,
		},
		report_id: reportId('of the library item of the custom script that reports Safari’s version', uuid),
	},
	origins: () => ({ api: null, login: null }),
	atOnce: 1,
	permission: 'the token permission Device information of Prism',
	signIn: bearer,
	pager: prismPager('device_information'),
	fields: {
		...unknownFields,
		id: ['device_id'],
		name: ['device__name', 'device_name'],
		serial: ['serial_number'],
		model: ['model_id'],
		model_name: ['model_name'],
		version: ['os_version'],
		build: ['os_build'],
		supplement: ['supplemental_os_version_extra'],
		supplemental_build: ['supplemental_build_version'],
		inventoried: ['last_collected_at'],
		contact: ['last_checkin'],
		managed: (record) => flagIn(record, 'mdm_enabled'),
		further: {
			mdm_contact: momentFrom('last_checkin_mdm'),
			apple_silicon: flagFrom('apple_silicon'),
		},
		isMac: (record) => /mac|^$/i.test(textAt(record, 'device__family') ?? ''),
	},
	furtherLists: [
		{
			adds: 'Bootstrap tokens',
			permission: 'the token permission Startup settings of Prism',
			isAsked: () => true,
			pager: prismPager('startup_settings'),
			id: ['device_id'],
			members: { bootstrap_token: flagFrom('bootstrap_token_escrowed') },
		},
		{
			adds: 'Versions of Safari',
			permission: 'the token permission Library item statuses',
			isAsked: ({ texts }) => texts.report_id !== undefined,
			pager: {
				by: 'number',
				request: ({ rows }, _, { texts }) => ({
					path: `/api/v1/library/library-items/${texts.report_id}/status?limit=${pageSize}&offset=${rows}`,
				}),
				read: (body) => ({ rows: recordsAt(body, 'results'), total: countAt(body, 'count'), next: null }),
			},
			id: ['computer.id'],
			// A custom script has its output in the log of the audit; other lines there are Iru's own.
			members: { safari: (record) => safariIn(textAt(record, 'last_audit_log') ?? textAt(record, 'log')) },
		},
	],
	tooWide: async (service) =>
		(await service.isAllowed('/api/v1/blueprints?limit=1')) ? 'the token may also list blueprints' : null,
};
