/** Row, name, serial number, boards, how they were found, version, build, standing, last seen, kind of problem. */
type ExpectedMac = readonly (string | number | null)[];

/** What is made of an export, with the traps that exports of its service have. */
interface ExpectedInventory {
	readonly columns: readonly string[];
	readonly rows: number;
	readonly notMacs: number;
	readonly continued: number;
	readonly stale: number;
	readonly macs: readonly ExpectedMac[];
}

/** By the name of the file. */
export type ExpectedInventories = Readonly<Record<string, ExpectedInventory>>;
