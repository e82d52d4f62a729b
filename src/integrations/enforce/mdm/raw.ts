import { type EnforcementFile, jsonFile } from '../file.ts';
import { type Bundle, predicateFile } from './bundle.ts';

/** Whole declarations; with activations also one file of everything in order, and the parts that forms ask for. */
export function rawShape({ plan, declared, forAll, activations }: Bundle): EnforcementFile[] {
	const all = [...forAll, ...declared];
	const files = all.flatMap(({ name, configuration, activation }) => [
		jsonFile(`${name}.json`, configuration),
		...(activation ? [jsonFile(`${name}.activation.json`, activation.declaration)] : []),
		...(activation?.predicate ? [predicateFile(name, activation.predicate)] : []),
		...(activations ? [jsonFile(`${name}.payload.json`, configuration.Payload)] : []),
	]);
	if (!activations) return files;
	const bundle = jsonFile('bundle.json', {
		data_version: plan.catalog.dataVersion,
		policy: plan.policy.name,
		// A configuration comes before the activation that names it.
		declarations: all.flatMap(({ configuration, activation }) => [
			configuration,
			...(activation ? [activation.declaration] : []),
		]),
	});
	return [bundle, ...files];
}
