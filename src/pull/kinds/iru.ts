import { type Kind, unknownFields } from '../kind.ts';
import { countAt, recordsAt, textAt } from '../record.ts';
import { bearer } from '../sign-in.ts';

/** The most that the service gives at a time. */
const pageSize = 300;

export const iru: Kind = {
	name: 'iru',
	title: 'Iru (Kandji)',
	needs: { token: 'secret' },
	origins: () => ({ api: null, login: null }),
	atOnce: 1,
	permission: 'the token permission Device information of Prism',
	signIn: bearer,
	pager: {
		by: 'number',
		request: ({ rows }) => ({
			path: `/api/v1/prism/device_information?device_families=Mac&limit=${pageSize}&offset=${rows}&sort_by=serial_number`,
		}),
		read: (body) => ({ rows: recordsAt(body, 'data'), total: countAt(body, 'total'), next: null }),
	},
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
		isMac: (record) => /mac|^$/i.test(textAt(record, 'device__family') ?? ''),
	},
	tooWide: async (service) =>
		(await service.isAllowed('/api/v1/blueprints?limit=1')) ? 'the token may also list blueprints' : null,
};
