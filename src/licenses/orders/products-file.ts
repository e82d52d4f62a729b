import { readFileSync } from 'node:fs';
import { Failure, fileTrouble } from '../../process/failure.ts';
import { noProducts, type Products, readProducts } from './products.ts';

/** More than any file of products that a person reviews. */
const mostBytes = 1024 * 1024;

/** The products of the file that PRODUCTS names; a file with a mistake is no file at all. */
export function loadProducts(file: string | null): Products {
	if (file === null) return noProducts;
	try {
		const text = readFileSync(file, 'utf8');
		if (text.length > mostBytes) throw new Failure('bad-products', 'it is longer than 1 MB');
		return readProducts(text);
	} catch (thrown) {
		const why =
			thrown instanceof Failure ? `is invalid: ${thrown.message}` : `cannot be read (${fileTrouble(thrown)})`;
		throw new Failure('bad-products', `the file of products ${file} ${why}`);
	}
}
