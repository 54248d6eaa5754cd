export { DnsAnswers, type DnsQuestion, RecordLookup, type RecordType } from './record-lookup.js';
export { TxtLookup, type TxtAnswers } from './txt-lookup.js';
