import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { CsvReader, csvLine, parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { parseDay } from '@pointrelease/core/src/text/day.ts';
import { exceededLimit } from '@pointrelease/core/src/text/json-limits.ts';
import { repeatedName } from '@pointrelease/core/src/text/repeated-name.ts';
import { meantText, shownText } from '../../../src/fleet/inventory/cells/cell-text.ts';
import {
	readCount,
	readFailureReason,
	readFlag,
	readFreeBytes,
	readPendingVersion,
	readToken,
	readUpdateState,
} from '../../../src/fleet/inventory/cells/evidence-cells.ts';
import { seenDay } from '../../../src/fleet/inventory/cells/seen-day.ts';
import { findRecords, parsePrefix } from '../../../src/fleet/inventory/json/json-path.ts';
import { readToldEvidence } from '../../../src/fleet/inventory/told-evidence.ts';
import { reportedDeclarations } from '../../../src/pull/why/jamf-pro.ts';
import { clientAddress, isNetwork, networkOf } from '../../../src/settings/client-address.ts';
import { settingsInForce } from '../../../src/settings/in-force.ts';
import { readDuration } from '../../../src/watch/duration.ts';
import { expectSound, type Target } from '../target.ts';
import { asOf, charactersOf, textOf } from './world.ts';

/** A target that reads a text without telling what it is refused for. */
const reading = (name: string, read: (text: string) => unknown, ...seeds: readonly string[]): Target => ({
	name,
	read: (bytes) => charactersOf(read(textOf(bytes))),
	seeds: () => seeds,
});

/** The variables in lines such as `PORT=8080`. */
function settingsIn(text: string) {
	const pairs = text.split('\n').map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]);
	const { inForce, problems } = settingsInForce(Object.fromEntries(pairs));
	return [inForce.map(({ value }) => value), problems];
}

export const targets: readonly Target[] = [
	reading(
		'text-csv',
		(text) => {
			const rows = parseCsv(text);
			const pieces: typeof rows = [];
			const reader = new CsvReader((row) => pieces.push(row));
			for (const character of text) reader.push(character);
			reader.end();
			expectSound(JSON.stringify(rows) === JSON.stringify(pieces), 'pieces of a table give other rows');
			const whole = rows.filter(({ fault }) => fault === null);
			const again = parseCsv(whole.map(({ cells }) => `${csvLine(cells)}\r\n`).join(''));
			const cellsOf = (all: typeof rows) => JSON.stringify(all.map(({ cells }) => cells));
			expectSound(cellsOf(whole) === cellsOf(again), 'printed rows read back as others');
			return rows;
		},
		'a,b\r\n"c ""d""",e\n',
		'"a\nb",c\r"d',
	),
	reading(
		'text-json-records',
		(text) => {
			const values = parsePrefix(text);
			return [findRecords(values), values.length];
		},
		'{"results":[{"a":{"b":[1,2]}},{"a":null}],"next":"x"}',
		'[[{"a":1}],[{"a":2}]]',
		'{"a":{"x":{"id":1},"y":{"id":2}}}',
	),
	reading(
		'text-json-limits',
		(text) => {
			const exceeded = exceededLimit(text, { depth: 4, values: 20 });
			let value: unknown;
			try {
				value = JSON.parse(text);
			} catch {
				return exceeded;
			}
			const twice = repeatedName(text);
			expectSound(twice === null || text.includes(':'), 'a name twice without a name');
			return [exceeded, twice, value];
		},
		'{"a":[1,{"b":"c\\"d"}],"a":{}}',
		'[[[[[[1]]]]]]',
	),
	reading(
		'text-day',
		(text) => {
			const columns = [
				{ dayFirst: null },
				{ dayFirst: true },
				{ dayFirst: false, dayNumbers: 0 },
				{ dayFirst: true, shortYears: { first: [1, 31], last: [20, 30], mayBeginWithYear: true } },
			] as const;
			return columns.map((column) => {
				const day = seenDay(text, { ...column, asOf });
				expectSound(day === null || parseDay(day) !== null, `the day ${day}`);
				return day;
			});
		},
		...[
			'2026-11-01',
			'01/11/2026 13:00',
			'1. November 2026',
			'3 days ago',
			'1793577600',
			'45000.5',
			'14.11.25',
		],
		...[
			'Mon Nov  2 10:00:00 CET 2026',
			'vor 2 Stunden',
			'2026-11-01T10:00:00.123+02:00',
			'20261101',
			'hace 3 días',
		],
	),
	reading(
		'text-cells',
		(text) => {
			const bytes = [readFreeBytes(text, undefined), readFreeBytes(text, 1e9), readCount(text)];
			for (const number of bytes)
				expectSound(number === undefined || (Number.isFinite(number) && number >= 0), `the number ${number}`);
			const cells = [readFlag(text), readToken(text), readUpdateState(text), readFailureReason(text)];
			return [bytes, cells, readPendingVersion(text), shownText(text), meantText(text)];
		},
		...[
			'yes',
			'12.5 GB',
			'1,234 MB',
			'Escrowed',
			'installing',
			'26.1 (25B78)',
			'SUMacError 12',
			'-1',
			'=1+1',
		],
	),
	reading(
		'text-told',
		(text) => {
			const told = readToldEvidence(text);
			expectSound(
				JSON.stringify(readToldEvidence(JSON.stringify(told))) === JSON.stringify(told),
				'told again',
			);
			return told;
		},
		'{"contact":{"value":"2026-11-01","from":"Jamf Pro","day":null},"free_gb":{"value":12,"from":"a","day":"2026-11-01"},"findings":[{"value":{"reason":"no-space","strength":"strong","word":"NO","version":null},"from":"a","day":null}]}',
		'{"enforcement":{"value":{"version":"26.1","date":null,"active":true,"valid":"valid","reason":null},"from":"a","day":null}}',
	),
	reading(
		'text-declarations',
		reportedDeclarations,
		'[{active=true, identifier=Blueprint_0a1b2c3d-0a1b-0a1b-0a1b-0a1b2c3d4e5f, valid=invalid, reasons=[{code=Error.Unknown, description=It failed, details={}}]}]',
		'[]',
	),
	reading(
		'text-addresses',
		(text) => {
			const [peer = '', ...hops] = text.split('\n');
			const client = clientAddress(['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']);
			return [client(peer, hops.join(',')), networkOf(peer), hops.map(isNetwork), hops.map(networkOf)];
		},
		'127.0.0.1\n192.0.2.1:80, [2001:db8::1]:443',
		'::ffff:10.0.0.1\n2001:db8::%en0\nfe80::1.2.3.4',
	),
	reading(
		'text-versions',
		(text) => [parseVersion(text), readDuration(text)],
		...['26.3.1', '10.15', '7.5.5', '15m', '31d', '28'],
	),
	{
		...reading(
			'text-settings',
			settingsIn,
			'PORT=8080\nDATABASE_URL=postgres://u:p@h/d?sslmode=require\nSMTP_URL=smtp://u:p@h:25\nPUBLIC_URL=https://a.example/b',
			'TRUSTED_PROXIES=10.0.0.0/8,::1\nRATE_LIMIT=600/60\nADMIN_ADDRESS=127.0.0.1:9090\nCONSOLE=https://c.example\nREMINDERS=30,7',
			'LOST_KEY=5/3600\nBACKUPS=/tmp/b,daily\nTLS_CERT=/a\nTLS_KEY=/b\nSTRIPE_WEBHOOK_SECRET=whsec_aaaaaaaaaaaaaaaaaaaaaaaa',
		),
	},
];
