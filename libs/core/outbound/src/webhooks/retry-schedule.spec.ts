import { expect, it } from 'vitest';

import { WEBHOOK_RETRY_DELAYS, webhookRetryDelay } from './retry-schedule.js';

it('retries six times: after 1 min, 5 min, 15 min, 1 h, 6 h and 24 h', () => {
  const minutes = WEBHOOK_RETRY_DELAYS.map((ms) => ms / 60_000);
  expect(minutes).toEqual([1, 5, 15, 60, 360, 1440]);
  expect(webhookRetryDelay(1)).toBe(60_000);
  expect(webhookRetryDelay(6)).toBe(86_400_000);
  expect(webhookRetryDelay(7)).toBeUndefined();
});
