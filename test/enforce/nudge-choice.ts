interface Configuration {
	readonly osVersionRequirements: readonly {
		readonly targetedOSVersionsRule: string;
		readonly requiredMinimumOSVersion: string;
		readonly requiredInstallationDate: string;
	}[];
}

/** What Nudge chooses for a Mac on a version: the rule of that very version, else of its major, else the default. */
export function nudgeChoice({ osVersionRequirements }: Configuration, version: string) {
	const [major] = version.split('.');
	const [rule] = [version, major, 'default'].flatMap((rule) =>
		osVersionRequirements.filter(({ targetedOSVersionsRule }) => targetedOSVersionsRule === rule).slice(0, 1),
	);
	return rule ? { version: rule.requiredMinimumOSVersion, date: rule.requiredInstallationDate } : null;
}
