import '../page.tsx';

export { CompareView } from '../views/compare-view.tsx';
