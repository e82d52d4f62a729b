import type { Product, Products } from './products-definition.ts';

export type { Product, Products };

export const noProducts: Products = new Map();

/**
 * The products of the file that PRODUCTS names. A mistake anywhere refuses the whole file. Its definition is loaded only
 * for a file: the schema library takes 30 ms.
 */
export async function loadProducts(file: string | null): Promise<Products> {
	if (file === null) return noProducts;
	return (await import('./products-definition.ts')).readProducts(file);
}
