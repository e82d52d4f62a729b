import './shared.ts';

export { CompareView } from './views/compare-view.tsx';
export { CveView } from './views/cve-view.tsx';
