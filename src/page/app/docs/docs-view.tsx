import '../shared.ts';
import { useEffect, useState } from 'preact/hooks';
import { Trouble } from '../parts/trouble.tsx';
import type { Outcome } from '../service/records.ts';
import { timeLimit } from '../service/service.ts';
import { useTitle } from '../service/visit.ts';
import { type Description, operationsByTag } from './description.ts';
import { OperationPart, Prose } from './operation-part.tsx';

/**
 * The API description, to read and to try. No library: swagger-ui blocked the page for 5.6 s, is 400 KB, and does not fit
 * the page's navigation. Redoc and Scalar are even larger.
 */
export function DocsView() {
	useTitle('API');
	const [outcome, setOutcome] = useState<Outcome<Description>>({ state: 'loading' });
	const load = () => {
		fetch('/openapi.json', { signal: timeLimit() })
			.then((response) => response.json())
			.then((value: Description) => setOutcome({ state: 'ready', value }))
			.catch(() => setOutcome({ state: 'unreachable' }));
	};
	useEffect(load, []);
	const isReady = outcome.state === 'ready';
	useEffect(() => {
		if (isReady && location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
	}, [isReady]);
	if (outcome.state !== 'ready')
		return <Trouble outcome={outcome} again={load} subject="the API description" />;
	const { info, tags } = outcome.value;
	const opened = location.hash.slice(1);
	return (
		<section class="api">
			<header class="subject">
				<p class="eyebrow">Version {info.version}</p>
				<h1>API</h1>
				{info.description && (
					<div class="lead">
						<Prose text={info.description} />
					</div>
				)}
				<p>
					<a href="/openapi.json">OpenAPI description as JSON</a>
				</p>
			</header>
			{operationsByTag(outcome.value).map(([tag, operations]) => (
				<section class="card" key={tag}>
					<h2>{tag}</h2>
					<p class="note">{tags?.find(({ name }) => name === tag)?.description}</p>
					{operations.map((listed) => (
						<OperationPart
							key={listed.operation.operationId}
							description={outcome.value}
							listed={listed}
							open={listed.operation.operationId === opened}
						/>
					))}
				</section>
			))}
		</section>
	);
}
