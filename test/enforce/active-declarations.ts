import type { EnforcementFile } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { compilePredicate } from './read-predicate.ts';

interface Declaration {
	readonly Identifier: string;
	readonly Payload: {
		readonly StandardConfigurations?: readonly string[];
		readonly Predicate?: string;
		readonly TargetOSVersion?: string;
		readonly TargetLocalDateTime?: string;
	};
}

/** The updates that the bundle of declarations enforces on a Mac, by the activations that hold for its model and version. */
export function activeDeclarations(files: readonly EnforcementFile[]) {
	const bundle = files.find(({ name }) => name === 'bundle.json')!;
	const { declarations } = JSON.parse(bundle.body) as { declarations: Declaration[] };
	const byIdentifier = new Map(declarations.map((declaration) => [declaration.Identifier, declaration]));
	const updates = declarations.flatMap(({ Payload: { Predicate, StandardConfigurations: [named] = [] } }) => {
		const { TargetOSVersion: version, TargetLocalDateTime: date } = byIdentifier.get(named!)?.Payload ?? {};
		return version && date ? [{ holds: compilePredicate(Predicate!), asks: { version, date } }] : [];
	});
	return (model: string, version: string) =>
		updates
			.filter(({ holds }) =>
				holds({ 'device.model.identifier': model, 'device.operating-system.version': version }),
			)
			.map(({ asks }) => asks);
}
