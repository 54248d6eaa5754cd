import { describe, expect, it } from 'vitest';
import { graphqlCodes, graphqlData, operation } from '../../../../../../test/support/graphql.js';
import { platformStack } from '../../../../../../test/support/platform-stack.js';
import { usePrepared, useStack } from '../../../../../../test/support/use-stack.js';

const stack = useStack(() => platformStack({ environment: { ROLE: 'api' } }));
const tenant = usePrepared(() => stack.createTenant());

const READ = '{ trackingSettings { opens clicks } }';
const CHANGE = operation(
  'mutation',
  'changeTrackingSettings',
  { input: 'ChangeTrackingSettingsInput!' },
  'opens clicks',
);

describe('what is tracked of e-mails, by GraphQL', () => {
  it('is off until an admin chooses, and what is absent stays', async () => {
    const admin = await tenant.session('admin');
    expect(await graphqlData(admin, READ)).toEqual({ trackingSettings: { opens: false, clicks: false } });
    await graphqlData(admin, CHANGE, { input: { opens: true } });
    await graphqlData(admin, CHANGE, { input: { clicks: true } });
    expect(await graphqlData(admin, READ)).toEqual({ trackingSettings: { opens: true, clicks: true } });
    expect((await admin.get('/api/tracking')).body.Tracking).toEqual({ Opens: true, Clicks: true });
    const rival = await (await stack.createTenant()).session();
    expect(await graphqlData(rival, READ)).toEqual({ trackingSettings: { opens: false, clicks: false } });
  });

  it('is not changed by a member, nor by a change of nothing', async () => {
    const member = await tenant.session('member');
    expect(await graphqlCodes(member, CHANGE, { input: { opens: false } })).toEqual(['PermissionDenied']);
    expect(await graphqlCodes(await tenant.session('admin'), CHANGE, { input: {} })).toEqual(['MissingParameter']);
  });
});
