import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { askGraphql, graphqlData, operation } from '../../../../test/support/graphql.js';
import type { HttpClient } from '../../../../test/support/http-client.js';
import { createDomain, createMailbox } from '../../../../test/support/mail-mailboxes.js';
import { mailStack, type MailTenant } from '../../../../test/support/mail-stack.js';
import type { MailDomain } from '../domains/mail-domain.entity.js';
import type { Mailbox } from '../mailboxes/mailbox.entity.js';
import { usePrepared, useStack } from '../../../../test/support/use-stack.js';

const stack = useStack(() => mailStack({ ROLE: 'api' }));
const tenant = usePrepared(() => stack.createTenant());
let domain: MailDomain;
let member: Awaited<ReturnType<MailTenant['member']>>;
let client: HttpClient;

beforeAll(async () => {
  ({ domain } = await createDomain(stack.app, tenant.id));
  member = await tenant.member('member');
  ({ client } = member);
});
const mailbox = (): Promise<Mailbox> =>
  createMailbox(stack.app, domain, undefined, [{ userId: member.userId, role: 'owner' }]);

const nodes = <T>({ edges }: { edges: { node: T }[] }): T[] => edges.map(({ node }) => node);

const BOX = { mailbox_id: 'ID!' };
const ONE = { ...BOX, id: 'ID!' };

