import { expect, it } from 'vitest';
import { migratedDatabase } from '../../../test/support/schema.js';
import { SendingRamps1798009900000 } from './1798009900000-sending-ramps.js';
import { useStack } from '../../../test/support/use-stack.js';

const schema = useStack(() => migratedDatabase('platform'));

it('gives tenants that have sent no daily limit, and others that of a new one', async () => {
  const { runner, admin } = schema;
  await new SendingRamps1798009900000().down(runner);
  await admin.query(`
    insert into usage_counter (tenant_id, period, emails_sent, sms_sent, push_sent, api_calls) values
      ('acc_1', '2026-01', 1, 0, 0, 1), ('acc_1', '2026-02', 9, 0, 0, 9), ('acc_2', '2026-02', 0, 0, 3, 1),
      ('acc_3', '2026-02', 0, 0, 0, 0)`);
  await new SendingRamps1798009900000().up(runner);
  const { rows } = await admin.query('select tenant_id, doublings from sending_ramp order by 1');
  expect(rows).toEqual([
    { tenant_id: 'acc_1', doublings: 10 },
    { tenant_id: 'acc_2', doublings: 10 },
  ]);
});
