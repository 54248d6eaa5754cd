import type { EnqueuedResponse } from './dto/enqueued.response.js';
import type { Enqueued } from './sending.service.js';

export function toEnqueuedResponse({ messageIds, reused }: Enqueued): EnqueuedResponse {
  return { MessageId: messageIds[0] ?? '', MessageIds: messageIds, Status: 'queued', ReusedIdempotency: reused };
}
