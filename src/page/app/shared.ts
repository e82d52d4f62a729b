// Code that several on-demand scripts share, and the start page does not need: 2 KB. All of them import this file, so that
// the bundler makes one shared script instead of one for each pair of views.
export { kindOf, macsOf, macTone, prospectOfMac } from './mac/macs.ts';
export { SafariField, withSafari } from './parts/safari-field.tsx';
export { SaveButtons, save, TableHead, WaitingButton } from './parts/table-parts.tsx';
export { useOnPaper } from './parts/use-on-paper.ts';
export { useWidth } from './parts/use-width.ts';
export { policyQuery } from './policy/policy-address.ts';
export { PolicyPicker } from './policy/policy-picker.tsx';
export { useLatest } from './service/use-read.ts';
