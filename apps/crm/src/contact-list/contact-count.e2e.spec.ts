import { beforeAll, describe, expect, it } from 'vitest';
import type { TenantId } from '#libs/core/persistence';
import { crmStack } from '../../../../test/support/crm-stack.js';
import { useStack } from '../../../../test/support/use-stack.js';
import type { ContactFilter } from './contact-filter.js';
import { ContactListService } from './contact-list.service.js';
import { create } from './contact-list.fixture.js';

const stack = useStack(() => crmStack({ ROLE: 'api' }));
let own: TenantId;

beforeAll(async () => {
  const [tenant, other] = [await stack.createTenant(), await stack.createTenant()];
  const client = await tenant.session('member');
  for (const cidade of ['Recife', 'Recife', 'Natal']) await create(client, { cidade, pais: 'BR' });
  // As a process of the version before writes it.
  const unkeyed = await create(client, { cidade: 'Recife', pais: 'PT' });
  await stack.sql('update contact set filter_keys = null where id = $1', [unkeyed]);
  await create(await other.session('member'), { cidade: 'Recife', pais: 'BR' });
  own = tenant.id;
});

const service = () => stack.app.get(ContactListService, { strict: false });

describe('the number of contacts', () => {
  it.each<[ContactFilter, number]>([
    [{}, 4],
    [{ country: 'BR' }, 3],
    [{ city: 'Recife' }, 3],
    [{ city: 'RECIFE' }, 2],
    [{ city: 'Recife', country: 'BR' }, 2],
    [{ city: 'Belém' }, 0],
  ])('of %o is %i, without those of another account', async (filter, count) => {
    expect(await service().count(own, filter, 100)).toBe(count);
    const { count: listed } = await service().listPage(own, filter, { limit: 0, counts: true });
    expect(listed).toEqual({ atLeast: count, isExact: true });
  });

  it('is counted up to a bound', async () => {
    expect(await service().count(own, { country: 'BR' }, 2)).toBe(2);
  });
});
