import { type EnforcementFile, jsonFile } from '../file.ts';
import { type Bundle, withoutToken } from './bundle.ts';

/** One file for each artifact. A token that was used before is refused there, and one that is absent is made. */
export function zentralShape({ declared, forAll }: Bundle): EnforcementFile[] {
	return [...forAll, ...declared].flatMap(({ name, configuration, activation }) => [
		jsonFile(`${name}.json`, withoutToken(configuration)),
		...(activation ? [jsonFile(`${name}.activation.json`, withoutToken(activation.declaration))] : []),
	]);
}
