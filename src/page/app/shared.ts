// What several scripts that are loaded on demand share, and the start page does without. Every one of them imports this
// file (`page/bundle.ts`), so that it is one more script and not one for each pair of views that share something.
export { prospectOf } from '../../advice/standing/headline.ts';
export { toneOf } from '../../advice/standing/tone.ts';
export { csvLine } from '../../text/csv.ts';
export { kindOf, macsOf } from './mac/macs.ts';
export { SaveButtons, save, TableHead, WaitingButton } from './parts/table-parts.tsx';
export { useWidth } from './parts/use-width.ts';
export { policyQuery } from './policy/policy-address.ts';
export { PolicyPicker } from './policy/policy-picker.tsx';
export { useLatest } from './service/use-read.ts';
