import { beforeEach, describe, expect, it } from 'vitest';
import { type CrmTenant, crmStack } from '../../../../../test/support/crm-stack.js';
import type { HttpClient } from '../../../../../test/support/http-client.js';
import { usePrepared, useStack } from '../../../../../test/support/use-stack.js';
import { activeJourney, DAY_MS, enterAll, journeyOf, JourneyTime, toStage } from '../journeys.fixture.js';
import { EnrollmentRetention, KEPT_DAYS } from './enrollment-retention.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
const time = usePrepared(() => new JourneyTime(stack));
let tenant: CrmTenant;
let acme: HttpClient;
let contact: string;

beforeEach(async () => {
  tenant = await stack.createTenant();
  acme = await tenant.session('admin');
  contact = (await acme.post('/v1/contatos', { email: 'ana@acme.test' })).body.id;
});

/** Has the contact go through a journey that ended some days ago. */
async function goThrough(journey: string, daysAgo: number): Promise<void> {
  time.set(new Date(Date.now() - daysAgo * DAY_MS));
  await enterAll(stack, tenant, journey, [contact], time.now);
  await time.settle();
}
const start = (reentrada: string) => activeJourney(acme, journeyOf({ passos: [toStage(1, 'cliente')], reentrada }));
const kept = async () => {
  await stack.app.get(EnrollmentRetention, { strict: false }).deleteEnded();
  const [rows] = await stack.sql<{ ways: number; steps: number }>(
    `select (select count(*) from enrollment where tenant_id = $1)::int as ways,
            (select count(*) from enrollment_step where tenant_id = $1)::int as steps`,
    [tenant.id],
  );
  return rows;
};

describe('the way of a contact through a journey', () => {
  it('is deleted with its steps when it ended long ago', async () => {
    const journey = await start('apos_sair');
    await goThrough(journey, KEPT_DAYS + 1);
    await goThrough(journey, KEPT_DAYS - 1);
    expect(await kept()).toEqual({ ways: 1, steps: 1 });
  });

  it('stays while it keeps the contact from entering again', async () => {
    await goThrough(await start('nunca'), KEPT_DAYS + 1);
    expect(await kept()).toEqual({ ways: 1, steps: 1 });
  });

  it('stays while the contact is inside, however long', async () => {
    const journey = await activeJourney(acme, journeyOf());
    time.set(new Date(Date.now() - (KEPT_DAYS + 9) * DAY_MS));
    await enterAll(stack, tenant, journey, [contact], time.now);
    await time.settle();
    expect(await kept()).toEqual({ ways: 1, steps: 1 });
  });
});
