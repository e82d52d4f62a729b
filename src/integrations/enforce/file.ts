import type { MdmName } from './mdm/mdm-name.ts';

/** One file that a management service takes. */
export interface EnforcementFile {
	readonly name: string;
	readonly type: 'application/json' | 'application/yaml' | 'text/plain; charset=utf-8';
	readonly body: string;
}

/** JSON that is read in diffs. */
export function jsonFile(name: string, value: object): EnforcementFile {
	return { name, type: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` };
}

export interface FormatOptions {
	/** Whether declarations scope themselves; never unless asked for. */
	readonly activations?: boolean;
	/** The MDM whose shape declarations have. */
	readonly mdm?: MdmName;
	/** Whether deadlines that are over are enforced as they are. */
	readonly enforceOverdue?: boolean;
	/** The address of a feed in SOFA's shape that everybody may read; absent for SOFA's own. */
	readonly ownSofaUrl?: string | null;
}
