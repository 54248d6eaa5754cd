/** Verdicts of the spam filter, and rules of our own where it is away. */

export { judgeByRules } from './local-rules.js';
export { spamHeaders } from './spam-headers.js';
export { SpamFilter, type SpamFilterOptions } from './spam-filter.js';
export type { JudgedMessage, SenderResults, SpamAction, SpamContext, SpamVerdict } from './spam.js';
