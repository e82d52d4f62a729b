import { evidenceColumns } from './evidence-columns.ts';
import { type EvidenceField, evidenceFields, type Field } from './field.ts';
import { translated } from './translated-columns.ts';

/** In characters. To normalize 40,000 accents takes 13 s, and four times that for twice as many. */
const longestName = 200;

/**
 * The names of columns in exports, best first, folded by `foldColumn`: `Last Check-in`, `last_check_in` and `LastCheckIn`
 * are the same. `model` and `model_name` share a list.
 */
export const knownColumns: Readonly<Record<Exclude<Field, 'model_name'>, readonly string[]>> = {
	board: names(
		`
		softwareupdatedeviceid softwareupdateid sofwareupdateid boardid boardmodel hardwaretargettype board boardids logicboardid
		`,
		translated.board,
	),
	model: names(
		`
		modelidentifier hardwaremodelidentifier devicemodelidentifier machinemodel hardwaremodel productname
		devicemodel modelid model modelname devicemodelname machinename computermodel hardware hwmodel
		systemmodel systemproductname computersystemmodel devicemodelid marketingname modelmarketingname modelnumber modelno
		modeldescription modelfamily producttype
		`,
		translated.model,
	),
	version: names(
		`
		operatingsystemversion osversion macosversion osversionnumber productversion systemversion
		softwareversion version osversionname operatingsystemfullversion osver deviceosversion
		currentosversion platformversion systemosversion versionnumber
		`,
		translated.version,
	),
	os: names(
		`
		operatingsystem os osname operatingsystemname system osnameandversion osfullname
		operatingsystemandversion osdescription
		`,
		translated.os,
	),
	build: names(
		`
		operatingsystembuild osbuild osbuildversion operatingsystembuildversion buildversion buildnumber
		macosbuild build osbuildnumber systembuild systembuildversion osbuildid buildid
		`,
		translated.build,
	),
	supplement: names(
		`
		supplementalosversionextra operatingsystemrapidsecurityresponse rapidsecurityresponse supplement
		osversionextra osextraversion productversionextra rapidsecurityresponseversion backgroundsecurityimprovement
		operatingsystemsupplementalextraversion supplementalextraversion extraversion extra
		`,
		translated.supplement,
	),
	supplemental_build: names(
		`
		supplementalbuildversion operatingsystemsupplementalbuildversion operatingsystemsupplementalbuild
		supplementalbuild ossupplementalbuildversion
		`,
	),
	platform: names(
		`
		platform osplatform ostype platformname platformtype osfamily mdmosfamily osprefix devicefamily devicetype nodeclass
		assettypename deviceplatform devicecategory assettype category
		`,
		translated.platform,
	),
	safari: names('safariversion safari comapplesafari safarishortversion safaribundleshortversion'),
	safari_build: names('safaribuild safaribuildversion safaribundleversion safaricfbundleversion'),
	name: names(
		`
		computername generalname name devicename displayname hostname computerhostname localhostname
		assetname machine agentname systemname endpointname friendlyname devicefriendlyname fqdn dnsname
		nodename computer hostidentifier
		`,
		translated.name,
	),
	serial: names(
		`
		serialnumber serial hardwareserialnumber hardwareserial deviceserialnumber serialno
		assetserialnumber computerserialnumber biosserialnumber biosserial serialnum hwserial systemserialnumber machineserialnumber
		`,
		translated.serial,
	),
	seen: inUtcToo(
		names(
			`
		lastcheckin lastcontacttime lastconnected datelastbeat lastseenat lastseen seentime lastcheckindate
		lastcheckintime lastcontact lastsync lastsyncdatetime lastinventoryupdate lastreport reporttimestamp
		timestamp seen lastonline lastreported lastreportedat lastreportedtime lastactive lastactivity
		lastcommunicated lastcommunication lastcommunicationtime lastcontactedtime lastcontactdate
		lastupdated lastupdate lastupdatetime lastagentcontact agentlastseen lastseendate lastseentime
		lastseenon lastseenutc lastreporttime lastscan lastscantime lastsuccessfulscan lastinventory
		lastinventorydate lasthardwarescan lasthardwarescandate lastrefreshtime lastregistration eidlastseen lastcheckedin lastcheckedintime lastaudit lastheardfrom lastenrolled unixtime
		`,
			translated.seen,
		),
	),
	inventoried: names(
		`
		lastinventoryupdate lastinventory lastinventorydate lastcollectedat dateinfo detailupdatedat generalreportdate inventoried
		`,
		translated.inventoried,
	),
	...evidenceNames(),
};

function evidenceNames() {
	const columns: Partial<Record<EvidenceField, readonly string[]>> = {};
	for (const field of evidenceFields) columns[field] = names(evidenceColumns[field]);
	return columns as Record<EvidenceField, readonly string[]>;
}

/** Some services add the zone to the names of all columns with days: `Last connected (UTC)`. */
function inUtcToo(columns: readonly string[]): string[] {
	return columns.flatMap((column) => [column, `${column}utc`]);
}

/** The names of all fields. */
export const allKnownColumns: ReadonlySet<string> = new Set(Object.values(knownColumns).flat());

function names(...texts: readonly string[]): string[] {
	return [...new Set(texts.join(' ').trim().split(/\s+/).map(foldColumn))];
}

/** Folds the name of a column: lower case, no accents, no separators, no Japanese sign for a long vowel, which is optional. */
export function foldColumn(name: string): string {
	return name
		.slice(0, longestName)
		.normalize('NFKD')
		.replace(/[\u0300-\u036f]/g, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+|ー/gu, '');
}

/** The form of the cells of a field. Fields without an entry are recognized by the name of their column alone. */
export const looks: Partial<Record<Field, RegExp>> = {
	board: /^(?:Mac-[0-9A-F]{8,16}|[JX]\d{2,4}[a-z]{0,4}AP|VMA2MACOSAP|VMM-x86_64)$/i,
	model:
		/^(?:Mac|iMac|iMacPro|MacBook|MacBookAir|MacBookPro|Macmini|MacPro|Xserve|RackMac|PowerMac|PowerBook|iBook|VirtualMac)\d{1,2}[,.]\d{1,2}$/i,
	version: /^(?:(?:macOS|Mac OS X|OS X)\s*)?(?:1\d|[2-9]\d)\.\d{1,2}(?:\.\d{1,2})?(?:\s*\(\w{1,8}\))*$/i,
	build: /^\d{1,2}[A-Z]\d{1,5}[a-z]?$/,
	serial: /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{10,12}$/,
};
