import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { APPS, expectError } from '../support/apps.js';
import { type AccountOfApps, EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import { type GraphqlAnswer, graphqlData } from '../support/graphql.js';
import { tryInLanes } from '../support/in-lanes.js';
import type { Operation } from '../support/operations.js';
import { bodyWith, sampleBody } from '../support/sample-body.js';
import { AccountIds, told } from './account-ids.js';
import {
  argumentPlacesOf,
  isCounted,
  operationOf,
  rootFieldsOf,
  sampleVariables,
  type RootField,
} from './graphql-ids.js';
import { idPlacesOf } from './id-places.js';
import { collectionsOf, pathWith, resourceAt } from './resources.js';

type GraphqlError = GraphqlAnswer['errors'][number];

interface CountedList {
  edges: object[];
  pageInfo: { hasNextPage: boolean };
  countAtLeast: number | null;
}

const LANES = 4;
/** Paths that are not read: one that answers 404 until it is set, and a stream, which does not end. */
const NOT_READ = [
  'GET /api/events',
  'GET /mailboxes/{id}/avatar',
  'GET /mailboxes/{id}/events',
  'GET /v1/analytics/live/stream',
];

let hooks: HttpSink;
let every: EveryApp;
let accounts: AccountOfApps[];

beforeAll(async () => {
  hooks = await HttpSink.start();
  // No worker runs, so that rows change by calls alone.
  const [quiet, { platform }] = [{ ROLE: 'api' }, WITHOUT_CALL_LIMITS];
  every = await EveryApp.start({
    ...WITHOUT_CALL_LIMITS,
    platform: { ...platform, ...quiet, OUTBOUND_ALLOW: hooks.host },
    mail: quiet,
    pages: quiet,
    crm: quiet,
  });
  accounts = [await every.createAccount(), await every.createAccount()];
});
afterAll(async () => {
  await every?.close();
  await hooks?.stop();
});

describe.each(APPS)('the id of another account in $name', (app) => {
  let ids: AccountIds;
  let fields: RootField[];

  beforeAll(async () => {
    ids = await AccountIds.of(app, every, accounts, `${hooks.url}/`);
    fields = app.hasGraphql === true ? await rootFieldsOf(ids.own.session) : [];
  });

  it('is tried on every route that takes one', () => {
    const open = ids.operations.filter((one) => one.credential === 'none' && collectionsOf(one).length > 0);
    expect([...new Set(open.map(({ path }) => path))].sort()).toEqual(Object.keys(ids.resources.open).sort());
    for (const operation of ids.withIds) for (const place of collectionsOf(operation)) resourceAt(app, place);
  });

  it('is in no list', async () => {
    const theirs = [...(await ids.other.created()), ids.other.tenantId, ids.other.owner.slug];
    const tried = ids.closed.filter(
      (one) =>
        one.method === 'GET' &&
        collectionsOf(one).length === 0 &&
        !ids.isOperators(one) &&
        !NOT_READ.includes(one.name),
    );
    // Elsewhere an unknown parameter is rejected.
    const query = app.errors.rejectsUnknownParameters ? '' : `?tenant_id=${ids.other.tenantId}`;
    await tryInLanes(LANES, tried, async (operation) => {
      for (const client of ids.clientsFor(operation)) {
        const { text } = await client.get(operation.path + query);
        const found = theirs.filter((id) => id.length > 10 && text.includes(id));
        expect(found, `${operation.name}: ${text.slice(0, 300)}`).toEqual([]);
      }
    });
  });

  it.runIf(app.hasGraphql === true)('is counted in no list', async () => {
    const lists = fields.filter((one) => isCounted(one) && !ids.isOperatorsField(`Query.${one.name}`));
    expect(lists).not.toEqual([]);
    await tryInLanes(LANES, lists, async (field) => {
      const variables = { ...(await requiredOf(field)), first: 100 };
      const query = operationOf(field, variables, 'edges { __typename } pageInfo { hasNextPage } countAtLeast');
      const list = (await graphqlData(ids.own.session, query, variables))[field.name] as CountedList;
      const { edges, ...rest } = list;
      expect(rest, field.name).toEqual({ pageInfo: { hasNextPage: false }, countAtLeast: edges.length });
    });
  });

  it('is answered with 404 in a path, exactly as an unknown id is, and changes nothing', async () => {
    const tried = ids.withIds.filter((one) => !ids.isOperators(one));
    await ids.expectUnchanged(() =>
      tryInLanes(LANES, tried, async (operation) => {
        for (const client of ids.clientsFor(operation))
          for (const { place, theirs, unknown } of await ids.pathsOf(operation)) {
            const answer = await ids.call(operation, client, theirs);
            const what = `${operation.name} ${place}`;
            if (what in (ids.resources.empty ?? {})) expect(answer.status, what).toBe(200);
            else expectError(app, answer, ids.resources.otherwise?.[what] ?? [404, 'NotFound'], what);
            expect(told(answer), what).toEqual(told(await ids.call(operation, client, unknown)));
            ids.expectNothingOfOther(told(answer), what);
          }
      }),
    );
  });

  it('of an operator is answered with 403 to a member, exactly as an unknown id is', async () => {
    await tryInLanes(LANES, ids.withIds.filter(ids.isOperators), async (operation) => {
      const answer = await ids.call(operation, ids.own.session, await ids.idsOf(operation, ids.own));
      const expected = await ids.call(operation, ids.own.session, ids.unknownOf(operation));
      expect(answer.status, `${operation.name}: ${answer.text}`).toBe(403);
      expect(told(answer), operation.name).toEqual(told(expected));
    });
  });

  it('is answered as an unknown id is in a query and a body, and changes nothing', async () => {
    const tried = ids.closed.filter((one) => !ids.isOperators(one));
    await ids.expectUnchanged(() => tryInLanes(LANES, tried, expectPlacesAsUnknown));
  });

  async function expectPlacesAsUnknown(operation: Operation): Promise<void> {
    const [client] = ids.clientsFor(operation);
    const path = pathWith(operation, await ids.idsOf(operation, ids.own));
    for (const place of idPlacesOf(operation, ids.resources)) {
      const ask = async (id: string) => {
        const body = { ...sampleBody(operation), ...(await ids.bodyOf(operation, place.path.join('.'))) };
        const answer =
          place.in === 'query'
            ? await client!.send(operation.method, `${path}?${place.path[0]}=${id}`)
            : await client!.send(operation.method, path, JSON.stringify(bodyWith(body, place.path, id)));
        return told(answer, id);
      };
      const what = `${operation.name} ${place.path.join('.')}`;
      await ids.expectAsUnknown(ask, place.collection, what, place.in === 'body');
    }
  }

  it.runIf(app.hasGraphql === true)(
    'is answered as an unknown id is by every field of GraphQL, and changes nothing',
    () => ids.expectUnchanged(() => tryInLanes(LANES, fields, expectArgumentsAsUnknown)),
  );

  /** Values of the arguments that a field requires; ids are those of the account's own. */
  async function requiredOf(field: RootField): Promise<Record<string, unknown>> {
    const all = sampleVariables(field);
    for (const { path, collection, isRequired } of argumentPlacesOf(field, ids.resources))
      if (isRequired) all[String(path[0])] = await ids.own.at(collection);
    return all;
  }

  async function expectArgumentsAsUnknown(field: RootField): Promise<void> {
    const places = argumentPlacesOf(field, ids.resources);
    const variables = async (place: string) => {
      const { inputs } = ids.resources.graphql;
      const input = inputs[`${field.name} ${place}`] ?? inputs[field.name];
      return {
        ...(await requiredOf(field)),
        ...(input && { input: typeof input === 'function' ? await input(ids.own) : input }),
      };
    };
    for (const { path, collection, isRequired } of places) {
      const ask = async (id: string) => {
        const given = bodyWith(await variables(path.join('.')), path, id);
        const query = operationOf(field, given);
        return told(await ids.own.session.post('/graphql', { query, variables: given }), id);
      };
      const what = `${field.name} ${path.join('.')}`;
      if (isRequired || ids.isOperatorsField(`${field.kind}.${field.name}`))
        await expectRejected(field, ask, collection, what);
      else await ids.expectAsUnknown(ask, collection, what);
    }
  }

  async function expectRejected(
    { kind, name }: RootField,
    ask: (id: string) => Promise<ReturnType<typeof told>>,
    collection: string,
    what: string,
  ): Promise<void> {
    const answer = await ask(await ids.other.at(collection));
    const code = ids.isOperatorsField(`${kind}.${name}`) ? 'PermissionDenied' : ids.resources.otherwise?.[what]?.[1];
    const codes = (answer.body.errors ?? []).map(({ extensions }: GraphqlError) => extensions['code']);
    const expected = what in (ids.resources.empty ?? {}) ? [] : [code ?? 'NotFound'];
    expect(codes, `${what}: ${JSON.stringify(answer.body)}`).toEqual(expected);
    expect(answer, what).toEqual(await ask(resourceAt(app, collection).unknown()));
    ids.expectNothingOfOther(answer, what);
  }

  it.runIf(app.hasGraphql === true)('as X-Service-Tenant is answered as an unknown account is', async () => {
    const isList = (one: Operation) => {
      const access = ids.accessOf(one);
      const session = access?.kind === 'key or session' ? access.session : access;
      return one.method === 'GET' && collectionsOf(one).length === 0 && session?.kind === 'session' && session.tenant;
    };
    const { path } = ids.closed.find(isList)!;
    const asking = (tenant: string) => ids.own.session.get(path, { 'x-service-tenant': tenant });
    expect((await asking(ids.own.tenantId)).status).toBe(200);
    for (const name of [ids.other.tenantId, ids.other.owner.slug]) {
      const answer = await asking(name);
      expectError(app, answer, [404, 'NotFound'], name);
      expect(told(answer)).toEqual(told(await asking('unknown')));
    }
  });

  it('is found by that account itself', async () => {
    // Reading a message marks it as read, so this comes last.
    const reads = ids.withIds.filter((one) => one.method === 'GET' && !NOT_READ.includes(one.name));
    await tryInLanes(LANES, reads, async (operation) => {
      for (const client of ids.clientsFor(operation, ids.other)) {
        const { status, text } = await ids.call(operation, client, await ids.idsOf(operation, ids.other));
        expect(status, `${operation.name}: ${text.slice(0, 300)}`).toBe(200);
      }
    });
  });
});
