import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ReportedVisit } from '#libs/core/app-events';
import { newId } from '#libs/core/persistence';
import { waitUntil } from '#libs/test/testing';
import { startEventReceiver } from '../../../../../test/support/event-receiver.js';
import { pagesStack } from '../../../../../test/support/pages-stack.js';
import { useStack } from '../../../../../test/support/use-stack.js';
import { type Place, Visits } from '../collect.fixture.js';

const crm = useStack(startEventReceiver);
const stack = useStack(() => pagesStack({ pages: { CRM_URL: crm.url } }));
let visits: Visits;

beforeAll(async () => {
  visits = new Visits(stack, await stack.startRuntime({ CRM_URL: crm.url }));
});

function told({ tenantId }: Place): ReportedVisit[] {
  const events = crm.requests
    .map(({ text }) => JSON.parse(text))
    .filter((event) => event.payload && event.type === 'pages.visits.reported' && event.tenantId === tenantId);
  const unique = new Map(events.map((event) => [event.id, event.payload.visits as ReportedVisit[]]));
  return [...unique.values()].flat();
}
const shown = (place: Place) =>
  told(place)
    .map(({ leadId, name, pageId, count }) => [leadId, name, pageId === place.pageId, count])
    .toSorted();

/** Links the visitor of the place's newest event to a lead, as a form that is sent with consent does. */
async function link({ tenantId }: Place, leadId: string, at = new Date()): Promise<void> {
  await stack.sql(
    `insert into visitor_lead (tenant_id, lead_id, visitor_id, at)
     select tenant_id, $2, visitor_id, $3 from event where tenant_id = $1 order by received_at desc limit 1`,
    [tenantId, leadId, at],
  );
}
const all = (place: Place) => stack.sql('select from outbox where tenant_id = $1', [place.tenantId]);

it('the CRM is told what visitors do who have consented and sent a lead: views and named events, equal ones as one', async () => {
  const place = await visits.createPlace();
  const visitante = randomUUID();
  const agreed = (eventos: object[]) => visits.send(visits.view(place, { eventos, visitante }));
  await agreed([{ tipo: 'visualizacao' }]);
  await visits.counted(place, 1);
  expect(told(place)).toEqual([]);
  const [older, newest] = [newId('led'), newId('led')];
  await link(place, older, new Date(Date.now() - 60_000));
  await link(place, newest);
  await agreed([
    { tipo: 'visualizacao' },
    { tipo: 'evento', nome: 'baixou_catalogo' },
    { tipo: 'evento', nome: 'baixou_catalogo' },
    { tipo: 'rolagem', profundidade: 50 },
  ]);
  await waitUntil(() => told(place).length >= 2, { what: 'what the CRM is told' });
  expect(shown(place)).toEqual([
    [newest, 'baixou_catalogo', true, 2],
    [newest, 'visualizacao', true, 1],
  ]);
});

it('is told nothing of visitors without consent, of programs, nor of a tenant without it', async () => {
  const place = await visits.createPlace();
  await visits.send(visits.view(place));
  await visits.counted(place, 1);
  await link(place, newId('led'));
  await visits.send(visits.view(place));
  await visits.counted(place, 2);
  expect(await all(place)).toEqual([]);
  const tenant = await stack.createTenant(['pages']);
  const other = visits.placeOf(tenant.id);
  const visitante = randomUUID();
  const agreed = () => visits.send(visits.view(other, { visitante }));
  await agreed();
  await visits.counted(other, 1);
  await link(other, newId('led'));
  await agreed();
  await visits.counted(other, 2);
  expect(await all(other)).toEqual([]);
  expect([...told(place), ...told(other)]).toEqual([]);
});
