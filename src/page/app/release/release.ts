import '../shared.ts';

export { ReleaseView } from './release-view.tsx';
