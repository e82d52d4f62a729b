import { type EnforcementFile, jsonFile } from '../file.ts';
import { printYaml } from '../yaml-text.ts';
import { type Bundle, withoutToken } from './bundle.ts';

/** Profiles for GitOps, each with its activation. Fleet subscribes to status items itself, and refuses a subscription. */
export function fleetdmShape({ declared, forAll }: Bundle): EnforcementFile[] {
	const profiles = [...forAll.filter(({ name }) => name !== 'status'), ...declared];
	const controls = {
		apple_settings: {
			configuration_profiles: profiles.map(({ name, activation }) => ({
				path: `./${name}.json`,
				...(activation && { activation: `./${name}.activation.json` }),
			})),
		},
	};
	return [
		{ name: 'controls.yml', type: 'application/yaml', body: printYaml(controls) },
		...profiles.flatMap(({ name, configuration, activation }) => [
			jsonFile(`${name}.json`, withoutToken(configuration)),
			...(activation ? [jsonFile(`${name}.activation.json`, withoutToken(activation.declaration))] : []),
		]),
	];
}
