import { strToU8, Zip, ZipDeflate } from 'fflate';
import { Failure } from '../../process/failure.ts';
import type { Mac } from '../fleet.ts';
import type { Replacement } from './replacements.ts';
import type { ReportHead } from './report.ts';
import { cellsOf, tableHeads } from './result-table.ts';
import type { Summary } from './summary.ts';

export type WorkbookCell = string | number | boolean | null;

/** The most rows that a sheet of a workbook can have. */
const mostRows = 1_048_576;
const longestText = 32_767;
const flushAt = 64 * 1024;

const types =
	'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>SHEETS</Types>';
const sheetType =
	'<Override PartName="/xl/worksheets/sheetNUMBER.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>';
const rootLinks =
	'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>';
/** The second style is the bold one of column names. */
const styles =
	'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>';

/**
 * Writes a workbook sheet by sheet and row by row, and compresses it on the way. Texts are stored as texts, so that a
 * spreadsheet never runs one as a formula.
 */
export class WorkbookWriter {
	readonly #zip: Zip;
	readonly #names: string[] = [];
	#sheet: ZipDeflate | null = null;
	#xml = '';
	#rows = 0;

	constructor(write: (bytes: Uint8Array) => void) {
		this.#zip = new Zip((error, bytes) => {
			if (error) throw error;
			write(bytes);
		});
	}

	/** Ends the sheet before and begins a new one. The row of column names stays visible. */
	beginSheet(name: string, columns: readonly string[]): void {
		this.#endSheet();
		this.#names.push(name);
		this.#sheet = new ZipDeflate(`xl/worksheets/sheet${this.#names.length}.xml`, { level: 1 });
		this.#zip.add(this.#sheet);
		this.#rows = 0;
		this.#xml =
			'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>';
		this.#add(columns, ' s="1"');
	}

	addRow(cells: readonly WorkbookCell[]): void {
		this.#add(cells, '');
	}

	end(): void {
		this.#endSheet();
		const sheets = this.#names.map((_, at) => sheetType.replace('NUMBER', String(at + 1))).join('');
		this.#file('[Content_Types].xml', types.replace('SHEETS', sheets));
		this.#file('_rels/.rels', rootLinks);
		this.#file('xl/styles.xml', styles);
		const list = this.#names
			.map((name, at) => `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
			.join('');
		this.#file(
			'xl/workbook.xml',
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${list}</sheets></workbook>`,
		);
		const link = (number: number, kind: string, target: string) =>
			`<Relationship Id="rId${number}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
		const links = this.#names.map((_, at) => link(at + 1, 'worksheet', `worksheets/sheet${at + 1}.xml`));
		links.push(link(this.#names.length + 1, 'styles', 'styles.xml'));
		this.#file(
			'xl/_rels/workbook.xml.rels',
			`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
		);
		this.#zip.end();
	}

	#add(cells: readonly WorkbookCell[], style: string): void {
		if (++this.#rows > mostRows)
			throw new Failure('too-many-macs', `a sheet has room for ${mostRows} rows: --csv takes them all`);
		let xml = `<row r="${this.#rows}">`;
		for (const [at, cell] of cells.entries()) {
			if (cell === null || cell === '') continue;
			const place = `r="${columnName(at)}${this.#rows}"${style}`;
			if (typeof cell === 'number') xml += `<c ${place}><v>${cell}</v></c>`;
			else if (typeof cell === 'boolean') xml += `<c ${place} t="b"><v>${cell ? 1 : 0}</v></c>`;
			else
				xml += `<c ${place} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, longestText))}</t></is></c>`;
		}
		this.#xml += `${xml}</row>`;
		if (this.#xml.length > flushAt) this.#flush(false);
	}

	#endSheet(): void {
		if (!this.#sheet) return;
		this.#xml += '</sheetData></worksheet>';
		this.#flush(true);
		this.#sheet = null;
	}

	#flush(final: boolean): void {
		this.#sheet!.push(strToU8(this.#xml), final);
		this.#xml = '';
	}

	#file(path: string, xml: string): void {
		const file = new ZipDeflate(path, { level: 1 });
		this.#zip.add(file);
		file.push(strToU8(xml), true);
	}
}

/** 0 is A, 26 is AA. */
function columnName(at: number): string {
	return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26);
}

const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Escapes a text for XML and removes characters that XML forbids. */
function escaped(text: string): string {
	return text
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
		.toWellFormed()
		.replace(/[<>&"]/g, (mark) => marks[mark]!);
}

/** A report as a workbook: a sheet each for the Macs, the summary, the groups, the exceptions that ended or end soon, and the replacements. */
export class ReportWorkbook {
	readonly #writer: WorkbookWriter;

	/** `write` receives the file in pieces and must be synchronous. */
	constructor(write: (bytes: Uint8Array) => void, columns: readonly string[]) {
		this.#writer = new WorkbookWriter(write);
		this.#writer.beginSheet('Macs', tableHeads(columns));
	}

	addMac(mac: Mac): void {
		this.#writer.addRow(cellsOf(mac));
	}

	end(head: ReportHead, summary: Summary, replacements: readonly Replacement[]): void {
		const writer = this.#writer;
		writer.beginSheet('Summary', ['count', 'value']);
		writer.addRow(['as_of', head.as_of]);
		writer.addRow(['data_version', head.data_version]);
		for (const [name, value] of Object.entries(summary))
			if (typeof value === 'number' || typeof value === 'boolean') writer.addRow([name, value]);
		for (const { label, macs } of summary.by_version) writer.addRow([`version ${label}`, macs]);
		for (const [reason, macs] of Object.entries(summary.late_reasons ?? {}))
			writer.addRow([`late_reason ${reason}`, macs]);
		if (summary.groups) {
			const [first] = summary.groups;
			writer.beginSheet('Groups', first ? Object.keys(first) : ['label', 'macs']);
			for (const group of summary.groups) writer.addRow(Object.values(group));
		}
		if (summary.exceptions) {
			writer.beginSheet('Exceptions', ['state', 'name', 'serial', 'reason', 'owner', 'until']);
			for (const state of ['ended', 'ending'] as const)
				for (const { name, serial, reason, owner, until } of summary.exceptions[state])
					writer.addRow([state, name, serial, reason, owner, until]);
		}
		writer.beginSheet('Replacements', ['owner', 'name', 'serial', 'model_name', 'last_major', 'ends']);
		for (const { owner, name, serial, model_name, last_major, ends } of replacements)
			writer.addRow([owner, name, serial, model_name, last_major, ends]);
		writer.end();
	}
}
