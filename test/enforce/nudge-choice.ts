interface Configuration {
	readonly osVersionRequirements: readonly {
		readonly targetedOSVersionsRule: string;
		readonly requiredMinimumOSVersion: string;
		readonly requiredInstallationDate: string;
	}[];
}

/** The rule that Nudge applies to a Mac: the rule of its version, else of its major version, else the default. */
export function nudgeChoice({ osVersionRequirements }: Configuration, version: string) {
	const [major] = version.split('.');
	const [rule] = [version, major, 'default'].flatMap((rule) =>
		osVersionRequirements.filter(({ targetedOSVersionsRule }) => targetedOSVersionsRule === rule).slice(0, 1),
	);
	return rule ? { version: rule.requiredMinimumOSVersion, date: rule.requiredInstallationDate } : null;
}
