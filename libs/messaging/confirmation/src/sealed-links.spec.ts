import { describe, expect, it } from 'vitest';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { SealedLinks } from './sealed-links.js';

const secrets = new SecretBox(KeyRing.fromConfig(`test:${Buffer.alloc(32, 7).toString('base64')}`));
const links = new SealedLinks(secrets, 'list confirmation');
const TENANT = 'acc_0000000000000001';

describe('the token of a link', () => {
  it('names a tenant and what it confirms', () => {
    expect(links.open(links.seal(TENANT, ['led_1', 17]))).toEqual({ tenantId: TENANT, names: ['led_1', 17] });
  });

  it.each([
    ['altered', links.seal(TENANT, ['led_1']).slice(0, -1)],
    ['sealed for another purpose', new SealedLinks(secrets, 'lead confirmation').seal(TENANT, ['led_1'])],
    ['without a tenant', secrets.sealCursor('list confirmation', ['led_1'])],
    ['no list', secrets.sealCursor('list confirmation', { tenantId: TENANT })],
    ['longer than any of ours', 'A'.repeat(1_001)],
    ['empty', ''],
  ])('opens nothing if it is %s', (_, token) => {
    expect(links.open(token)).toBeNull();
  });
});
