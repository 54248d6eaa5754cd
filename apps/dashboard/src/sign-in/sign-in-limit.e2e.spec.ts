import { expect, it } from 'vitest';
import { DashboardDoubles } from '../../../../test/support/dashboard-doubles.js';
import { HttpClient } from '../../../../test/support/http-client.js';
import { useStack } from '../../../../test/support/use-stack.js';

const SIGN_INS_PER_MINUTE = 120;

// Nothing listens there: an attempt counts before identity is asked.
const dashboard = useStack(() => DashboardDoubles.start({ IDENTITY_URL: 'http://127.0.0.1:9' }));

it('an address begins so many sign-ins a minute, and is told when it may go on', async () => {
  const client = new HttpClient(dashboard.url);
  const statuses: number[] = [];
  for (let n = 0; n < SIGN_INS_PER_MINUTE; n += 1) statuses.push((await client.get('/auth/login')).status);
  const over = await client.get('/auth/login');
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect([over.status, Number(over.headers['retry-after']) > 0]).toEqual([429, true]);
});
