import { isRecord } from '../../process/json-file.ts';
import { type Attribute, attributesFrom, attributesIn } from '../attributes.ts';
import type { JsonRecord, Kind, Service, Token } from '../kind.ts';
import {
	bytesFrom,
	countAt,
	flagFrom,
	memberAt,
	momentFrom,
	recordsAt,
	textAt,
	textFrom,
} from '../record.ts';
import { StatusFailure } from '../session.ts';
import { clientCredentials } from '../sign-in.ts';
import { jamfWhy } from '../why/jamf-pro.ts';
import { rightsOf } from '../why/why.ts';

/** The service silently cuts pages above 2,000. A tenth of that keeps five answers with extension attributes small. */
const pageSize = 200;
/** The sections of a record that are asked for. All of them need the same privilege. */
const sections = ['GENERAL', 'HARDWARE', 'OPERATING_SYSTEM', 'STORAGE', 'SECURITY', 'EXTENSION_ATTRIBUTES'];

/** An extension attribute is in the section that it is shown in, or beside the sections. */
function extensionAttributesOf(record: JsonRecord): Attribute[] {
	const sections = [record, ...['general', 'hardware', 'operatingSystem'].map((name) => record[name])];
	return sections.flatMap((section) =>
		attributesIn(memberAt(section, 'extensionAttributes'), 'name', 'values'),
	);
}

/** `userAndLocation.department` is in the section USER_AND_LOCATION. */
function sectionOf(column: string): string[] {
	const [section, member] = column.split('.');
	return member === undefined ? [] : [section!.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()];
}

export const jamfPro: Kind = {
	name: 'jamf-pro',
	title: 'Jamf Pro',
	needs: { client_id: 'text', client_secret: 'secret' },
	origins: () => ({ api: null, login: null }),
	atOnce: 5,
	permission: 'the privilege Read Computers',
	signIn,
	pager: {
		by: 'number',
		alternatives: ['v4', 'v3', 'v1'],
		request({ page }, { keep, alternative }) {
			const sectionNames = [...new Set([...sections, ...keep.flatMap(sectionOf)])];
			const query = sectionNames.map((section) => `section=${encodeURIComponent(section)}`).join('&');
			return {
				path: `/api/${alternative}/computers-inventory?${query}&page=${page}&page-size=${pageSize}&sort=id:asc`,
			};
		},
		read: (body) => ({
			rows: recordsAt(body, 'results'),
			total: countAt(body, 'totalCount'),
			next: null,
		}),
	},
	fields: {
		id: ['id'],
		name: ['general.name'],
		serial: ['hardware.serialNumber'],
		model: ['hardware.modelIdentifier'],
		model_name: ['hardware.model'],
		board: ['operatingSystem.softwareUpdateDeviceId'],
		version: ['operatingSystem.version'],
		build: ['operatingSystem.build'],
		supplement: ['operatingSystem.rapidSecurityResponse'],
		supplemental_build: ['operatingSystem.supplementalBuildVersion'],
		inventoried: ['general.reportDate'],
		contact: ['general.lastCheckIn', 'general.lastContact', 'general.lastContactTime'],
		managed(record) {
			const managed = memberAt(record, 'general.remoteManagement.managed');
			return typeof managed === 'boolean' ? managed : null;
		},
		further: {
			// A record stays when a Mac is enrolled again.
			enrolled: momentFrom('general.initialEntryDate', 'general.lastEnrolledDate'),
			mdm_expires: momentFrom('general.mdmProfileExpiration'),
			supervised: flagFrom('general.supervised'),
			user_approved: flagFrom('general.userApprovedMdm'),
			ddm_enabled: flagFrom('general.declarativeDeviceManagementEnabled'),
			bootstrap_token: textFrom('security.bootstrapTokenEscrowedStatus'),
			apple_silicon: flagFrom('hardware.appleSilicon'),
			free_bytes: bytesFrom('storage.bootDriveAvailableSpaceMegabytes', 1e6),
			...attributesFrom(extensionAttributesOf),
		},
		isMac: (record) => /mac|^$/i.test(textAt(record, 'general.platform') ?? ''),
	},
	tooWide,
};

async function signIn(service: Service): Promise<Token> {
	try {
		return await clientCredentials(service, '/api/v1/oauth/token');
	} catch (thrown) {
		// Older versions of the service have no version in this path.
		if (!(thrown instanceof StatusFailure && thrown.status === 404)) throw thrown;
		return clientCredentials(service, '/api/oauth/token');
	}
}

/** The service lists the privileges of a token. If it does not, nothing is reported. */
async function tooWide(service: Service): Promise<string | null> {
	const privileges = await service
		.ask({ path: '/api/v1/auth' }, (body) => {
			const bySite = memberAt(body, 'account.privilegesBySite');
			return isRecord(bySite) ? Object.values(bySite).flat() : [];
		})
		.catch((thrown) => {
			if (thrown instanceof StatusFailure) return [];
			throw thrown;
		});
	const needed = ['Read Computers', ...(service.connection.why ? rightsOf(jamfWhy) : [])];
	const otherPrivileges = privileges.filter((name) => typeof name === 'string' && !needed.includes(name));
	if (otherPrivileges.length === 0) return null;
	return `the API role has ${otherPrivileges.length} more privileges than ${needed.join(', ')}, for example ${otherPrivileges[0]}`;
}
