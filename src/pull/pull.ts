import { createHash } from 'node:crypto';
import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../process/failure.ts';
import type { Connection, FurtherList, JsonRecord, OwnedRecord, Pager } from './kind.ts';
import { pullLimits } from './limits.ts';
import { type Further, furtherOf, macOf, type PulledMac, textAt } from './record.ts';
import { Session, type SessionOptions } from './session.ts';
import { IncompletePull, walk } from './walk.ts';
import { LateLines } from './why/late-lines.ts';

export interface PullOptions extends SessionOptions {
	/** Columns to carry through, by their path in the service's records. */
	readonly keep?: readonly string[];
	/**
	 * How urgent it is to know why a Mac is late; null for a Mac that is not. Without it, the service is not asked.
	 */
	readonly lateRank?: (mac: PulledMac) => number | null;
	/** `total` is null if the service does not say. */
	readonly onProgress?: (rows: number, total: number | null) => void;
}

/** A whole inventory, one Mac to a line of JSON. */
export interface Pulled {
	readonly macs: number;
	/** Phones, tablets and computers of others, which are left out. */
	readonly otherDevices: number;
	/** Texts that were too long, and were cut. */
	readonly cutTexts: number;
	/** What the service did not tell besides its list, in sentences. */
	readonly notes: readonly string[];
	readonly lines: readonly Uint8Array<ArrayBuffer>[];
}

/** A connection that could not be pulled as a whole. */
export interface FailedPull {
	/** With its `@`. */
	readonly source: string;
	readonly reason: string;
	readonly rows: number;
	/** Null if the service does not say. */
	readonly missing: number | null;
}

/** Columns that must never get into a report, even by mistake. */
const secretColumn = /recovery.?(?:key|lock)|password|passcode|bypass|secret|token|(?:^|[._])pin(?:$|[._])/i;

/** The longest ID of a row that is kept as it is. */
const longestKey = 64;

/** The inventory of a connection: all of it, or an `IncompletePull`. */
export async function pullInventory(connection: Connection, options: PullOptions = {}): Promise<Pulled> {
	const { keep = [] } = options;
	const refused = keep.find((name) => secretColumn.test(name));
	if (refused !== undefined)
		throw new Failure('bad-arguments', `--keep ${refused}: columns that hold secrets are never pulled`);
	const { fields, lists, title } = connection.kind;
	const { textCharacters, inventoryBytes } = options.limits ?? pullLimits;
	if (lists === 'owned')
		throw new Failure(
			'not-an-inventory',
			`@${connection.name} is ${title}, which does not know which versions Macs run: pass it as --owned @${connection.name} beside an inventory`,
		);
	const encoder = new TextEncoder();
	let lines: Uint8Array<ArrayBuffer>[] = [];
	let macs = 0;
	let otherDevices = 0;
	let cutTexts = 0;
	let bytes = 0;
	const why = new LateLines(connection, options);
	const { added, notes } = await pullFurther(connection, options);
	await pullRecords(connection, options, {
		onStart() {
			lines = [];
			macs = 0;
			otherDevices = 0;
			cutTexts = 0;
			bytes = 0;
			why.clear();
		},
		onRows(records) {
			let text = '';
			for (const record of records) {
				if (!fields.isMac(record)) {
					otherDevices++;
					continue;
				}
				macs++;
				const { mac, cut } = withCutTexts(
					macOf(record, fields, connection.name, keep, added(record)),
					textCharacters,
				);
				cutTexts += cut;
				why.add(record, mac, macs - 1);
				text += `${JSON.stringify(mac)}\n`;
			}
			const line = encoder.encode(text);
			bytes += line.length;
			if (bytes > inventoryBytes)
				throw new Failure(
					'pull-answer',
					`the inventory is larger than ${grouped(Math.floor(inventoryBytes / 1024))} KB`,
				);
			if (text !== '') lines.push(line);
		},
	});
	const told = await why.ask();
	return { macs, otherDevices, cutTexts, notes: [...notes, ...told.notes], lines: told.into(lines) };
}

/**
 * Reads the further lists that the connection asks for: what they add to each record of the first list, and a sentence for
 * each that could not be read. Without them a pull is whole, and says less.
 */
