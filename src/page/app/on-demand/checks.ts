import '../page.tsx';

export { CompareView } from '../views/compare-view.tsx';
export { CveView } from '../views/cve-view.tsx';
