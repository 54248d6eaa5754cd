import { expect, it } from 'vitest';
import { migratedDatabase } from '../../../test/support/schema.js';
import { ReportTotals1796000004000 } from './1796000004000-report-totals.js';
import { useStack } from '../../../test/support/use-stack.js';

const schema = useStack(() => migratedDatabase('platform'));

const rows = async (sql: string) => (await schema.admin.query({ text: sql, rowMode: 'array' })).rows;

it('keeps what was counted before, on the way there and on the way back', async () => {
  const { runner } = schema;
  await new ReportTotals1796000004000().down(runner);
  await schema.admin.query(`
    insert into event_count values
      ('acc_1', '2026-03-01T22:00Z', 'email', '', 'sent', 1), ('acc_1', '2026-03-01T23:00Z', 'email', 'tpl_1', 'sent', 10),
      ('acc_1', '2026-03-02T00:00Z', 'email', 'tpl_1', 'sent', 100), ('acc_1', '2026-03-02T00:00Z', 'email', 'tpl_2', 'sent', 1000),
      ('acc_2', '2026-03-02T00:00Z', 'email', '', 'sent', 5)`);
  const before = await rows('select * from event_count order by 1, 2, 4');
  await new ReportTotals1796000004000().up(runner);
  expect(await rows(`select tenant_id, start, count from event_total where span = 'day' order by 1, 2`)).toEqual([
    ['acc_1', new Date('2026-03-01'), '11'],
    ['acc_1', new Date('2026-03-02'), '1100'],
    ['acc_2', new Date('2026-03-02'), '5'],
  ]);
  expect(await rows(`select count from event_total where span = 'hour' order by start, 1`)).toHaveLength(4);
  expect(
    await rows(`select template_id, sum(count) from template_total where span = 'day' group by 1 order by 1`),
  ).toEqual([
    ['tpl_1', '110'],
    ['tpl_2', '1000'],
  ]);
  await new ReportTotals1796000004000().down(runner);
  expect(await rows('select * from event_count order by 1, 2, 4')).toEqual(before);
  await new ReportTotals1796000004000().up(runner);
});
