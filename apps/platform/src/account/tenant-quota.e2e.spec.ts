import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { SERVICE_SECRET } from '../../../../test/support/app-stack.js';
import { platformStack } from '../../../../test/support/platform-stack.js';
import { publish } from '../../../../test/support/test-credentials.js';
import { useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));

const ask = (tenantId: string, credential = SERVICE_SECRET) =>
  stack.anonymous.with({ authorization: `Bearer ${credential}` }).get(`/internal/tenants/${tenantId}/quota`);

describe('the quota that other apps ask for', () => {
  it('is what the plan of the tenant grants', async () => {
    const tenant = await stack.createTenant();
    await tenant.setPlan('free');
    const { status, body } = await ask(tenant.id);
    const [plan] = await stack.sql<{ email: string; sms: string; push: string }>(
      `select quota_email as email, quota_sms as sms, quota_push as push from plan where name = 'free'`,
    );
    const numbers = Object.fromEntries(Object.entries(plan!).map(([channel, value]) => [channel, Number(value)]));
    expect([status, body]).toMatchObject([200, { plan: 'free', quota: numbers }]);
  });

  it('is null without a plan, and nothing with a plan that does not exist', async () => {
    const tenant = await stack.createTenant();
    expect((await ask(tenant.id)).body).toMatchObject({ plan: '', quota: null });
    await tenant.setPlan('abolished');
    expect((await ask(tenant.id)).body).toMatchObject({ plan: 'abolished', quota: { email: 0, sms: 0, push: 0 } });
  });

  it('is not found for an unknown tenant', async () => {
    const unknown = newId('acc');
    await publish(stack.view, 'tenant', unknown, null);
    expect((await ask(unknown)).status).toBe(404);
    expect((await ask('acme')).status).toBe(404);
  });

  it('is for other apps alone', async () => {
    const tenant = await stack.createTenant();
    const path = `/internal/tenants/${tenant.id}/quota`;
    const answers = [
      await stack.anonymous.get(path),
      await ask(tenant.id, 'another-secret'),
      await (await tenant.session()).get(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
