import { expect, it } from 'vitest';
import { migratedDatabase } from '../../../test/support/schema.js';
import { MonthsOfTextsAndPushes1796000030000 } from './1796000030000-months-of-texts-and-pushes.js';
import { WebhookOutcomes1796000020000 } from './1796000020000-webhook-outcomes.js';
import { useStack } from '../../../test/support/use-stack.js';

const schema = useStack(() => migratedDatabase('platform'));

it('loses no attempt on the way back', async () => {
  const { runner } = schema;
  await schema.admin.query(`
    insert into webhook_delivery (tenant_id, id, endpoint_id, event_id, event_type, payload, status, attempts,
                                  last_attempt_at, response_status, error, duration_ms, response_snippet)
    values ('acc_1', 'whd_1', 'whk_1', 'evt_1', 'email.sent', '{}', 'pending', 2, '2026-03-01T10:00Z', 503, 'no', 7, 'x'),
           ('acc_1', 'whd_2', 'whk_1', 'evt_1', 'email.sent', '{}', 'pending', 0, null, null, null, null, null)`);
  await new MonthsOfTextsAndPushes1796000030000().down(runner);
  await new WebhookOutcomes1796000020000().down(runner);
  const { rows } = await schema.admin.query('select * from webhook_attempt');
  expect(rows).toEqual([
    {
      tenant_id: 'acc_1',
      delivery_id: 'whd_1',
      number: 2,
      attempted_at: new Date('2026-03-01T10:00Z'),
      duration_ms: 7,
      response_status: 503,
      error: 'no',
      response_snippet: 'x',
    },
  ]);
  await new WebhookOutcomes1796000020000().up(runner);
  await new MonthsOfTextsAndPushes1796000030000().up(runner);
});
