/** Secrets that no output may contain. */
export const secrets = {
	clientSecret: 'cs-7f3a9e51',
	password: 'pw-1b8d4420',
	token: 'tk-55c0de77',
	issued: 'at-90aa12bc',
	recoveryKey: 'ABCD-1234-RECOVERY-KEY',
	user: 'person@customer.example',
	address: '203.0.113.77',
	/** In an attribute that organizations fill in. */
	attribute: 'scep-4410-challenge',
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
	readonly supervised: boolean;
	readonly isTokenEscrowed: boolean;
	/** Zero if the service has not asked the Mac yet. */
	readonly freeGigabytes: number;
	readonly enrolled: string;
	readonly expires: string;
	readonly safari: string;
	readonly pendingVersion: string;
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
			supervised: index % 4 !== 1,
			isTokenEscrowed: index % 3 !== 2,
			freeGigabytes: index % 5 === 4 ? 0 : 10 + index,
			enrolled: '2025-02-03T10:00:00Z',
			expires: '2027-03-01T12:00:00Z',
			safari: index % 2 === 0 ? '26.5 (20624.2.5.18.7)' : '26.6.1',
			pendingVersion: index % 2 === 0 ? '26.7.2' : 'noMatch',
		};
	});
}
