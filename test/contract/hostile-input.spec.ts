import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { APPS } from '../support/apps.js';
import { EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import { HttpSink } from '#libs/test/testing';
import type { Answer } from '../support/http-client.js';
import { tryInLanes } from '../support/in-lanes.js';
import { inTurn } from '../support/in-turn.js';
import type { Operation } from '../support/operations.js';
import { bodyWith, placesOf, sampleBody } from '../support/sample-body.js';
import { HOSTILE_BODIES, HOSTILE_UPLOADS, UNSTORABLE_TEXTS } from './hostile-bodies.js';
import { HostileCalls } from './hostile-calls.js';

/** Place of an item's error in the answer, for operations that judge each item by itself. */
const BY_ITEM: Record<string, (body: Answer['body']) => unknown> = {
  'POST /v1/emails/batch': ({ Results }) => Results[0].Error,
  'POST /api/contacts/bulk': ({ Errors }) => Errors[0].Error,
  'POST /v1/contacts/bulk': ({ Errors }) => Errors[0].Error,
};

/** An operation of an app. */
interface Call {
  app: HostileCalls;
  operation: Operation;
}

const LANES = 8;
let hooks: HttpSink;
let every: EveryApp;
const apps: HostileCalls[] = [];
/** Operations that take a JSON body, in every app. */
let writes: Call[];
/** Operations that take files alone. */
let uploads: Call[];

beforeAll(async () => {
  hooks = await HttpSink.start();
  const { platform, runtime } = WITHOUT_CALL_LIMITS;
  every = await EveryApp.start({
    ...WITHOUT_CALL_LIMITS,
    platform: { ...platform, OUTBOUND_ALLOW: hooks.host },
    runtime: { ...runtime, SUBMISSIONS_PER_MINUTE: '1000000' },
  });
  const account = await every.createAccount();
  for (const app of APPS) apps.push(await HostileCalls.of(app, every, account, `${hooks.url}/`));
  writes = callsOf(({ bodySchema }) => bodySchema !== undefined);
  uploads = callsOf(({ bodySchema, partsSchema }) => !bodySchema && partsSchema !== undefined);
});
afterAll(async () => {
  await every?.close();
  await hooks?.stop();
});

beforeEach(async () => {
  for (const app of apps) await app.changeOperator();
});

function callsOf(isMeant: (operation: Operation) => boolean): Call[] {
  return apps.flatMap((app) => app.operations.filter(isMeant).map((operation) => ({ app, operation })));
}

describe('a hostile body', () => {
  it('is tried in every app', () => {
    const without = (isTried: (app: HostileCalls) => boolean) =>
      apps.filter((app) => !isTried(app)).map(({ app }) => app.name);
    // What identity offers stands in the API of Platform, and no app calls the runtime or the dashboard.
    expect(without((app) => writes.some((one) => one.app === app))).toEqual(['identity']);
    expect(without((app) => app.routesBetweenApps.length > 0)).toEqual(['runtime', 'dashboard']);
  });

  it.each(Object.entries(HOSTILE_BODIES))('%s, is rejected by each route', async (what, { bytes, headers, status }) => {
    const bodies = Object.keys(HOSTILE_BODIES);
    const tried = writes.filter(({ operation }) => inTurn(bodies, 15, operation.name).includes(what));
    expect(tried.length).toBeGreaterThan(0);
    await tryInLanes(LANES, tried, async ({ app, operation }) => {
      const answer = await app.send(operation, bytes, headers);
      app.expectRefused(answer, operation, what);
      expect(answer.status, `${operation.name}: ${answer.text}`).toBe(status);
    });
  });

  it('is rejected by every route that takes files', async () => {
    await tryInLanes(LANES, uploads, async ({ app, operation }) => {
      for (const [what, { bytes, headers }] of Object.entries({ ...HOSTILE_BODIES, ...HOSTILE_UPLOADS }))
        app.expectRefused(await app.send(operation, bytes, headers), operation, what);
    });
  });

  it('is rejected by every route between the apps', async () => {
    const routes = apps.flatMap((app) => app.routesBetweenApps.map((route) => ({ app, route })));
    await tryInLanes(LANES, routes, async ({ app, route: [method, path] }) => {
      for (const [what, { bytes, headers }] of inTurn(Object.entries(HOSTILE_BODIES), 15, `${method} ${path}`)) {
        const answer = await app.service.send(method, path, bytes, headers);
        const name = `${app.app.name} ${method} ${path}, ${what}: ${answer.status} ${answer.text.slice(0, 200)}`;
        expect(answer.status, name).toBeGreaterThanOrEqual(400);
        expect(answer.status, name).toBeLessThan(500);
        app.expectEnvelope(answer, name);
      }
    });
  });

  it('is harmless on a route without a body', async () => {
    // A decision is made once: what it is about would be gone for the others.
    const isFit = ({ method, path }: Operation) =>
      method === 'POST' && path !== '/api/auth/logout' && !/\/(?:retry|discard|apply|dismiss)$/.test(path);
    const others = callsOf((one) => !one.bodySchema && !one.partsSchema && (isFit(one) || one.path === '/v1/account'));
    await tryInLanes(
      LANES,
      others.filter(({ app, operation }) => app.isReachable(operation)),
      async ({ app, operation }) => {
        for (const [what, { bytes, headers }] of inTurn(Object.entries(HOSTILE_BODIES), 10, operation.name)) {
          const answer = await app.send(operation, bytes, headers);
          expect(answer.status, `${operation.name}, ${what}: ${answer.text}`).toBeLessThan(500);
        }
      },
    );
  });

  it('reveals nothing to an unauthenticated client', async () => {
    const closed = [...writes, ...uploads].filter(({ operation }) => operation.credential !== 'none');
    await tryInLanes(LANES, closed, async ({ app, operation }) => {
      const { bytes, headers } = HOSTILE_BODIES['over 2 MiB']!;
      const path = operation.path.replace(/\{\w+\}/g, 'x');
      const { status } = await app.anonymous.send(operation.method, path, bytes, headers);
      expect(status, operation.name).toBe(401);
    });
  });
});

describe('a field of a body', () => {
  /** Values of other types, as JSON text, by the type that is right. */
  const WRONG: Record<string, string[]> = {
    string: ['42', 'true', '{}', '[]', '["x"]', '1e400'],
    integer: ['"1"', 'true', '{}', '[]', '1.5', '-1e400', '9007199254740993'],
    number: ['"1"', 'true', '{}', '[]'],
    boolean: ['"true"', '1', '0', '{}', '[]'],
    array: ['{}', '"x"', '42', 'true'],
    object: ['[]', '"x"', '42', 'true'],
  };
  const MARK = '"(here)"';

  const valuesFor = <T>(operation: Operation, path: readonly (string | number)[], values: readonly T[], count = 2) =>
    inTurn(values, count, `${operation.name} ${path.join('.')}`);

  /** The operation's sample with a piece of JSON text at one place. */
  function textWith(operation: Operation, path: readonly (string | number)[], json: string): string {
    return JSON.stringify(bodyWith(sampleBody(operation), path, '(here)')).replace(MARK, json);
  }

  /** The places of texts, members of free objects included. */
  function textPlacesOf(operation: Operation): (string | number)[][] {
    return placesOf(operation).flatMap(({ path, schema }) => {
      if (schema.type === 'string') return [path];
      return schema.type === 'object' && !schema.properties ? [[...path, 'name']] : [];
    });
  }

  async function expectFieldRefused(
    app: HostileCalls,
    operation: Operation,
    path: readonly (string | number)[],
    json: string,
  ) {
    const what = `${path.join('.')} = ${json}`;
    const answer = await app.send(operation, textWith(operation, path, json));
    const errorOf = BY_ITEM[operation.name];
    if (errorOf && answer.status < 300) {
      const told = { Code: expect.any(String), Message: expect.stringMatching(/\w/) };
      expect(errorOf(answer.body), `${operation.name} ${what}`).toMatchObject(told);
      return;
    }
    app.expectRefused(answer, operation, what);
    app.expectNamed(answer, path, `${operation.name} ${what}`);
  }

  it('of the wrong type is rejected and named, on every route', async () => {
    await tryInLanes(LANES, writes, async ({ app, operation }) => {
      for (const { path, schema } of placesOf(operation)) {
        for (const json of valuesFor(operation, path, WRONG[schema.type ?? ''] ?? []))
          await expectFieldRefused(app, operation, path, json);
      }
    });
  });

  it('whose text cannot be stored is rejected and named, on every route', async () => {
    await tryInLanes(LANES, writes, async ({ app, operation }) => {
      for (const path of textPlacesOf(operation)) {
        for (const text of valuesFor(operation, path, Object.values(UNSTORABLE_TEXTS), 1))
          await expectFieldRefused(app, operation, path, JSON.stringify(text));
      }
    });
  });

  it('that is unknown is rejected and named, at every place', async () => {
    await tryInLanes(LANES, writes, async ({ app, operation }) => {
      const objects = placesOf(operation).filter(({ schema }) => schema.properties);
      for (const path of [[], ...objects.map((one) => one.path)]) {
        await expectFieldRefused(app, operation, [...path, 'Surprise'], '1');
      }
    });
  });

  it('that is far too long is never a 5xx', async () => {
    await tryInLanes(LANES, writes, async ({ app, operation }) => {
      for (const path of textPlacesOf(operation)) {
        const { status, text } = await app.send(
          operation,
          textWith(operation, path, JSON.stringify('é'.repeat(100_000))),
        );
        expect(status, `${operation.name}, ${path.join('.')}: ${text}`).toBeLessThan(500);
      }
    });
  });
});
