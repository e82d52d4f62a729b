/** The day that a command looks from. */
export const asOfOption = {
	'as-of': {
		type: 'string',
		value: 'DAY',
		help: 'the day to look from, YYYY-MM-DD (default: today in UTC)',
	},
} as const;
