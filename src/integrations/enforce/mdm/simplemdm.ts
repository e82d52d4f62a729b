import { type EnforcementFile, jsonFile } from '../file.ts';
import { type Bundle, titleOf } from './bundle.ts';

/** The fields of each custom declaration, and its payload as the file that the form takes. SimpleMDM makes the rest. */
export function simplemdmShape({ plan, declared, forAll }: Bundle): EnforcementFile[] {
	const configured = [...forAll, ...declared];
	const list = configured.map(({ name, configuration, activation }) => ({
		name: titleOf(plan, name),
		declaration_type: configuration.Type,
		// Updates belong to the Mac, not to a user of it.
		user_scope: false,
		...(activation?.predicate && { activation_predicate: activation.predicate }),
		payload: `${name}.payload.json`,
	}));
	return [
		jsonFile('custom-declarations.json', { custom_declarations: list }),
		...configured.map(({ name, configuration }) => jsonFile(`${name}.payload.json`, configuration.Payload)),
	];
}
