import '../page.tsx';

export { Subscribe } from '../start/subscribe.tsx';
