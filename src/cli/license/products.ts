import schema from '../../licenses/orders/products.schema.json' with { type: 'text' };
import { loadProducts } from '../../licenses/orders/products-file.ts';
import { Failure } from '../../process/failure.ts';
import { counted } from '../../text/counted.ts';
import type { Command } from '../command.ts';
import { table } from '../terminal-text.ts';

export const productsCommand: Command = {
	name: 'license products',
	summary: 'validate the file that says which licenses a payment buys, and print it',
	words: '[FILE]',
	arity: [0, 1],
	options: { schema: { type: 'boolean', help: 'print the JSON Schema of the file instead' } },
	details:
		'FILE defaults to the setting PRODUCTS. The exit status is 1 if there is a mistake, with one line that names it.',
	run({ words, options, settings, json, print }) {
		if (options.schema) return print(schema as unknown as string);
		const file = words[0] ?? settings.productsFile;
		if (file === null) throw new Failure('bad-arguments', 'no file of products: name one, or set PRODUCTS');
		const rules = [...loadProducts(file)].flatMap(([provider, products]) =>
			[...products].map(([product, rule]) => ({ provider, product, ...rule })),
		);
		if (json) return print(JSON.stringify(rules));
		if (rules.length === 0) return print('No products: the file has none.');
		print(
			table([
				['provider', 'product', 'issues', 'for', 'mode', 'note'],
				...rules.map(({ provider, product, licenses, days, live, note }) => [
					...[provider, product, counted(licenses, 'license')],
					...[days === null ? 'no end' : counted(days, 'day'), live ? 'live' : 'test', note ?? ''],
				]),
			]),
		);
	},
};
