import { SmtpRejection } from '#libs/mail/email';
import { HOPS_MAX, hopsOf } from '../../mail-receivers/hops.js';
import type { InboundMetrics } from './inbound.metrics.js';

/** The listener takes no longer header. */
const HEADER_MAX = 65_536;
const HEADER_END = Buffer.from('\r\n\r\n');

/** A message while it arrives, up to a size; one that goes round is refused. @throws SmtpRejection, and what the content throws */
export async function* guarded(
  content: AsyncIterable<Buffer>,
  maxBytes: number,
  metrics: InboundMetrics,
): AsyncGenerator<Buffer, void> {
  let header: Buffer | undefined = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw refused(metrics, 'size', new SmtpRejection(552, '5.3.4 The message is too large'));
    header = header && Buffer.concat([header, chunk]);
    if (header && (header.length > HEADER_MAX || header.includes(HEADER_END))) {
      requireFewHops(header, metrics);
      header = undefined;
    }
    yield chunk;
  }
  if (header) requireFewHops(header, metrics);
}

function requireFewHops(header: Buffer, metrics: InboundMetrics): void {
  if (hopsOf(header) > HOPS_MAX) throw refused(metrics, 'loop', new SmtpRejection(554, '5.4.6 This mail goes round'));
}

function refused(metrics: InboundMetrics, why: 'size' | 'loop', rejection: SmtpRejection): SmtpRejection {
  metrics.count(why);
  return rejection;
}
