import { describe, expect, it } from 'vitest';
import { AccessRegistry } from '#libs/core/auth';
import { askGraphql, graphqlCodes } from '../../../../test/support/graphql.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack } from '../../../../test/support/mail-stack.js';
import { spendFields } from '../../../../test/support/spent-fields.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());

const READ = '{ mailboxes { pageInfo { hasNextPage } } }';
const NO_ID = '{ mailboxSignature(mailbox_id: "x") { signature_html } }';
const WRITE = 'mutation { setMailboxSignature(mailbox_id: "x", input: { signature_html: "" }) { signature_html } }';

describe('every field of the schema', () => {
  it('is for sessions, and what concerns the whole account is for admins', () => {
    const routes = stack.app.get(AccessRegistry, { strict: false }).routes();
    const fields = Object.entries(routes).filter(([name]) => /^(Query|Mutation)\./.test(name));
    expect(fields.length).toBeGreaterThan(80);
    for (const [name, access] of fields) expect(access, name).toMatchObject({ kind: 'session', tenant: true });
    const ofAdmins = fields.filter(([, access]) => access?.kind === 'session' && access.role === 'admin');
    expect(ofAdmins.map(([name]) => name).sort()).toEqual([
      'Mutation.createMailDomain',
      'Mutation.createMailbox',
      'Mutation.deleteMailDomain',
      'Mutation.deleteMailbox',
      'Mutation.restoreMailbox',
      'Mutation.rotateMailDomainKeys',
      'Mutation.setMailDomainAutocreate',
      'Mutation.setMailDomainCatchAll',
      'Mutation.setMailboxKind',
      'Mutation.setMailboxQuota',
      'Mutation.verifyMailDomain',
      'Query.domainMailboxes',
      'Query.mailAccounts',
    ]);
  });

  it('rejects a stranger, a key, an account without Mail and a suspended one', async () => {
    const without = await (await stack.createTenant(['crm'])).session();
    const suspended = await stack.createTenant();
    const late = await suspended.session();
    await suspended.setStatus('suspended');
    for (const [name, client, code] of [
      ['stranger', stack.anonymous, 'AuthorizationError'],
      ['key', await tenant.key(), 'PermissionDenied'],
      ['without Mail', without, 'PermissionDenied'],
      ['suspended', late, 'TenantSuspended'],
    ] as const) {
      expect(await graphqlCodes(client, WRITE), name).toEqual([code]);
      if (name !== 'suspended') expect(await graphqlCodes(client, READ), name).toEqual([code]);
    }
    expect(await graphqlCodes(late, READ)).toEqual([]);
  });

  it('asks for the role in the mailbox that REST asks for', async () => {
    const { domain } = await createDomain(stack.app, tenant.id);
    const reader = await tenant.member('member');
    const stranger = await tenant.session('member');
    const admin = await tenant.session('admin');
    const { id } = await createMailbox(stack.app, domain, undefined, [{ userId: reader.userId, role: 'reader' }]);
    const of = (field: string) => field.replace('(', `(mailbox_id: "${id}"`);
    const folders = of('{ mailFolders() { id } }');
    const create = of('mutation { createMailFolder(, input: { name: "x" }) { id } }');
    const rename = of('mutation { updateMailbox(, input: { display_name: "x" }) { id } }');
    const grants = of('{ mailboxGrants() { user_id } }');
    const remove = of('mutation { deleteMailbox() }');
    for (const [client, codes] of [
      [reader.client, [[], ['PermissionDenied'], ['PermissionDenied'], ['PermissionDenied'], ['PermissionDenied']]],
      [stranger, [['NotFound'], ['NotFound'], ['NotFound'], ['NotFound'], ['PermissionDenied']]],
      [admin, [['PermissionDenied'], ['PermissionDenied'], [], [], []]],
    ] as const) {
      for (const [index, query] of [folders, create, rename, grants, remove].entries())
        expect(await graphqlCodes(client, query), query).toEqual(codes[index]);
    }
  });

  it('names the code, the field at fault and what else REST answers', async () => {
    const owner = await tenant.session();
    const { errors } = await askGraphql(owner, '{ mailOrganisations(first: 101) { edges { cursor } } }');
    expect(errors[0]).toMatchObject({
      extensions: { code: 'InvalidParameter', error: 'ValidationError', field: 'first' },
    });
    expect(await graphqlCodes(owner, '{ mailOrganisations(after: "x") { edges { cursor } } }')).toEqual([
      'InvalidParameter',
    ]);
    expect(await graphqlCodes(owner, '{ mailOrganisations(last: 1) { edges { cursor } } }')).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
    ]);
    expect(await graphqlCodes(owner, NO_ID)).toEqual(['NotFound']);
  });

  it('counts up to 1,500 root fields a minute of a session, and ten of a call', async () => {
    const client = await tenant.session();
    const field = 'mailboxSignature(mailbox_id: "x") { signature_html }';
    const call = (count: number) => `{ ${Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ')} }`;
    expect(await graphqlCodes(client, call(11))).toEqual(['ValidationError']);
    const left = async () => (await client.post('/graphql', { query: call(10) })).headers['x-ratelimit-remaining'];
    expect(await left()).toBe('1490');
    await spendFields(stack, client, 1_480);
    expect(await left()).toBe('0');
    expect(await graphqlCodes(client, NO_ID)).toEqual(['Throttling']);
  });
});
