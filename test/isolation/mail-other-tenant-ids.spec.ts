import { buildClientSchema, getIntrospectionQuery, type GraphQLField, type IntrospectionQuery } from 'graphql';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askGraphql, graphqlData } from '../support/graphql.js';
import type { Answer } from '../support/http-client.js';
import { mailStack, type MailStack } from '../support/mail-stack.js';
import { type Operation, operationsOf } from '../support/operations.js';
import { createMailAccount, MAIL_BODIES, type MailAccount } from './mail-resources.js';
import { MAIL_FIELDS } from './mail-fields.js';

let stack: MailStack;
let own: MailAccount;
let other: MailAccount;
/** A user whom nobody here knows; identity, which would say so of a new id, does not run. */
let stranger: string;
let operations: Operation[];

beforeAll(async () => {
  stack = await mailStack({ ROLE: 'api' });
  [own, other] = [await createMailAccount(stack), await createMailAccount(stack)];
  stranger = (await (await stack.createTenant()).member()).userId;
  operations = (await operationsOf(stack.anonymous)).filter(
    ({ pathParameters, credential, path }) =>
      pathParameters.length > 0 && credential !== 'none' && !path.startsWith('/admin/'),
  );
});
afterAll(() => stack?.close());

/** The paths before each id of an operation's path. */
const collectionsOf = ({ path }: Operation): string[] =>
  [...path.matchAll(/\/\{\w+\}/g)].map(({ index }) => path.slice(0, index));

function idAt({ ids }: MailAccount, collection: string): string {
  const id = ids[collection];
  if (!id) throw new Error(`test/isolation/mail-resources.ts does not know what is at ${collection}`);
  return id;
}

function call(operation: Operation, { session }: MailAccount, ids: readonly string[]): Promise<Answer> {
  let next = 0;
  const path = operation.path.replace(/\{\w+\}/g, () => ids[next++] ?? '');
  const body = JSON.stringify(MAIL_BODIES[operation.name]?.(own.ids) ?? {});
  return session.send(operation.method, path, operation.method === 'GET' ? undefined : body);
}

const told = ({ status, body, headers }: Answer) => ({ status, body, type: headers['content-type'] });

/** One list for each place in the path: from there on, the ids of `others`; before it, the account's own. */
const mixed = (mine: readonly string[], others: readonly string[]): string[][] =>
  mine.map((_, place) => [...mine.slice(0, place), ...others.slice(place)]);

