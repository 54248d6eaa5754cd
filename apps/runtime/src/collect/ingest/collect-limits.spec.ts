import { expect, it } from 'vitest';
import { newId } from '#libs/core/persistence';
import type { RuntimeConfig } from '../../config.js';
import { CollectLimits } from './collect-limits.js';

it('the limit of an account holds however many addresses there are', () => {
  const limits = new CollectLimits({ collectPerMinute: 10, collectTenantPerMinute: 10 } as RuntimeConfig);
  const tenantId = newId('acc');
  limits.countTenant(tenantId, 10);
  for (let n = 0; n < 60_000; n += 1) limits.countAddress(`2001:db8:${(n >> 8).toString(16)}:${n & 0xff}::1`);
  expect(() => limits.countTenant(tenantId, 1)).toThrow();
});
