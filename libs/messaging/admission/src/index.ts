/** Peers and senders that may not come in: blocks, datacenters, failed logins. */

export { AdmissionCopy } from './admission-copy.js';
export { AdmissionList, type AdmissionEntries } from './admission-list.js';
export { ADMISSION_POLL_MS, AdmissionReader } from './admission-reader.js';
export { BLOCK_KINDS, normalBlock, type Block, type BlockKind } from './block.js';
export { datacenterOf } from './datacenters.js';
export { FailedLogins } from './failed-logins.js';
export { SmtpLoginLimits } from './smtp-login-limits.js';
