import { Database } from 'bun:sqlite';
import type { EnforcementFile } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { parse } from 'yaml';

interface Fleet {
	readonly labels: readonly { readonly name: string; readonly query: string }[];
	readonly controls?: {
		readonly apple_settings: {
			readonly configuration_profiles: readonly {
				readonly path: string;
				readonly labels_include_any: readonly string[];
			}[];
		};
	};
}

/** The declarations that Fleet gives each Mac, by `model version`: each label's query runs once, over all Macs. */
export function fleetdmDeclarations(
	[whole, ...files]: readonly EnforcementFile[],
	macs: readonly { readonly model: string; readonly version: string }[],
): Map<string, { version: string; date: string }[]> {
	const { labels, controls } = parse(whole!.body) as Fleet;
	const database = new Database(':memory:');
	database.run('CREATE TABLE system_info (mac TEXT, hardware_model TEXT)');
	database.run('CREATE TABLE os_version (mac TEXT, major INTEGER, minor INTEGER, patch INTEGER)');
	const addModel = database.prepare('INSERT INTO system_info VALUES (?, ?)');
	const addVersion = database.prepare('INSERT INTO os_version VALUES (?, ?, ?, ?)');
	database.transaction(() => {
		for (const { model, version } of macs) {
			const mac = `${model} ${version}`;
			const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
			addModel.run(mac, model);
			addVersion.run(mac, major, minor, patch);
		}
		database.run('CREATE INDEX of_mac ON os_version (mac)');
	})();
	const declarations = new Map<string, { version: string; date: string }[]>();
	for (const { path, labels_include_any: names } of controls?.apple_settings.configuration_profiles ?? []) {
		const { query } = labels.find(({ name }) => name === names[0])!;
		const { Payload: payload } = JSON.parse(files.find(({ name }) => `./${name}` === path)!.body);
		const ofAll = query.replace(
			'SELECT 1 FROM os_version, system_info WHERE ',
			'SELECT mac FROM system_info JOIN os_version USING (mac) WHERE ',
		);
		// The declaration of deferrals has no target version.
		if (!payload.TargetOSVersion) continue;
		for (const { mac } of database.query<{ mac: string }, []>(ofAll).all()) {
			const declared = { version: payload.TargetOSVersion, date: payload.TargetLocalDateTime };
			declarations.set(mac, [...(declarations.get(mac) ?? []), declared]);
		}
	}
	database.close();
	return declarations;
}
