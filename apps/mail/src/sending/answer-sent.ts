import type { Response } from 'express';
import { SentResponse } from './dto/send.responses.js';
import { quotaHeaders } from './quotas/quota.js';
import type { SentMessage } from './sending.service.js';

/** The answer to a call that sends: 202 with what is left of the quota, and 200 to a repetition. */
export function answerSent(response: Response, sent: SentMessage): SentResponse {
  if (sent.isReplay) response.status(200);
  if (sent.quota) response.set(quotaHeaders(sent.quota));
  return SentResponse.of(sent);
}
