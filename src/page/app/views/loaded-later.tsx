import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A view whose code comes when it is first shown. Once it is here it is drawn at once, as any other. */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
	let loaded: ComponentType<Props> | null = null;
	return function LoadedLater(props: Props) {
		const [failed, setFailed] = useState(false);
		const [, setReady] = useState(loaded !== null);
		useEffect(() => {
			if (loaded) return;
			let current = true;
			const show = (view: ComponentType<Props>) => {
				loaded = view;
				if (current) setReady(true);
			};
			load().then(show, () => current && setFailed(true));
			return () => {
				current = false;
			};
		}, []);
		const View = loaded;
		if (View) return <View {...props} />;
		return failed ? <NotLoaded /> : null;
	};
}

/** A browser does not ask again for code that failed once, and a newer service has other code: the whole page is due. */
function NotLoaded() {
	return (
		<section class="trouble" role="alert">
			<h1>This view could not be loaded</h1>
			<p>The service may be restarting, or this device may be offline.</p>
			<button type="button" class="primary" onClick={() => location.reload()}>
				Load the page again
			</button>
		</section>
	);
}