/** A digest of all rows of a tenant, by table. */
async function rowsOf(tenantId: string): Promise<Record<string, string>> {
  const tables = await stack.sql<{ name: string }>(
    `select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'tenant_id' order by 1`,
    [],
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await stack.sql<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest
         from "${name}" t where tenant_id = $1`,
      [tenantId],
    );
    digests[name] = row!.digest;
  }
  return digests;
}

/** A user is no resource of an account: to give a stranger a role is a fault of the request, whoever the stranger is. */
const TO_STRANGERS = ['PUT /mailboxes/{id}/grants/{userId}', 'setMailboxGrant'];

const refusalAt = (name: string, place: string) =>
  TO_STRANGERS.includes(name) && /user_id|grants$/.test(place) ? [400, 'ValidationError'] : [404, 'NotFound'];

describe('the id of another account in Mail', () => {
  it('is tried on every route that takes one', () => {
    expect(operations.length).toBeGreaterThan(75);
    for (const operation of operations) for (const place of collectionsOf(operation)) idAt(own, place);
  });

  it('is answered with 404, exactly as an unknown id is, and changes nothing', async () => {
    const before = await rowsOf(other.tenant.id);
    expect(Object.keys(before).length).toBeGreaterThan(15);
    for (const operation of operations) {
      const places = collectionsOf(operation);
      const mine = places.map((place) => idAt(own, place));
      const theirs = mixed(
        mine,
        places.map((place) => idAt(other, place)),
      );
      const unknown = mixed(
        mine,
        places.map((place) => (place.endsWith('/grants') ? stranger : v7())),
      );
      for (const [place, ids] of theirs.entries()) {
        const [answer, expected] = [await call(operation, own, ids), await call(operation, own, unknown[place]!)];
        const of = `${operation.name} at ${places[place]}: ${answer.text}`;
        expect([answer.status, answer.body.error], of).toEqual(refusalAt(operation.name, places[place]!));
        expect(told(answer), of).toEqual(told(expected));
        expect(answer.text, of).not.toContain(other.tenant.id);
      }
    }
    expect(await rowsOf(other.tenant.id)).toEqual(before);
  });

  it('is refused, or without effect, where a body names it', async () => {
    const before = await rowsOf(other.tenant.id);
    const box = `/mailboxes/${own.ids['/mailboxes']}`;
    const message = `${box}/messages/${own.ids['/mailboxes/{id}/messages']}`;
    const their = (collection: string) => idAt(other, `/mailboxes/{id}/${collection}`);
    const [folder_id, label_id, message_id] = [their('folders'), their('labels'), their('messages')];
    const filter = (actions: object) => ({ name: 'x', q: 'de:x', actions });
    for (const [method, path, body] of [
      ['PATCH', message, { folder_id }],
      ['POST', `${message}/labels`, { label_id }],
      ['POST', `${box}/messages/labels`, { message_ids: [idAt(own, '/mailboxes/{id}/messages')], aplicar: [label_id] }],
      ['POST', `${box}/filters`, filter({ folder_id })],
      ['POST', `${box}/filters`, filter({ label_ids: [label_id] })],
      ['POST', `${box}/drafts`, { in_reply_to: message_id }],
      ['POST', `${box}/send`, { draft_id: their('drafts') }],
      ['PUT', `/domains/${own.ids['/domains']}/catchall`, { mailbox_id: idAt(other, '/mailboxes') }],
    ] as const) {
      const { status, text } = await own.session.send(method, path, JSON.stringify(body));
      expect([400, 404], `${method} ${path} ${JSON.stringify(body)}: ${status} ${text}`).toContain(status);
    }
    const batch = { message_ids: [message_id], aplicar: [idAt(own, '/mailboxes/{id}/labels')] };
    const { body } = await own.session.post(`${box}/messages/labels`, batch);
    expect(body).toEqual({ vinculadas: 0, desvinculadas: 0 });
    expect(await rowsOf(other.tenant.id)).toEqual(before);
  });

  it('is found by that account itself', async () => {
    // Reading a message marks it as read, so this comes last. A picture is nobody's here, and a stream does not end.
    const reads = operations.filter(({ method, path }) => method === 'GET' && !/avatar|accounts|events$/.test(path));
    for (const operation of reads) {
      const { status, text } = await call(
        operation,
        other,
        collectionsOf(operation).map((place) => idAt(other, place)),
      );
      expect(status, `${operation.name}: ${text}`).toBe(200);
    }
  });
});

describe('the id of another account in the GraphQL of Mail', () => {
  let fields: { kind: 'query' | 'mutation'; field: GraphQLField<unknown, unknown> }[];

  beforeAll(async () => {
    const schema = buildClientSchema((await graphqlData(own.session, getIntrospectionQuery())) as IntrospectionQuery);
    const of = (kind: 'query' | 'mutation') =>
      Object.values((kind === 'query' ? schema.getQueryType() : schema.getMutationType())!.getFields()).map(
        (field) => ({
          kind,
          field,
        }),
      );
    fields = [...of('query'), ...of('mutation')].filter(({ field }) => field.args.some(({ name }) => isId(name)));
  });

  const isId = (name: string) => name === 'id' || name.endsWith('_id');

  /** The operation with one field, whose ids stand where they are named. */
  function operationOf({ kind, field }: (typeof fields)[number], ids: Record<string, string>): string {
    const input = MAIL_FIELDS[field.name]?.input;
    const given = field.args.flatMap(({ name }) => {
      if (isId(name)) return [`${name}: "${ids[name]}"`];
      return name === 'input' ? [`input: ${input}`] : [];
    });
    const answer = /^(\[?)(ID|String|Boolean)\b/.test(String(field.type)) ? '' : '{ __typename }';
    return `${kind} { ${field.name}(${given.join(', ')}) ${answer} }`;
  }

  const idsOf = ({ ids }: MailAccount, { field }: (typeof fields)[number]): Record<string, string> =>
    Object.fromEntries(
      field.args
        .filter(({ name }) => isId(name))
        .map(({ name }) => [name, ids[MAIL_FIELDS[field.name]?.ids?.[name] ?? PLACES[name] ?? '']!]),
    );

  it('is NotFound for every field with an id, at each place, and changes nothing', async () => {
    expect(fields.length).toBeGreaterThan(70);
    const before = await rowsOf(other.tenant.id);
    for (const one of fields) {
      const [mine, theirs] = [idsOf(own, one), idsOf(other, one)];
      for (const name of Object.keys(mine)) {
        expect(mine[name], `test/isolation/mail-fields.ts does not know ${one.field.name}(${name})`).toBeTruthy();
        const query = operationOf(one, { ...mine, [name]: theirs[name]! });
        const { errors } = await askGraphql(own.session, query);
        expect(
          errors.map(({ extensions }) => extensions['code']),
          `${query} ${JSON.stringify(errors)}`,
        ).toEqual([refusalAt(one.field.name, name)[1]]);
      }
    }
    expect(await rowsOf(other.tenant.id)).toEqual(before);
  });

  /** What arguments of these names are ids of, unless a field says otherwise. */
  const PLACES: Readonly<Record<string, string>> = {
    org_id: '/orgs',
    domain_id: '/domains',
    mailbox_id: '/mailboxes',
    message_id: '/mailboxes/{id}/messages',
    thread_id: '/mailboxes/{id}/threads',
    label_id: '/mailboxes/{id}/labels',
    draft_id: '/mailboxes/{id}/drafts',
    user_id: '/mailboxes/{id}/grants',
  };
});
