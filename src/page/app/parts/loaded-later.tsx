import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A view whose code is loaded when it is first shown. After that, it draws at once. */
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

/** Offers to reload the page, because browsers do not retry a failed script, and a newer service has other names. */
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
