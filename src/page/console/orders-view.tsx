import { useEffect, useRef, useState } from 'preact/hooks';
import { addressOf } from './address.ts';
import { useAction } from './notice.tsx';
import { Check, Field, Loaded, ViewHead, When, WriteButton } from './parts.tsx';
import type { OrderRecord, OrdersRecord } from './records.ts';
import { useData } from './use-data.ts';

/** Held orders, each with its decision; then the latest ones and the rules that were kept. */
export function OrdersView({ about }: { about: string | null }) {
	const read = useData<OrdersRecord>('/orders');
	return (
		<>
			<ViewHead title="Orders" />
			<Loaded read={read}>
				{(orders) => (
					<>
						{orders.trouble !== null && <p class="band exposed">The PRODUCTS file: {orders.trouble}</p>}
						<section aria-label="Held orders">
							<h2>Held</h2>
							{orders.held.length === 0 ? (
								<p class="note">No order is held.</p>
							) : (
								orders.held.map((order) => (
									<HeldOrder
										key={order.order}
										order={order}
										orders={orders}
										isAsked={order.order === about}
										again={read.again}
									/>
								))
							)}
						</section>
						<Kept orders={orders} again={read.again} />
						<Recent orders={orders.recent} />
					</>
				)}
			</Loaded>
		</>
	);
}

/** The choice that closes an order without a license. */
const other = ' other';

interface HeldProps {
	order: OrderRecord;
	orders: OrdersRecord;
	isAsked: boolean;
	again(): Promise<void>;
}

function HeldOrder({ order, orders, isAsked, again }: HeldProps) {
	const { order: ref, provider, live, reason, product, customer, email, changed, licenses } = order;
	const fitting = orders.products.filter((rule) => rule.provider === provider && rule.live === live);
	const own = fitting.find((rule) => rule.product === product)?.product;
	// A subscription with its licenses keeps its product: a person accepts what its events say.
	const isIssued = licenses.length > 0;
	const [chosen, setChosen] = useState(own ?? '');
	const [keep, setKeep] = useState(true);
	const [address, setAddress] = useState(email ?? '');
	const { isBusy, send } = useAction();
	const card = useRef<HTMLElement>(null);
	useEffect(() => {
		if (isAsked) card.current?.scrollIntoView({ block: 'center' });
	}, []);
	const isReady = isIssued || chosen !== '' || own !== undefined;
	const apply = () =>
		send<{ state: string }>(
			'/orders/apply',
			{
				order: ref,
				...(chosen === other
					? { other: true }
					: chosen !== '' && chosen !== own && { product: chosen, keep: keep && product !== null }),
				...(address !== '' && address !== email && { email: address }),
			},
			{
				words: chosen === other ? `${ref} is closed without a license.` : `${ref} is applied.`,
				after: again,
			},
		);
	return (
		<article ref={card} class={`card held ${isAsked ? 'asked' : ''}`} aria-label={`Order ${ref}`}>
			<p class="eyebrow">
				{provider}
				{!live && ', test mode'} · held <When moment={changed} />
			</p>
			<h3 class="address">{ref}</h3>
			<p class="what">Held because {reason ?? 'of an unknown reason'}.</p>
			<dl class="pairs">
				<div>
					<dt>Product</dt>
					<dd>{product ?? 'not named'}</dd>
				</div>
				{customer !== null && (
					<div>
						<dt>Customer</dt>
						<dd>{customer}</dd>
					</div>
				)}
				<div>
					<dt>Address</dt>
					<dd>{email ?? 'none'}</dd>
				</div>
			</dl>
			<div class="fields">
				{!isIssued && (
					<p class="field">
						<label for={`product-${ref}`}>What was bought</label>
						<select
							id={`product-${ref}`}
							value={chosen}
							onChange={(event) => setChosen(event.currentTarget.value)}
						>
							<option value="">Choose…</option>
							{fitting.map(({ product: name, buys }) => (
								<option key={name} value={name}>
									{name}: {buys}
								</option>
							))}
							{product !== null && <option value={other}>Something else that I sell: no license</option>}
						</select>
					</p>
				)}
				{!isIssued && (email === null || /address/.test(reason ?? '')) && (
					<Field label="The customer’s address" type="email" value={address} set={setAddress} />
				)}
			</div>
			{!isIssued && product !== null && chosen !== '' && chosen !== own && chosen !== other && (
				<Check label={`Treat “${product}” like this from now on`} value={keep} set={setKeep} />
			)}
			<div class="actions">
				<WriteButton look="primary" isBusy={isBusy || !isReady} onClick={() => void apply()}>
					{chosen === other ? 'Close without a license' : 'Apply'}
				</WriteButton>
			</div>
		</article>
	);
}

function Kept({ orders: { kept }, again }: { orders: OrdersRecord; again(): Promise<void> }) {
	const { isBusy, send } = useAction();
	if (kept.length === 0) return null;
	return (
		<section class="card">
			<h2>Kept rules</h2>
			<ul class="rows">
				{kept.map(({ provider, product, counts_as }) => (
					<li key={`${provider} ${product}`}>
						<span>
							<strong>{product}</strong> {counts_as === null ? 'needs no license' : `counts as ${counts_as}`}
						</span>
						<WriteButton
							isBusy={isBusy}
							label={`Remove the rule of ${product}`}
							onClick={() =>
								void send(
									'/orders/drop-rule',
									{ provider, product },
									{ words: 'The rule is removed.', after: again },
								)
							}
						>
							Remove
						</WriteButton>
					</li>
				))}
			</ul>
		</section>
	);
}

function Recent({ orders }: { orders: readonly OrderRecord[] }) {
	if (orders.length === 0) return null;
	const titles = ['Order', 'State', 'Product', 'Came', 'Licenses'];
	return (
		<section>
			<h2>Latest orders</h2>
			<table class="data-table cards">
				<caption class="hidden">Latest orders</caption>
				<thead>
					<tr>
						{titles.map((title) => (
							<th key={title} scope="col">
								{title}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{orders.map(({ order, provider, live, state, product, created, licenses }) => (
						<tr key={order}>
							<th scope="row" class="address">
								{order}
							</th>
							<td data-title="State">{live ? state : `${state}, test mode`}</td>
							<td class="address" data-title="Product">
								{product ?? (provider === 'operator' ? 'by hand' : '–')}
							</td>
							<td data-title="Came">
								<When moment={created} />
							</td>
							<td data-title="Licenses" class="links">
								{licenses.length === 0
									? '–'
									: licenses.slice(0, 5).map((id) => (
											<a key={id} href={addressOf('licenses', id)}>
												{id}
											</a>
										))}
								{licenses.length > 5 && ` and ${licenses.length - 5} more`}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
