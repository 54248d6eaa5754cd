/** Checks by SPF, DKIM, DMARC and ARC of who sent a message. */

export { judgeAuthor } from './author-check.js';
export { SenderCheck, type SenderEnvelope } from './sender-check.js';
export { SenderCheckOptions } from './sender-check-options.js';
export { SenderRecords } from './sender-records.js';
export { SendersBusy, SenderThreads, SenderTooHeavy } from './sender-threads.js';
export type { AuthenticationVerdicts, SenderVerdicts } from './sender-verdicts.js';
