import type { RecordStatus } from './record-status.js';
import { parseTagList } from './tag-list.js';

const POLICIES: ReadonlySet<string | undefined> = new Set([undefined, 'none', 'quarantine', 'reject']);
const DMARC = /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/;

/**
 * Whether the texts at `_dmarc.<domain>` have exactly one DMARC record (RFC 7489, 6.3 and 6.6.3). Any policy is
 * accepted.
 */
export function judgeDmarc(texts: readonly string[]): RecordStatus {
  const records = texts.filter((text) => DMARC.test(text));
  if (records.length === 0) return 'missing';
  const tags = records.length === 1 ? parseTagList(records[0] ?? '') : null;
  return tags && POLICIES.has(tags.get('p')?.toLowerCase()) ? 'found' : 'mismatch';
}
