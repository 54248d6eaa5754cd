import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterStep } from '../../../../test/support/after-step.js';
import { identityStack, PASSWORD, type TestOwner } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import { TenantDeletionService } from '../tenant-deletion/tenant-deletion.service.js';
import { AccountDeletionRepository } from './account-deletion.repository.js';
import { AccountPurge } from './account-purge.js';

// Its timers do not run: the purge works when a test calls it.
const identity = useStack(() => identityStack({ environment: { ROLE: 'api' } }));
const purge = () => identity.app.get(AccountPurge, { strict: false });
const returned = () =>
  ({ of: identity.app.get(TenantDeletionService, { strict: false }), name: 'restoreFor' }) as const;
const listed = () => ({ of: identity.app.get(AccountDeletionRepository, { strict: false }), name: 'listDue' }) as const;

afterEach(() => vi.restoreAllMocks());

async function leave({ id }: TestOwner): Promise<void> {
  const { status } = await identity.service.post(`/internal/users/${id}/delete`, { password: PASSWORD });
  expect(status).toBe(204);
}

const leaveAgain = async (owner: TestOwner): Promise<void> => {
  await identity.login(owner);
  await leave(owner);
};

/** Tells if an account and its tenant are being deleted, and the tenant later. */
async function deletionsOf({ id, tenantId }: TestOwner) {
  const [found] = await identity.sql<{ account: boolean; tenant: boolean; later: boolean | null }>(
    `select a.user_id is not null as account, t.tenant_id is not null as tenant, t.due_at > a.due_at as later
       from (values ($1, $2)) as asked (user_id, tenant_id)
       left join account_deletion a on a.user_id = asked.user_id and a.restored_at is null
       left join tenant_deletion t on t.tenant_id = asked.tenant_id`,
    [id, tenantId],
  );
  return found;
}

async function endGrace({ id, tenantId }: TestOwner, rest: string): Promise<void> {
  await identity.sql('update account_deletion set due_at = now() + $2::interval where user_id = $1', [id, rest]);
  await identity.sql(
    `update tenant_deletion set due_at = now() + $2::interval + interval '1 hour' where tenant_id = $1`,
    [tenantId, rest],
  );
}

const LEAVING = { account: true, tenant: true, later: true };
const STAYING = { account: false, tenant: false, later: null };

describe('an account that is deleted again', () => {
  it('while the return of its user is being finished is deleted, and restored with its tenants by the next sign-in', async () => {
    const owner = await identity.createOwner();
    await leave(owner);
    await identity.login(owner);
    afterStep(returned(), () => leave(owner));
    await purge().finishReturns();
    expect(await deletionsOf(owner)).toEqual(LEAVING);
    await identity.login(owner);
    await purge().finishReturns();
    expect(await deletionsOf(owner)).toEqual(STAYING);
  });

  it('by one who is back from that, too, stays with its tenants', async () => {
    const owner = await identity.createOwner();
    await leave(owner);
    await identity.login(owner);
    afterStep(returned(), async () => {
      await leave(owner);
      await identity.login(owner);
    });
    await purge().finishReturns();
    await purge().finishReturns();
    expect(await deletionsOf(owner)).toEqual(STAYING);
  });

  it('before the return of its user is finished keeps its tenants for as long as itself', async () => {
    const owner = await identity.createOwner();
    await leave(owner);
    await endGrace(owner, '2 hours');
    await leaveAgain(owner);
    await purge().finishReturns();
    expect(await deletionsOf(owner)).toEqual(LEAVING);
  });

  it('at the end of its week has another one', async () => {
    const owner = await identity.createOwner();
    await leave(owner);
    await endGrace(owner, '0 seconds');
    afterStep(listed(), () => leaveAgain(owner));
    await purge().deleteDue();
    expect(await identity.sql('select id from user_account where id = $1', [owner.id])).toHaveLength(1);
    expect(await deletionsOf(owner)).toEqual(LEAVING);
  });
});
