/** Secrets that no output may contain. */
export const secrets = {
	clientSecret: 'cs-7f3a9e51',
	password: 'pw-1b8d4420',
	token: 'tk-55c0de77',
	issued: 'at-90aa12bc',
	recoveryKey: 'ABCD-1234-RECOVERY-KEY',
	user: 'person@customer.example',
	address: '203.0.113.77',
};

/** The true values of a Mac, whatever a service calls them. */
export interface TrueMac {
	readonly id: number;
	readonly name: string;
	readonly serial: string;
	readonly model: string;
	readonly modelName: string;
	readonly board: string;
	readonly version: string;
	readonly build: string;
	readonly inventoried: string;
	readonly contact: string;
	readonly managed: boolean;
	/** A phone, or a computer that is not a Mac. */
	readonly isOther?: boolean;
}

const models = [
	['Mac14,2', 'MacBook Air (M2, 2022)', 'J413AP'],
	['Mac16,10', 'Mac mini (2024)', 'J773gAP'],
	['MacBookPro18,3', 'MacBook Pro (14-inch, 2021)', 'J314sAP'],
] as const;
const systems = [
	['15.3.1', '24D70'],
	['14.7.2', '23H311'],
	['26.1', '25B78'],
] as const;

/** Makes so many different Macs. */
export function trueMacs(count: number): TrueMac[] {
	return Array.from({ length: count }, (_, index) => {
		const [model, modelName, board] = models[index % models.length]!;
		const [version, build] = systems[index % systems.length]!;
		const day = String((index % 9) + 1).padStart(2, '0');
		return {
			id: index + 1,
			name: `mac-${index + 1}`,
			serial: `C02${String(index + 1).padStart(7, '0')}`,
			model,
			modelName,
			board,
			version,
			build,
			inventoried: `2026-11-${day}T08:00:00Z`,
			contact: '2026-11-17T09:30:00Z',
			managed: index % 10 !== 3,
		};
	});
}
