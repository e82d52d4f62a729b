import '../shared.ts';

export { MacView } from './mac-view.tsx';