async function pullFurther(
	connection: Connection,
	options: PullOptions,
): Promise<{ added(record: JsonRecord): Further; notes: string[] }> {
	const { kind } = connection;
	const lists = kind.furtherLists?.filter(({ isAsked }) => isAsked(connection)) ?? [];
	const byMac = new Map<string, Further>();
	const notes: string[] = [];
	for (const list of lists) {
		const found = new Map<string, Further>();
		const idOf = (record: JsonRecord) => firstId(record, list.id);
		const walked = walk(new Session(connection, options), withPermission(list), {
			keep: [],
			keyOf: (record) => idOf(record) ?? JSON.stringify(record),
			onStart: () => found.clear(),
			onRows(records) {
				for (const record of records) {
					const id = idOf(record);
					if (id !== null) found.set(id, furtherOf(record, list.members));
				}
			},
		});
		const failed = await wholeOrFailed(connection, walked);
		if (failed) notes.push(`${list.adds} are not known: ${failed.reason}`);
		else for (const [id, members] of found) byMac.set(id, { ...byMac.get(id), ...members });
	}
	// Each line has the same members, so that a reader of the first lines knows all of them.
	const unknown = Object.fromEntries(
		lists.flatMap(({ members }) => Object.keys(members).map((name) => [name, null])),
	);
	const added = (record: JsonRecord) => {
		const id = firstId(record, kind.fields.id);
		const known = (id === null ? undefined : byMac.get(id)) ?? {};
		return { ...unknown, ...known };
	};
	return { added, notes };
}

/** A 403 names what the list needs, not what the first one needs. */
function withPermission({ pager, permission }: FurtherList): Pager {
	return { ...pager, request: (...at) => ({ ...pager.request(...at), permission }) };
}

/** The owned Macs that a connection lists: all of them, or an `IncompletePull`. */
export async function pullOwned(connection: Connection, options: PullOptions = {}): Promise<OwnedRecord[]> {
	const { owned, fields } = connection.kind;
	if (!owned)
		throw new Failure(
			'not-owned',
			`@${connection.name} lists the Macs that are managed, not those that are owned: expected a file or a connection of the kind apple-business`,
		);
	const { textCharacters } = options.limits ?? pullLimits;
	let macs: OwnedRecord[] = [];
	await pullRecords(connection, options, {
		onStart() {
			macs = [];
		},
		onRows(records) {
			for (const record of records) {
				if (!fields.isMac(record)) continue;
				const mac = owned(record);
				if (Object.values(mac).some((text) => text !== null && text.length > textCharacters))
					throw new Failure(
						'pull-answer',
						`a text of the list of owned Macs has more than ${grouped(textCharacters)} characters`,
					);
				macs.push(mac);
			}
		},
	});
	return macs.filter(({ serial }) => serial !== '');
}

/** The result of a pull, or why it is incomplete. */
export async function wholeOrFailed<T>({ name }: Connection, pull: Promise<T>): Promise<T | FailedPull> {
	try {
		return await pull;
	} catch (thrown) {
		if (!(thrown instanceof IncompletePull)) throw thrown;
		const { message, rows, total } = thrown;
		const missing = total === null ? null : Math.max(0, total - rows);
		return { source: `@${name}`, reason: message, rows, missing };
	}
}

/** Gives every record of a connection to `taker`, as the service has it. Store only what you need of a record. */
function pullRecords(
	connection: Connection,
	{ keep = [], onProgress, ...options }: PullOptions,
	taker: { onStart(): void; onRows(records: readonly JsonRecord[]): void },
): Promise<void> {
	const { kind, name } = connection;
	return walk(new Session(connection, options), kind.pager, {
		keep,
		keyOf: (record) => keyOf(record, kind.fields.id, () => macOf(record, kind.fields, name, [])),
		...taker,
		...(onProgress && { onProgress }),
	});
}

function firstId(record: JsonRecord, paths: readonly string[]): string | null {
	for (const path of paths) {
		const id = textAt(record, path);
		if (id !== null) return id;
	}
	return null;
}

/** The service's ID of a record; if it has none, everything that we read of the record. Of a long text, the digest. */
function keyOf(record: JsonRecord, paths: readonly string[], all: () => PulledMac): string {
	const key = firstId(record, paths) ?? JSON.stringify(all());
	return key.length <= longestKey ? key : createHash('sha256').update(key).digest('base64');
}

/** A Mac with its long texts cut, and how many there were. */
function withCutTexts(mac: PulledMac, most: number): { mac: PulledMac; cut: number } {
	const long = Object.entries(mac).filter(([, value]) => typeof value === 'string' && value.length > most);
	if (long.length === 0) return { mac, cut: 0 };
	const cutMembers = long.map(([name, value]) => [name, (value as string).slice(0, most)]);
	return { mac: { ...mac, ...Object.fromEntries(cutMembers) }, cut: long.length };
}
