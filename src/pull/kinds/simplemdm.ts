import { readAppleSilicon } from '../../fleet/inventory/cells/evidence-cells.ts';
import { type Attribute, attributesFrom, attributesIn } from '../attributes.ts';
import { BadAnswer, type JsonRecord, type Kind, unknownFields } from '../kind.ts';
import { bytesFrom, flagFrom, memberAt, momentFrom, recordsAt, textAt } from '../record.ts';

const pageSize = 100;
const otherDevices = /^(?:iPhone|iPad|iPod|AppleTV|Watch|RealityDevice|AudioAccessory)/i;

/** Attributes that are marked as secret are left out by the service. */
function customAttributesOf(record: JsonRecord): Attribute[] {
	const values = memberAt(record, 'relationships.custom_attribute_values.data');
	const named = Array.isArray(values)
		? values.map((entry) => ({ name: textAt(entry, 'id'), value: textAt(entry, 'attributes.value') }))
		: [];
	return attributesIn(named, 'name', 'value');
}

export const simplemdm: Kind = {
	name: 'simplemdm',
	title: 'SimpleMDM',
	needs: { token: 'secret' },
	origins: () => ({ api: 'https://a.simplemdm.com', login: null }),
	atOnce: 1,
	permission: 'the API key right Devices: read',
	async signIn({ connection }) {
		const key = Buffer.from(`${connection.secrets.token!.reveal()}:`).toString('base64');
		return { header: `Basic ${key}`, lifetime: null };
	},
	pager: {
		by: 'link',
		request: ({ next }) => ({
			path: `/api/v1/devices?limit=${pageSize}${next === null ? '' : `&starting_after=${encodeURIComponent(next)}`}`,
		}),
		read(body) {
			const rows = recordsAt(body, 'data');
			const hasMore = memberAt(body, 'has_more');
			if (typeof hasMore !== 'boolean')
				throw new BadAnswer('the answer does not say whether there are further pages');
			const last = rows.length === 0 ? null : textAt(rows.at(-1), 'id');
			if (hasMore && last === null)
				throw new BadAnswer('the page says that more follow, but names no last device');
			return { rows, total: null, next: hasMore ? last : null };
		},
	},
	fields: {
		...unknownFields,
		name: ['attributes.name', 'attributes.device_name'],
		serial: ['attributes.serial_number'],
		model: ['attributes.product_name'],
		model_name: ['attributes.model_name'],
		version: ['attributes.os_version'],
		build: ['attributes.build_version'],
		supplement: ['attributes.supplemental_os_version_extra'],
		supplemental_build: ['attributes.supplemental_build_version'],
		contact: ['attributes.last_seen_at'],
		managed(record) {
			const status = textAt(record, 'attributes.status');
			return status === null ? null : status === 'enrolled';
		},
		further: {
			enrolled: momentFrom('attributes.enrolled_at'),
			supervised: flagFrom('attributes.is_supervised'),
			user_approved: flagFrom('attributes.is_user_approved_enrollment'),
			ddm_enabled: flagFrom('attributes.ddm_enabled'),
			apple_silicon: (record) =>
				readAppleSilicon(textAt(record, 'attributes.processor_architecture') ?? '') ?? null,
			free_bytes: bytesFrom('attributes.available_device_capacity', 1e9),
			...attributesFrom(customAttributesOf),
		},
		// A device that waits for enrollment has neither model nor version.
		isMac(record) {
			const model = textAt(record, 'attributes.product_name');
			return model === null
				? !/^awaiting/i.test(textAt(record, 'attributes.status') ?? '')
				: !otherDevices.test(model);
		},
	},
	tooWide: async (service) =>
		(await service.isAllowed('/api/v1/apps?limit=1')) ? 'the API key may also list apps' : null,
};
