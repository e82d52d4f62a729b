// Code that several on-demand scripts share, and the start page does not need. All of them import this file
// (`page/bundle.ts`), so that the bundler makes one shared script instead of one for each pair of views.
export { toneOf } from '@pointrelease/core/src/advice/standing/tone.ts';
export { csvLine } from '@pointrelease/core/src/text/csv.ts';
export { kindOf, macsOf, prospectOfMac } from './mac/macs.ts';
export { SaveButtons, save, TableHead, WaitingButton } from './parts/table-parts.tsx';
export { useOnPaper } from './parts/use-on-paper.ts';
export { useWidth } from './parts/use-width.ts';
export { policyQuery } from './policy/policy-address.ts';
export { PolicyPicker } from './policy/policy-picker.tsx';
export { useLatest } from './service/use-read.ts';
