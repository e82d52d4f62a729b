import { useEffect } from 'preact/hooks';

/** What the tab is called: each view says what it shows. */
export function useTitle(subject: string): void {
	useEffect(() => {
		document.title = subject === '' ? 'pointrelease' : `${subject} · pointrelease`;
	}, [subject]);
}
