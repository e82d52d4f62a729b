import { type EnforcementFile, jsonFile } from '../file.ts';
import { type Bundle, type Configured, titleOf } from './bundle.ts';

/** What Jamf's description of its API allows for the steps of a blueprint. */
const mostSteps = 10;

/** A blueprint belongs to at least one group of devices, whose identifier only the admin knows. */
const groupToFillIn = 'REPLACE-WITH-THE-ID-OF-A-DEVICE-GROUP';

/**
 * Requests that create blueprints. With activations one holds everything, each step with its predicate, for a group of all
 * Macs; otherwise there is one for each group. Jamf makes identifiers and tokens.
 */
export function jamfShape({ plan, declared, forAll, activations }: Bundle): EnforcementFile[] {
	const configured = [...forAll, ...declared];
	const blueprint = (name: string, title: string, steps: readonly Configured[]) =>
		jsonFile(`${name}.json`, {
			name: titleOf(plan, title),
			description: `The policy ${plan.policy.name}, data version ${plan.catalog.dataVersion}`,
			scope: { deviceGroups: [groupToFillIn] },
			steps: steps.map(stepOf),
		});
	if (!activations) return configured.map((each) => blueprint(`blueprint-${each.name}`, each.name, [each]));
	const count = Math.ceil(configured.length / mostSteps);
	return Array.from({ length: count }, (_, at) => {
		const number = at === 0 ? '' : `-${at + 1}`;
		return blueprint(
			`blueprint${number}`,
			`updates${number}`,
			configured.slice(at * mostSteps, (at + 1) * mostSteps),
		);
	});
}

function stepOf({ name, configuration, activation }: Configured) {
	return {
		name,
		activationPredicate: activation?.predicate ?? null,
		components: [
			{
				identifier: 'com.jamf.ddm.custom-declarations',
				configuration: {
					declarations: [
						{
							kind: 'CONFIGURATION',
							channelType: 'SYSTEM',
							type: configuration.Type,
							payload: configuration.Payload,
							payloadKey: 1,
						},
					],
				},
			},
		],
	};
}
