import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HttpSink } from '#libs/test/testing';
import { APPS } from '../support/apps.js';
import { type AccountOfApps, EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import { tryInLanes } from '../support/in-lanes.js';
import { inTurn } from '../support/in-turn.js';
import type { Operation } from '../support/operations.js';
import { ABSURD_NUMBERS } from './hostile-bodies.js';
import { HostileCalls } from './hostile-calls.js';

const LANES = 6;

let hooks: HttpSink;
let every: EveryApp;
let account: AccountOfApps;

beforeAll(async () => {
  hooks = await HttpSink.start();
  const platform = { ...WITHOUT_CALL_LIMITS.platform, OUTBOUND_ALLOW: hooks.host };
  every = await EveryApp.start({ ...WITHOUT_CALL_LIMITS, platform });
  account = await every.createAccount();
});
afterAll(async () => {
  await every?.close();
  await hooks?.stop();
});

describe.each(APPS)('in $name, a parameter', (app) => {
  let calls: HostileCalls;
  /** Operations that need no token in their path. */
  let operations: Operation[];

  beforeAll(async () => {
    calls = await HostileCalls.of(app, every, account, `${hooks.url}/`);
    operations = calls.operations.filter((one) => calls.isReachable(one));
  });
  beforeEach(() => calls.changeOperator());

  const { invalidParameter, rejectsUnknownParameters, beginsAtInvalidCursors } = app.errors;
  const tryOperations = (work: (operation: Operation) => Promise<void>, tried = operations) =>
    tryInLanes(LANES, tried, work);
  /** The text of a cursor is empty on the first page, and any other than a list gave is that page, too, where the API says so. */
  const isBeginning = (name: string, value: string) =>
    name === 'cursor' && !rejectsUnknownParameters && (value.trim() === '' || beginsAtInvalidCursors);
  const at = async (operation: Operation, query: string) =>
    calls.clientFor(operation).send(operation.method, `${await calls.pathOf(operation)}?${query}`);

  it('that is not a number where one is required is rejected and named, on every list', async () => {
    await tryOperations(async (operation) => {
      for (const name of operation.queryParameters.filter((one) => NUMBERS.includes(one))) {
        for (const value of inTurn(ABSURD_NUMBERS, 5, `${operation.name} ${name}`)) {
          const answer = await at(operation, `${name}=${value}`);
          if (isBeginning(name, value) && answer.status === 200) continue;
          calls.expectRefused(answer, operation, `${name}=${value}`);
          expect(answer.status).toBe(invalidParameter);
          expect(app.errors.messageOf(answer.body), operation.name).toContain(name);
        }
      }
    });
  });

  it('that comes twice, as a list or as an object is rejected', async () => {
    await tryOperations(async (operation) => {
      const texts = operation.queryParameterSchemas.filter(({ schema }) => schema.type !== 'object');
      for (const { name } of texts) {
        // Elsewhere these are unknown parameters, which are without effect.
        const others = rejectsUnknownParameters ? [`${name}[]=1`, `${name}[a]=1`, `${name}[__proto__]=1`] : [];
        for (const query of [`${name}=1&${name}=2`, ...others]) {
          calls.expectRefused(await at(operation, query), operation, query);
        }
      }
    });
  });

  it('that is unknown is rejected and named on every reading route, or without effect, as the API says', async () => {
    const reads = operations.filter(
      ({ method, credential, name }) => method === 'GET' && credential !== 'none' && !ENDLESS.includes(name),
    );
    await tryOperations(async (operation) => {
      const expected = (await at(operation, '')).status;
      for (const name of inTurn(['surprise', '__proto__', 'tenant_id', 'constructor'], 2, operation.name)) {
        const answer = await at(operation, `${name}=1`);
        if (!rejectsUnknownParameters) {
          expect(answer.status, `${operation.name}?${name}: ${answer.text}`).toBe(expected);
          continue;
        }
        calls.expectRefused(answer, operation, name);
        expect(answer.status, operation.name).toBe(invalidParameter);
        expect(app.errors.messageOf(answer.body), operation.name).toContain(name);
      }
    }, reads);
  });

  it('with a text that cannot be stored is rejected, and any other is accepted', async () => {
    await tryOperations(
      async (operation) => {
        for (const text of ['%00', 'a%00', '%e0%00'])
          calls.expectRefused(await at(operation, `q=${text}`), operation, text);
        for (const text of ['%', '%ff', '%ED%A0%80', "'", '"', '\\', '%25', '_', '(', '*', '%F0%9F%98%80']) {
          for (const written of [encodeURI(text), text.replace(/"/g, '%22')]) {
            const { status } = await at(operation, `q=${written}`);
            expect(status, `${operation.name}?q=${written}`).toBeLessThan(500);
          }
        }
      },
      operations.filter(({ queryParameters }) => queryParameters.includes('q')),
    );
  });

  it('with a text that cannot be stored is never a 5xx, whatever its name', async () => {
    await tryOperations(async (operation) => {
      for (const name of operation.queryParameters)
        for (const text of inTurn(['a%00', '%ED%A0%80', 'x'.repeat(5_000)], 1, `${operation.name} ${name}`)) {
          const { status } = await at(operation, `${name}=${text}`);
          expect(status, `${operation.name}?${name}=${text.slice(0, 20)}`).toBeLessThan(500);
        }
    });
  });

  it('in a path that is malformed is rejected in the envelope, on every route', async () => {
    await tryOperations(
      async (operation) => {
        for (const id of inTurn(MALFORMED_IDS, 3, operation.name)) {
          const path = operation.path.replace(/\{\w+\}/g, id);
          // A client takes `..` for the way up before it sends anything, and may so come to another route.
          const reached = new URL(path, app.urlIn(every)).pathname.replace(/\/$/, '');
          if (
            reached === '' ||
            calls.operations.some((other) => other.method === operation.method && other.path === reached)
          )
            continue;
          const body = operation.bodySchema && '{}';
          const answer = await calls.clientFor(operation).send(operation.method, path, body);
          const what = `${operation.method} ${path.slice(0, 100)}: ${answer.status} ${answer.text.slice(0, 200)}`;
          expect([400, 404, 405], what).toContain(answer.status);
          calls.expectEnvelope(answer, what);
        }
      },
      // What recipients of mail open answers with pages and pictures, and has a suite of its own.
      calls.operations.filter(({ path, pathParameters }) => pathParameters.length > 0 && !path.startsWith('/t/')),
    );
  });
});

const NUMBERS = ['cursor', 'limit', 'limite'];

/** A stream of events. */
const ENDLESS = ['GET /api/events', 'GET /mailboxes/{id}/events', 'GET /v1/analytics/live/stream'];

const MALFORMED_IDS = [
  '%00',
  '%',
  '%zz',
  '%ff',
  '..%2f..',
  '%2e%2e',
  "'",
  '%27%20or%201=1',
  'x'.repeat(4_000),
  'MSG_0',
  '%20',
  '-1',
];
