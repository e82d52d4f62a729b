import { useEffect } from 'preact/hooks';
import { useVisit } from '../service/visit.ts';

/** What the tab is called: each view says what it shows. */
export function useTitle(subject: string): void {
	const { head } = useVisit();
	if (head) head.title = subject;
	useEffect(() => {
		document.title = titleOf(subject);
	}, [subject]);
}

export function titleOf(subject: string): string {
	return subject === '' ? 'pointrelease' : `${subject} · pointrelease`;
}
