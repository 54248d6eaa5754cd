import { describe, expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import { identityStack } from '../../../../test/support/identity-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';

const identity = useStack(identityStack);

const ownerOf = (tenantId: string) => identity.service.get(`/internal/tenants/${tenantId}/owner`);

describe('the owner of a tenant', () => {
  it('is the one who joined first, until they are none any more', async () => {
    const [first, second] = [await identity.createOwner(), await identity.createOwner()];
    expect((await ownerOf(first.tenantId)).body.userId).toBe(first.id);
    const member = { userId: second.id, role: 'owner' };
    expect((await identity.service.post(`/internal/tenants/${first.tenantId}/members`, member)).status).toBe(204);
    expect((await ownerOf(first.tenantId)).body.userId).toBe(first.id);
    const change = { actorId: second.id, role: 'admin' };
    await identity.service.patch(`/internal/tenants/${first.tenantId}/members/${first.id}`, change);
    expect((await ownerOf(first.tenantId)).body.userId).toBe(second.id);
  });

  it('is not found for an unknown tenant, and told to apps alone', async () => {
    expect((await ownerOf(newId('acc'))).status).toBe(404);
    expect((await ownerOf('x')).status).toBe(404);
    const { tenantId } = await identity.createOwner();
    expect((await identity.anonymous.get(`/internal/tenants/${tenantId}/owner`)).status).toBe(401);
  });
});