describe('what belongs to a mailbox, by GraphQL', () => {
  const answer = async (
    kind: 'query' | 'mutation',
    field: string,
    variables: Record<string, [string, unknown]>,
    fields = '',
  ) => {
    const types = Object.fromEntries(Object.entries(variables).map(([name, [type]]) => [name, type]));
    const values = Object.fromEntries(Object.entries(variables).map(([name, [, value]]) => [name, value]));
    return (await graphqlData(client, operation(kind, field, types, fields), values))[field];
  };

  it.each([
    {
      path: 'folders',
      names: ['createMailFolder', 'renameMailFolder', 'deleteMailFolder'],
      inputs: ['MailFolderInput', 'MailFolderInput'],
      fields: 'id mailbox_id kind name total unread',
      values: [{ name: 'Projects' }, { name: 'Old projects' }],
    },
    {
      path: 'labels',
      names: ['createMailLabel', 'updateMailLabel', 'deleteMailLabel'],
      inputs: ['CreateMailLabelInput', 'UpdateMailLabelInput'],
      fields: 'id mailbox_id name color origin system system_key',
      values: [{ name: 'Bills' }, { color: '#1a73e8' }],
    },
    {
      path: 'contacts',
      names: ['createMailboxContact', 'updateMailboxContact', 'deleteMailboxContact'],
      inputs: ['CreateMailboxContactInput', 'UpdateMailboxContactInput'],
      fields: 'id mailbox_id email name notes created_at updated_at',
      values: [{ email: 'rui@x.test', name: 'Rui' }, { notes: 'Knows all' }],
    },
    {
      path: 'drafts',
      names: ['createMailDraft', 'updateMailDraft', 'deleteMailDraft'],
      inputs: ['CreateMailDraftInput', 'UpdateMailDraftInput'],
      fields: 'id mailbox_id version from to cc bcc subject snippet has_attachments thread_id updated_at',
      values: [{ subject: 'Begun' }, { version: 1, to: ['ana@x.test'] }],
    },
    {
      path: 'filters',
      names: ['createMailboxFilter', 'updateMailboxFilter', 'deleteMailboxFilter'],
      inputs: ['CreateMailboxFilterInput', 'UpdateMailboxFilterInput'],
      fields: `id mailbox_id name q position enabled stop unconfirmed created_at updated_at
        actions { folder_id label_ids mark_read star trash forward_to }`,
      values: [{ name: 'Bills', q: 'assunto:bill', actions: { star: true } }, { stop: true }],
    },
    {
      path: 'identities',
      names: ['createMailboxIdentity', 'updateMailboxIdentity', 'deleteMailboxIdentity'],
      inputs: ['CreateMailboxIdentityInput', 'UpdateMailboxIdentityInput'],
      fields: 'id mailbox_id address display_name reply_to signature_html is_default created_at updated_at',
      values: [{}, { display_name: 'Shop' }],
    },
  ])('$path are made, changed and deleted as REST shows them', async ({ path, names, inputs, fields, values }) => {
    const box = await mailbox();
    const own = path === 'identities' ? { address: box.address } : {};
    const mailbox_id: [string, string] = ['ID!', box.id];
    const made = await answer(
      'mutation',
      names[0]!,
      { mailbox_id, input: [`${inputs[0]}!`, { ...own, ...values[0] }] },
      fields,
    );
    const id: [string, string] = ['ID!', made.id];
    const onRest = async () => {
      const { body } = await client.get(`/mailboxes/${box.id}/${path}`);
      return body[path].find((one: { id: string }) => one.id === made.id);
    };
    expect(await onRest()).toEqual(made);
    const changed = await answer(
      'mutation',
      names[1]!,
      { mailbox_id, id, input: [`${inputs[1]}!`, values[1]] },
      fields,
    );
    expect(await onRest()).toEqual(changed);
    expect(changed).not.toEqual(made);
    expect(await answer('mutation', names[2]!, { mailbox_id, id })).toBe(made.id);
    expect(await onRest()).toBeUndefined();
  });

  it.each([
    [
      'signature',
      'mailboxSignature',
      'setMailboxSignature',
      'MailboxSignatureInput',
      'signature_html',
      { signature_html: '<p>Ana</p>' },
    ],
    [
      'vacation',
      'mailboxVacation',
      'setMailboxVacation',
      'MailboxVacationInput',
      'enabled starts_at ends_at subject text html interval_days',
      { enabled: true, text: 'Away' },
    ],
    [
      'forwarding',
      'mailboxForwarding',
      'setMailboxForwarding',
      'MailboxForwardingInput',
      'enabled keep_copy destinations { address confirmed }',
      { enabled: false, keep_copy: false },
    ],
  ])('its %s is set and read as on REST', async (path, read, set, input, fields, values) => {
    const box = await mailbox();
    const mailbox_id: [string, string] = ['ID!', box.id];
    const changed = await answer('mutation', set, { mailbox_id, input: [`${input}!`, values] }, fields);
    expect(changed).toMatchObject(values);
    expect((await client.get(`/mailboxes/${box.id}/${path}`)).body).toEqual(changed);
    expect(await answer('query', read, { mailbox_id }, fields)).toEqual(changed);
  });

  it('a draft that was changed meanwhile is Conflict, with its newer state', async () => {
    const box = await mailbox();
    const { id } = (await client.post(`/mailboxes/${box.id}/drafts`, { subject: 'one' })).body;
    const query = operation('mutation', 'updateMailDraft', { ...ONE, input: 'UpdateMailDraftInput!' }, 'version');
    const change = (subject: string) =>
      askGraphql(client, query, { mailbox_id: box.id, id, input: { version: 1, subject } });
    expect((await change('two')).data).toEqual({ updateMailDraft: { version: 2 } });
    expect((await change('three')).errors[0]?.extensions).toMatchObject({
      code: 'Conflict',
      draft: { subject: 'two' },
    });
  });

  it('contacts are pages by name, and suggested', async () => {
    const box = await mailbox();
    for (const name of ['Čapek', 'ana', 'Bia'])
      await client.post(`/mailboxes/${box.id}/contacts`, { email: `${v7()}@x.test`, name });
    const query = operation(
      'query',
      'mailboxContacts',
      { ...BOX, first: 'Int', after: 'String' },
      'edges { node { name } cursor } pageInfo { endCursor hasNextPage }',
    );
    const names: string[] = [];
    let after: string | undefined;
    do {
      const { mailboxContacts } = await graphqlData(client, query, { mailbox_id: box.id, first: 1, after });
      names.push(...nodes<{ name: string }>(mailboxContacts).map(({ name }) => name));
      after = mailboxContacts.pageInfo.hasNextPage ? mailboxContacts.pageInfo.endCursor : undefined;
    } while (after);
    const { contacts } = (await client.get(`/mailboxes/${box.id}/contacts`)).body;
    expect(names).toEqual(contacts.map(({ name }: { name: string }) => name));
    const found = await answer(
      'query',
      'mailRecipientSuggestions',
      { mailbox_id: ['ID!', box.id], q: ['String', 'bia'] },
      'name address contact_id',
    );
    expect(found).toEqual((await client.get(`/mailboxes/${box.id}/recipients/suggest?q=bia`)).body.suggestions);
    expect(found).toHaveLength(1);
  });
});
