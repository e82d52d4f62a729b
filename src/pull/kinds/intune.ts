import { isRecord } from '../../process/json-file.ts';
import { type Kind, type Page, type Service, unknownFields } from '../kind.ts';
import { bytesFrom, flagFrom, momentFrom, recordsAt, textAt, textFrom } from '../record.ts';
import { reportId, uuid } from '../report-id.ts';
import { clientCredentials } from '../sign-in.ts';

const permission = 'DeviceManagementManagedDevices.Read.All';
/** For the results of a custom attribute. */
const scripts = 'DeviceManagementConfiguration.Read.All';
const usual = 'https://graph.microsoft.com';
/** Where tokens for each cloud are issued. */
const logins: Readonly<Record<string, string>> = {
	[usual]: 'https://login.microsoftonline.com',
	'https://graph.microsoft.us': 'https://login.microsoftonline.us',
	'https://dod-graph.microsoft.us': 'https://login.microsoftonline.us',
	'https://microsoftgraph.chinacloudapi.cn': 'https://login.chinacloudapi.cn',
};
const columns = [
	'id',
	'deviceName',
	'serialNumber',
	'model',
	'osVersion',
	'operatingSystem',
	'lastSyncDateTime',
	'managementState',
	'enrolledDateTime',
	'managementCertificateExpirationDate',
	'isSupervised',
	'freeStorageSpaceInBytes',
];

export const intune: Kind = {
	name: 'intune',
	title: 'Microsoft Intune',
	needs: { tenant: 'text', client_id: 'text', client_secret: 'secret' },
	options: { report_id: reportId('of the custom attribute that reports Safari’s version', uuid) },
	origins: ({ url }) => ({ api: usual, login: logins[url || usual] ?? logins[usual]! }),
	atOnce: 1,
	permission: `the application permission ${permission}, with admin consent`,
	signIn(service) {
		const { texts, api } = service.connection;
		const path = `/${encodeURIComponent(texts.tenant!)}/oauth2/v2.0/token`;
		return clientCredentials(service, path, { scope: `${new URL(api).origin}/.default` });
	},
	pager: {
		by: 'link',
		request({ next }, { keep }) {
			if (next !== null) return { path: next };
			const selected = [...new Set([...columns, ...keep.map((name) => name.split('.')[0]!)])];
			const query = new URLSearchParams({
				$filter: "operatingSystem eq 'macOS'",
				$select: selected.join(','),
			});
			return { path: `/v1.0/deviceManagement/managedDevices?${query.toString().replaceAll('+', '%20')}` };
		},
		read: readPage,
	},
	furtherLists: [
		{
			adds: 'Versions of Safari',
			permission: `the application permission ${scripts}, with admin consent`,
			isAsked: ({ texts }) => texts.report_id !== undefined,
			pager: {
				by: 'link',
				request: ({ next }, _, { texts }) => ({
					path:
						next ??
						`/beta/deviceManagement/deviceCustomAttributeShellScripts/${texts.report_id}/deviceRunStates?$expand=managedDevice($select=id)`,
				}),
				read: readPage,
			},
			id: ['managedDevice.id'],
			members: { safari: textFrom('resultMessage') },
		},
	],
	fields: {
		...unknownFields,
		name: ['deviceName'],
		serial: ['serialNumber'],
		model: ['model'],
		version: ['osVersion'],
		contact: ['lastSyncDateTime'],
		managed(record) {
			const state = textAt(record, 'managementState');
			return state === null ? null : state !== 'discovered';
		},
		further: {
			enrolled: momentFrom('enrolledDateTime'),
			mdm_expires: momentFrom('managementCertificateExpirationDate'),
			supervised: flagFrom('isSupervised'),
			free_bytes: bytesFrom('freeStorageSpaceInBytes', 1),
		},
		// If the service does not understand the filter, it answers with every device.
		isMac: (record) => /mac|^$/i.test(textAt(record, 'operatingSystem') ?? ''),
	},
	tooWide,
};

function readPage(body: unknown): Page {
	const rows = recordsAt(body, 'value');
	// The documentation spells this name in several ways. The count in the answer is that of the page.
	const name = Object.keys(body as object).find((key) => /^@odata\.nextlink$/i.test(key));
	const next = name === undefined ? null : (body as Record<string, unknown>)[name];
	return { rows, total: null, next: typeof next === 'string' && next !== '' ? next : null };
}

/** The token lists the permissions of the app. */
async function tooWide(service: Service): Promise<string | null> {
	const { header } = await service.token();
	const needed = service.connection.texts.report_id === undefined ? [permission] : [permission, scripts];
	const otherRoles = rolesIn(header.slice('Bearer '.length)).filter((role) => !needed.includes(role));
	return otherRoles.length === 0 ? null : `the app also has ${otherRoles.slice(0, 5).join(', ')}`;
}

function rolesIn(token: string): string[] {
	try {
		const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
		const roles = isRecord(claims) ? claims.roles : null;
		return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
	} catch {
		return [];
	}
}
