import { useRef, useState } from 'preact/hooks';

/** Milliseconds that a button says what it did. */
const long = 2000;

/** A word that is said for a moment. The next one has its own moment, however soon it comes. */
export function useBriefWord(): [word: string, say: (word: string) => void] {
	const [word, setWord] = useState('');
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const say = (next: string) => {
		clearTimeout(timer.current);
		setWord(next);
		timer.current = setTimeout(() => setWord(''), long);
	};
	return [word, say];
}
