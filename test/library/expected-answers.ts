/** What `program.ts` returns with the data that tests use. */
export const expectedAnswers = {
	next: { version: '14.7.3', released: '2025-01-27' },
	miss: { miss: 'unknown-board', board: 'm1 air', close: ['J313AP'], excluded: null },
	body: '[{"major_version":"12","board_id_major_version":"J293AP:12","releasedDate":"2024-07-29","version":"12.7.6","resolved_board_id":"J293AP"}]',
	found: [{ board: 'J313AP', machines: ['MacBook Air (M1, 2020)'], modelIdentifiers: ['MacBookAir10,1'] }],
	results: 2,
	advice: ['ended', '26.7.2'],
	missing: 'CVE-2025-43200',
	files: [
		'groups.json',
		'macos-26.json',
		'macos-26-late.json',
		'macos-15.json',
		'macos-15-late.json',
		'macos-14.json',
		'macos-14-late.json',
	],
	versionOfRows: true,
	asked: '14.7.3',
};
