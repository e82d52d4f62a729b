import type { Field } from './field.ts';

/**
 * What exports call their columns, best first, without case and separators: `Last Check-in`, `last_check_in` and
 * `LastCheckIn` are one. `model` and `model_name` share a list: an export has one of them or both.
 */
export const knownColumns: Readonly<Record<Exclude<Field, 'model_name'>, readonly string[]>> = {
	board: ['softwareupdatedeviceid', 'boardid', 'boardmodel', 'hardwaretargettype'],
	model: [
		'modelidentifier',
		'hardwaremodelidentifier',
		'devicemodelidentifier',
		'machinemodel',
		'hardwaremodel',
		'productname',
		'devicemodel',
		'modelid',
		'model',
		'modelname',
		'devicemodelname',
		'machinename',
		'computermodel',
		'hardware',
	],
	version: [
		'operatingsystemversion',
		'osversion',
		'macosversion',
		'osversionnumber',
		'productversion',
		'systemversion',
		'softwareversion',
		'version',
	],
	os: ['operatingsystem', 'os', 'osname', 'operatingsystemname', 'system'],
	build: [
		'operatingsystembuild',
		'osbuild',
		'osbuildversion',
		'operatingsystembuildversion',
		'buildversion',
		'buildnumber',
		'macosbuild',
		'build',
	],
	supplement: ['supplementalosversionextra', 'operatingsystemrapidsecurityresponse', 'rapidsecurityresponse'],
	platform: ['platform', 'osplatform', 'ostype', 'devicefamily', 'devicetype', 'platformname'],
	name: [
		'computername',
		'generalname',
		'name',
		'devicename',
		'displayname',
		'hostname',
		'computerhostname',
		'localhostname',
	],
	serial: [
		'serialnumber',
		'serial',
		'hardwareserialnumber',
		'hardwareserial',
		'deviceserialnumber',
		'serialno',
	],
	seen: [
		'lastcheckin',
		'lastcontacttime',
		'lastconnected',
		'datelastbeat',
		'lastseenat',
		'lastseen',
		'seentime',
		'lastcheckindate',
		'lastcheckintime',
		'lastcontact',
		'lastsync',
		'lastsyncdatetime',
		'lastinventoryupdate',
		'lastreport',
		'reporttimestamp',
		'timestamp',
	],
};

/** The name of a column without case and separators. */
export function foldColumn(name: string): string {
	return name
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What the cells of a field look like; those without an entry are known by the name of their column alone. */
export const looks: Partial<Record<Field, RegExp>> = {
	board: /^(?:Mac-[0-9A-F]{8,16}|[JX]\d{2,4}[a-z]{0,4}AP|VMA2MACOSAP|VMM-x86_64)$/i,
	model:
		/^(?:Mac|iMac|iMacPro|MacBook|MacBookAir|MacBookPro|Macmini|MacPro|Xserve|RackMac|PowerMac|PowerBook|iBook|VirtualMac)\d{1,2},\d{1,2}$/i,
	version: /^(?:(?:macOS|Mac OS X|OS X)\s*)?(?:1\d|[2-9]\d)\.\d{1,2}(?:\.\d{1,2})?(?:\s*\(\w{1,8}\))*$/i,
	build: /^\d{1,2}[A-Z]\d{1,5}[a-z]?$/,
	serial: /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10,12}$/,
};
