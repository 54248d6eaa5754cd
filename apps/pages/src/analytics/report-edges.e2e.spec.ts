import { beforeEach, expect, it } from 'vitest';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { type PagesTenant, pagesStack } from '../../../../test/support/pages-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => pagesStack({ pages: { ROLE: 'api' } }));
let tenant: PagesTenant;
let acme: HttpClient;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('member');
});

it.each(['overview', 'breakdown', 'relatorio', 'events', 'heatmap', 'traffic-quality', 'ab'])(
  '%s answers at the ends of the calendar',
  async (report) => {
    for (const window of ['de=0001-01-01&ate=0001-01-02', 'de=9999-12-30&ate=9999-12-31']) {
      const { status, text } = await acme.get(`/v1/analytics/${report}?${window}`);
      expect(status, `${window} ${text}`).toBe(200);
    }
    // Postgres has no year 0.
    const { status, body } = await acme.get(`/v1/analytics/${report}?de=0000-01-01&ate=0001-01-02`);
    expect([status, body.erro]).toEqual([400, expect.stringContaining('de: deve ser uma data')]);
  },
);

it('the heat map of a site with a pixel is that of the pixel, whose views are counted by path', async () => {
  const pixel = 'pxl_0123456789abcdef';
  await stack.sql(
    `insert into total_day (tenant_id, page_id, dimension, day, value, views)
     values ($1, '', 'page', '2026-11-02', $2, 3), ($1, '', 'page', '2026-11-02', $3, 3),
            ($1, '', 'page', '2026-11-02', 'pag_0123456789abcdef', 5)`,
    [tenant.id, `${pixel} /a`, `${pixel} /b`],
  );
  await stack.sql(
    `insert into heat_day (tenant_id, page_id, day, variant, side, x, y, clicks)
     values ($1, $2, '2026-11-02', '', 'mobile', 1, 2, 3)`,
    [tenant.id, pixel],
  );
  const { body } = await acme.get('/v1/analytics/heatmap?de=2026-11-02&ate=2026-11-02');
  expect(body).toMatchObject({ pagina: pixel, pontos: [{ x: 1, y: 2, cliques: 3 }] });
});
