import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { identify } from './listed-boards.ts';

test('one listed identifier of a T2 Mac stands for all its identifiers', () => {
	const ofMac = ['J140KAP', 'Mac-112818653D3AABFC', 'Mac-827FAC58A8FDFA22'];
	for (const id of ofMac) {
		const listed = identify(shipped, id.toLowerCase());
		if (listed.kind !== 'known') throw new Error(`${id} is not known`);
		expect([listed.board, ...listed.twins].map((board) => board.id).toSorted()).toEqual(ofMac);
	}
});
