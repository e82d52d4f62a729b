// The start page and what the search field shows, in one script: each script of its own costs a request.
export { SearchPanel } from '../parts/search-panel.tsx';
export { SearchView } from '../views/search-view.tsx';
