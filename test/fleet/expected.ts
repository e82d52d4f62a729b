/** What is made of an export, with the traps that exports of its service have. */
interface ExpectedInventory {
	readonly columns: readonly string[];
	readonly rows: number;
	readonly notMacs: number;
	readonly continued: number;
	readonly stale: number;
	/**
	 * A line for each: row, name, serial number, boards, how they were found, version, build, standing, last seen, kind of
	 * problem; a hyphen where there is none.
	 */
	readonly macs: readonly string[];
}

/** The table that Intune sends packed, and the same as a spreadsheet saved it. */
const ofIntune = {
	rows: 5,
	notMacs: 3,
	continued: 0,
	stale: 0,
	macs: [
		'2 | Anna’s MacBook Pro | C02GGGGGGG02 | 30 boards | name | 15.3.1 | 24D70 | behind | 2026-11-15 | -',
		'3 | MACMINI-CI | C02GGGGGGG03 | J473AP | model-identifier | 14.7.2 | 23H311 | ended | 2026-11-02 | -',
	],
};

/** One export of every service, by the name of its file. */
export const expected: Readonly<Record<string, ExpectedInventory>> = {
	'jamf-pro-api.json': {
		columns: [
			'board: operatingSystem.softwareUpdateDeviceId',
			'model: hardware.modelIdentifier',
			'model_name: hardware.model',
			'version: operatingSystem.version',
			'os: operatingSystem.name',
			'build: operatingSystem.build',
			'platform: general.platform',
			'name: general.name',
			'serial: hardware.serialNumber',
			'seen: general.lastContactTime',
		],
		rows: 3,
		notMacs: 0,
		continued: 0,
		stale: 0,
		macs: [
			'1 | anna-air | C02BBBBBBB01 | J413AP | board-id | 15.3.1 | 24D70 | behind | 2026-11-14 | -',
			'2 | t2-book | C02BBBBBBB02 | J152FAP | board-id | 26.7.2 | 25H300 | current | 2026-11-15 | -',
			'3 | waiting | C02BBBBBBB03 |  | - | - | - | - | - | unreadable',
		],
	},
	'jamf-pro.csv': {
		columns: [
			'model: Model Identifier',
			'model_name: Model',
			'version: Operating System Version',
			'os: Operating System',
			'build: Operating System Build',
			'name: Computer Name',
			'serial: Serial Number',
			'seen: Last Check-in',
		],
		rows: 9,
		notMacs: 0,
		continued: 3,
		stale: 1,
		macs: [
			'1 | Anna’s MacBook Air | C02AAAAAAA01 | J413AP | model-identifier | 14.7.2 | 23H311 | ended | 2026-11-14 | -',
			'4 | Front Desk iMac | C02AAAAAAA02 | J456AP | model-identifier | 26.7.2 | 25H300 | current | 2026-11-15 | -',
			'6 | Lab "B", left | C02AAAAAAA03 | Mac-E1008331FDC96864 | model-identifier | 11.6.2 | 20G314 | ended | - | -',
			'7 | Retired Mini | C02AAAAAAA04 | Mac-35C5E08120C7EEAF | model-identifier | 12.7.6 | 21H1320 | ended | 2025-01-02 | -',
			'8 | No Inventory Yet | C02AAAAAAA05 |  | - | - | - | - | 2026-11-15 | unreadable',
			`9 | =cmd|' /C calc'!A0 | C02AAAAAAA06 | J313AP | model-identifier | 14.0 | 23A344 | ended | 2026-11-15 | -`,
		],
	},
	'jamf-school.csv': {
		columns: [
			'model: Model',
			'version: OsVersion',
			'name: Name',
			'serial: SerialNumber',
			'seen: LastConnected',
		],
		rows: 5,
		notMacs: 2,
		continued: 0,
		stale: 0,
		macs: [
			'2 | Lehrer-MacBook | C02CCCCCCC01 | J313AP | name | 26.3 | - | behind | 2026-11-14 | -',
			'3 | Mac ohne Modell | C02CCCCCCC02 |  | - | 26.3 | - | - | 2026-11-10 | unreadable',
			'5 | Werkraum | C02CCCCCCC03 | J473AP | name | 15.8.2 | - | current | 2026-11-15 | -',
		],
	},
	'intune-semicolon-utf16.csv': {
		columns: [
			'model: Model',
			'version: os-version',
			'os: OS',
			'name: DEVICE_NAME',
			'serial: Serial number',
			'seen: Last check-in',
		],
		...ofIntune,
	},
	'intune.zip': {
		columns: [
			'model: Model',
			'version: OS version',
			'os: OS',
			'name: Device name',
			'serial: Serial number',
			'seen: Last check-in',
		],
		...ofIntune,
	},
	'kandji.csv': {
		columns: [
			'model: model',
			'version: os_version',
			'platform: platform',
			'name: device_name',
			'serial: serial_number',
			'seen: last_check_in',
		],
		rows: 4,
		notMacs: 1,
		continued: 0,
		stale: 0,
		macs: [
			'1 | build-01 | C02DDDDDDD01 | J773gAP | name | 26.7.2 | - | current | 2026-11-16 | -',
			'2 | design-02 | C02DDDDDDD02 | J514sAP | name | 15.8.2 | - | current | 2026-11-15 | -',
			'4 | old-air | C02DDDDDDD04 | Mac-937CB26E2E02BB01 | name | 12.7.6 | - | ended | 2026-11-01 | -',
		],
	},
	'mosyle.json': {
		columns: [
			'model: device_model',
			'model_name: device_model_name',
			'version: osversion',
			'os: os',
			'name: device_name',
			'serial: serial_number',
			'seen: date_last_beat',
		],
		rows: 3,
		notMacs: 1,
		continued: 0,
		stale: 0,
		macs: [
			'1 | Bildstelle | C02EEEEEEE01 | J313AP | model-identifier | 14.8.9 | - | ended | 2026-11-15 | -',
			'3 | Sekretariat | C02EEEEEEE03 | J457AP | model-identifier | 26.7.2 | - | current | - | -',
		],
	},
	'simplemdm.csv': {
		columns: [
			'model: product_name',
			'model_name: model_name',
			'version: os_version',
			'build: build_version',
			'name: name',
			'serial: serial_number',
			'seen: last_seen_at',
		],
		rows: 4,
		notMacs: 1,
		continued: 0,
		stale: 0,
		macs: [
			'1 | Sales 1 | C02FFFFFFF01 | J314sAP | model-identifier | 14.7.2 | 23H311 | ended | 2026-11-15 | -',
			'2 | Sales 2 | C02FFFFFFF02 | J514sAP | model-identifier | 26.3.1 | 25D2128 | behind | 2026-11-15 | -',
			'4 | Odd build | C02FFFFFFF04 | J514sAP | model-identifier | 15.3.1 | 24D70 | behind | 2026-11-15 | -',
		],
	},
	'fleet.json': {
		columns: [
			'model: hardware_model',
			'version: os_version',
			'build: build',
			'platform: platform',
			'name: hostname',
			'serial: hardware_serial',
			'seen: seen_time',
		],
		rows: 4,
		notMacs: 1,
		continued: 0,
		stale: 0,
		macs: [
			'1 | ci-1.local | C02HHHHHHH01 | J773gAP | model-identifier | 14.7.2 | 23H311 | - | 2026-11-15 | unknown',
			'3 | vm.local | ZHHHHHHH03 | VMA2MACOSAP | model-identifier | 26.7.2 | 25H300 | current | 2026-11-15 | -',
			'4 | rsr.local | C02HHHHHHH04 | J413AP | model-identifier | 13.4.1 | 22F770820b | ended | 2026-11-15 | -',
		],
	},
	'munkireport.csv': {
		columns: [
			'model: machine_model',
			'version: os_version',
			'build: buildversion',
			'name: hostname',
			'serial: serial_number',
			'seen: timestamp',
		],
		rows: 3,
		notMacs: 0,
		continued: 0,
		stale: 0,
		macs: [
			'1 | lab-01 | C02JJJJJJJ01 | Mac-AA95B1DDAB278B95 | model-identifier | 14.7.2 | 23H311 | ended | 2026-11-15 | -',
			'2 | lab-02 | C02JJJJJJJ02 | Mac-27ADBB7B4CEE8E61 | model-identifier | 10.15.7 | 19H15 | ended | 2026-11-15 | -',
			'3 | lab-03 | C02JJJJJJJ03 | Mac-7BA5B2DFE22DDD8C | model-identifier | 15.8.2 | - | current | 2026-11-15 | -',
		],
	},
	'osquery.ndjson': {
		columns: [
			'board: board_model',
			'model: hardware_model',
			'version: version',
			'build: build',
			'platform: platform',
			'name: computer_name',
			'serial: hardware_serial',
		],
		rows: 4,
		notMacs: 0,
		continued: 0,
		stale: 0,
		macs: [
			'1 | anna | C02IIIIIII01 | J413AP | board-id | 14.7.2 | 23H311 | ended | - | -',
			'2 | old | C02IIIIIII02 | Mac-06F11FD93F0323C5 | board-id | 12.7.6 | 21H1320 | ended | - | -',
			'3 |  |  |  | - | - | - | - | - | unreadable',
			'4 | plus | C02IIIIIII04 | Mac-AF89B6D9451A490B | model-identifier | 10.15.7 | 19H2026 | ended | - | -',
		],
	},
	'system-profiler.json': {
		columns: [
			'model: SPHardwareDataType.machine_model',
			'model_name: SPHardwareDataType.machine_name',
			'version: SPSoftwareDataType.os_version',
			'name: SPSoftwareDataType.local_host_name',
			'serial: SPHardwareDataType.serial_number',
		],
		rows: 1,
		notMacs: 0,
		continued: 0,
		stale: 0,
		macs: ['1 | Annas-Air | C02KKKKKKK01 | J413AP | model-identifier | 15.3.1 | 24D70 | behind | - | -'],
	},
};
