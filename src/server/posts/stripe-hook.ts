import { problem } from '@pointrelease/core/src/api/problem.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import type { OrderEvent } from '../../licenses/orders/event.ts';
import { isSigned, readStripeEvent } from '../../licenses/orders/stripe.ts';
import { findByPayment } from '../../licenses/orders/take-event.ts';
import { eventCounter } from '../../process/event-counter.ts';
import { Failure, reasonOf } from '../../process/failure.ts';
import { heldMail, isMailHeld } from '../../settings/mail-settings.ts';
import { sendProblem } from '../responses.ts';
import type { PostAnswer, PostParts } from './post-answer.ts';
import { answerToPost } from './read-body.ts';

const storedEvents = eventCounter('pointrelease_order_events_total', 'Events of payments that were stored.');
const repeatedEvents = eventCounter(
	'pointrelease_order_events_repeated_total',
	'Events of payments that had come before.',
);
const ignoredEvents = eventCounter(
	'pointrelease_order_events_ignored_total',
	'Events of payments of a type that nothing follows from.',
);
const refusedEvents = eventCounter(
	'pointrelease_order_events_refused_total',
	'Requests to a webhook without a valid signature or event.',
);
const failedEvents = eventCounter(
	'pointrelease_order_events_failed_total',
	'Events of payments that could not be stored: the provider sends them again.',
);

/** Seconds after which a provider may try again while the database is away. */
const pause = 30;

/**
 * `POST /hooks/stripe`. Checks the signature of the bytes before parsing them, and answers 200 only once everything that
 * follows from the event is stored. After any other status, Stripe sends the event again.
 */
export function stripeHook({ takeEvent, products, settings, log, database }: PostParts): PostAnswer {
	const { stripeSecrets } = settings;
	return async (request, { body }) => {
		if (!isSigned(request.headers.get('stripe-signature'), body, stripeSecrets, Date.now())) {
			refusedEvents.add();
			return sendProblem(
				problem(
					'bad-signature',
					'the Stripe-Signature header does not fit this body, this secret and this time',
				),
			);
		}
		try {
			const event = readStripeEvent(body);
			if (!event) {
				ignoredEvents.add();
				return received('ignored');
			}
			const state = await takeEvent(event, products);
			(state === 'repeated' ? repeatedEvents : storedEvents).add();
			if (state === 'held') log.warn('order held', { order: await orderOf(event), advice: 'license orders' });
			if (state === 'paid' && isMailHeld(settings))
				log.warn(heldMail.words, { order: await orderOf(event), advice: heldMail.advice });
			return received(state);
		} catch (thrown) {
			return answerFailure(thrown);
		}
	};

	/** Refunds and disputes name only the payment. If the order is not found, only the log line lacks it. */
	async function orderOf(event: OrderEvent): Promise<string | undefined> {
		return event.purchase?.ref ?? (await findByPayment(database, event).catch(() => null))?.ref;
	}

	function answerFailure(thrown: unknown): Response {
		if (thrown instanceof Failure && thrown.code === 'bad-event') {
			refusedEvents.add();
			log.warn('event refused', { provider: 'stripe', reason: thrown.message });
			return sendProblem(problem('bad-event', thrown.message));
		}
		failedEvents.add();
		log.error('event not stored', { provider: 'stripe', reason: reasonOf(thrown) });
		return sendProblem(problem('not-ready', 'the event could not be stored: send it again'), {
			'Retry-After': String(pause),
		});
	}
}

/** The provider shows the seller this result in its list of deliveries. */
function received(result: Shapes['PaymentTaken']['result']): Response {
	const record: Shapes['PaymentTaken'] = { received: true, result };
	return Response.json(record, { headers: answerToPost });
}
