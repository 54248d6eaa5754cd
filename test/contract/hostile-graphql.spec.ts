import { getNamedType, isEnumType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { APPS, expectError } from '../support/apps.js';
import { EveryApp, WITHOUT_CALL_LIMITS } from '../support/every-app.js';
import type { GraphqlAnswer } from '../support/graphql.js';
import type { Answer, HttpClient } from '../support/http-client.js';
import { inLanes } from '../support/in-lanes.js';
import { inTurn } from '../support/in-turn.js';
import {
  type ArgumentPlace,
  argumentPlacesOf,
  callWith,
  operationFor,
  queryFor,
  type RootCall,
  type RootField,
  rootFieldsOf,
  schemaOf,
} from '../support/root-fields.js';
import { HOSTILE_BODIES, UNSTORABLE_TEXTS } from './hostile-bodies.js';
import { usePrepared, useStack } from '../support/use-stack.js';

/** A session may ask for 1,500 root fields a minute. */
const FIELDS_OF_A_SESSION = 1_200;

/** Fields in which an id of nothing is null, because the others have their answers. */
const ANSWERS_MANY_KEYS = new Set(['membersByIds']);

const ABSURD_CURSORS = ['x', '-1', '9007199254740993', "1'--", 'eyJhIjoxfQ==', '%00'];

const every = useStack(() => EveryApp.start(WITHOUT_CALL_LIMITS));
const account = usePrepared(() => every.createAccount());

const errorsOf = ({ body }: Answer): GraphqlAnswer['errors'] => body?.errors ?? [];

/** An error that is the caller's: ours say that something went wrong, and others show what we are made of. */
function expectFaultOfCaller(answer: Answer, what: string): void {
  const { status, text } = answer;
  expect(status, `${what}: ${text}`).toBeLessThan(500);
  expect(errorsOf(answer).length, `${what}: ${text}`).toBeGreaterThan(0);
  for (const { message, extensions } of errorsOf(answer)) {
    expectHarmless(message, String(extensions['code']), what);
    expectOneForm(extensions, what);
  }
}

/** The members that an error has in every app. */
function expectOneForm({ code, requestId, field, fields }: Record<string, unknown>, what: string): void {
  expect(code, what).toMatch(/^(?:[A-Z][A-Za-z]+|[A-Z_]+)$/);
  expect(requestId, what).toMatch(/^req_[0-9a-f]{16}$/);
  const [first] = (fields ?? []) as { field: string }[];
  expect(field, what).toBe(first?.field);
}

function expectHarmless(message: string, code: string, what: string): void {
  expect(code, `${what}: ${message}`).not.toMatch(/InternalError|INTERNAL_SERVER_ERROR|ServiceUnavailable|Throttling/);
  expect(message, what).not.toMatch(/postgres|invalid byte|syntax for type|stack|at \//i);
}

describe.each(APPS.filter(({ hasGraphql }) => hasGraphql === false))('$name', (app) => {
  it('serves no GraphQL', async () => {
    const { status } = await app.clientsOf(every, account).session.post('/graphql', { query: '{ __typename }' });
    expect([404, 405]).toContain(status);
  });
});

describe.each(APPS.filter(({ hasGraphql }) => hasGraphql === true))(
  'a GraphQL call of $name that is broken or hostile',
  (app) => {
    let session: HttpClient;
    let left = FIELDS_OF_A_SESSION;
    let fields: RootField[];
    let places: ArgumentPlace[];

    beforeAll(async () => {
      session = app.clientsOf(every, account).session;
      fields = rootFieldsOf(await schemaOf(session));
      places = fields.flatMap(argumentPlacesOf);
    });

    /** Asks by a session that has not yet asked for too much. */
    async function ask(query: string, variables?: unknown, rootFields = 1): Promise<Answer> {
      left -= rootFields;
      if (left < 0) {
        left = FIELDS_OF_A_SESSION - rootFields;
        session = session.with({ authorization: `Bearer ${await every.identity.login(account.owner)}` });
      }
      return session.post('/graphql', { query, variables });
    }

    const placesOf = (...types: string[]) => places.filter(({ type }) => types.includes(getNamedType(type).name));

    const nameOf = ({ field, path }: ArgumentPlace): string => `${field.name}(${path.join('.')})`;

    /** Expects each call to be a fault of the caller, together with others of its field. */
    async function expectFaults(tried: readonly ArgumentPlace[], values: readonly unknown[]): Promise<void> {
      expect(tried.length).toBeGreaterThan(0);
      await inLanes(4, tried, async (place) => {
        const calls = values.map((value) => callWith(place, value));
        const answer = await ask(queryFor(calls), undefined, calls.length);
        if (errorsOf(answer).every(({ path }) => path)) expectFaultOfEach(answer, place, values);
        else for (const call of calls) expectFaultOfCaller(await ask(queryFor([call])), nameOf(place));
      });
    }

    function expectFaultOfEach(answer: Answer, place: ArgumentPlace, values: readonly unknown[]): void {
      const what = `${nameOf(place)} of ${JSON.stringify(values)}`;
      expectFaultOfCaller(answer, what);
      const faulty = new Set(errorsOf(answer).map(({ path }) => path?.[0]));
      expect([...faulty].sort(), `${what}: ${answer.text}`).toEqual(values.map((_, index) => `c${index}`));
    }

    async function expectFault(place: ArgumentPlace, value: unknown): Promise<void> {
      const { query, variables } = operationFor([callWith(place, value)]);
      expectFaultOfCaller(await ask(query, variables), `${nameOf(place)} of ${JSON.stringify(value)}`);
    }

    it('as a text with NUL is refused at each place that takes a text', async () => {
      await expectFaults(placesOf('String', 'ID'), [UNSTORABLE_TEXTS.NUL]);
    });

    it.each(Object.entries(UNSTORABLE_TEXTS))('with %s in a variable is refused in the envelope', async (_, text) => {
      const { query, variables } = operationFor([callWith(placesOf('String')[0]!, text)]);
      expectError(app, await ask(query, variables), [400, 'ValidationError'], JSON.stringify(text));
    });

    it('as ids that are none is refused at each place that takes an id', async () => {
      const one = placesOf('ID').filter(({ field }) => !ANSWERS_MANY_KEYS.has(field.name));
      await expectFaults(one, ['', "' or 1=1", '../..', '%00', 'x'.repeat(10_000)]);
    });

    it('as values of another type is refused at each place', async () => {
      const tried = places.filter(({ type }) => getNamedType(type).name !== 'JSONObject');
      await inLanes(4, tried, async (place) => {
        const calls = [{ a: 1 }, [['x']]].map((value) => callWith(place, value));
        const { query, variables } = operationFor(calls);
        const answer = await ask(query, variables, calls.length);
        expectFaultOfCaller(answer, nameOf(place));
        expect(errorsOf(answer).length, `${nameOf(place)}: ${answer.text}`).toBeGreaterThanOrEqual(calls.length);
      });
    });

    it('as numbers that are none, or beyond all, is refused at each place that takes a number', async () => {
      await inLanes(4, placesOf('Int'), async (place) => {
        for (const value of inTurn(['1', 1.5, 99_999_999_999, -99_999_999_999, true], 2, nameOf(place)))
          await expectFault(place, value);
      });
    });

    it('as a size of a page that is none is refused', async () => {
      const sizes = placesOf('Int').filter(({ path }) => /^(limit|limite|first|last)$/.test(path.at(-1) ?? ''));
      await expectFaults(sizes, [0, -1]);
      // An export with a larger size is as large as it may be.
      const pages = sizes.filter(({ field }) => !/export/i.test(field.name));
      await expectFaults(pages, [2_147_483_647]);
    });

    it('as a cursor that is none is answered with a fault of the caller, or the first page', async () => {
      const cursors = places.filter(({ path }) => /^(cursor|after|before)$/.test(path.at(-1) ?? ''));
      expect(cursors.length).toBeGreaterThan(0);
      for (const place of cursors) {
        for (const value of inTurn(ABSURD_CURSORS, 2, nameOf(place))) {
          const { query, variables } = operationFor([callWith(place, value)]);
          const answer = await ask(query, variables);
          const codes = errorsOf(answer).map(({ extensions }) => String(extensions['code']));
          expect(answer.status, answer.text).toBe(200);
          for (const code of codes) expectHarmless(answer.text, code, nameOf(place));
        }
      }
    });

    it('as a word that an enumeration lacks is refused', async () => {
      await inLanes(
        4,
        places.filter(({ type }) => isEnumType(getNamedType(type))),
        async (place) => {
          for (const value of inTurn(['surprise', '', 'A B'], 1, nameOf(place))) await expectFault(place, value);
        },
      );
    });

    it('without what it requires, or with what there is not, is refused at each field', async () => {
      for (const field of fields) {
        const bare: RootCall = { field, values: {} };
        const { query } = operationFor([bare]);
        const unknown = await ask(query.replace(field.name, `${field.name}(surprise: 1)`));
        expectFaultOfCaller(unknown, `${field.name}(surprise)`);
        if (!field.isLeaf)
          expectFaultOfCaller(await ask(query.replace('__typename', 'surprise')), `${field.name}.surprise`);
      }
    });

    it.each([
      '',
      '{',
      '{ surprise }',
      'mutation { surprise }',
      'subscription { surprise }',
      'query A { __typename } query B { __typename }',
      'fragment A on Query { ...A } { ...A }',
      '{ __typename @surprise }',
      '{ __typename @include(if: "x") }',
      `${'{ a '.repeat(2_000)}${'}'.repeat(2_000)}`,
      '{ a }'.repeat(1_000),
      `{ ${Array.from({ length: 10_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
      `query (${Array.from({ length: 5_000 }, (_, n) => `$v${n}: Int`).join(', ')}) { __typename }`,
    ])('%#, whatever the schema, is refused', async (query) =>
      expectFaultOfCaller(await ask(query), query.slice(0, 80)),
    );

    it('as a field that is asked for eleven times is refused', async () => {
      const field = fields.find(
        ({ kind, args }) =>
          kind === 'query' &&
          args.every(({ defaultValue, type }) => defaultValue !== undefined || !String(type).endsWith('!')),
      )!;
      const { query } = operationFor(Array.from({ length: 11 }, () => ({ field, values: {} })));
      expectFaultOfCaller(await ask(query), field.name);
    });

    it.each([[['x']], ['x'], [42], [true], [{ a: { b: 'c' } }], [{ __proto__: 1 }]])(
      'with the variables %j is a fault of the caller, or has none of them',
      async (variables) => {
        const answer = await ask('query ($a: String!) { __typename @include(if: $a) }', variables);
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400 - 200 * Number(errorsOf(answer).length > 0));
        expect(answer.status, answer.text).toBeLessThan(500);
        expect(answer.text).not.toMatch(/InternalError|INTERNAL_SERVER_ERROR/);
      },
    );

    it('as the name of a query that was never sent is refused', async () => {
      const sha256Hash = 'a'.repeat(64);
      const answer = await session.post('/graphql', { extensions: { persistedQuery: { version: 1, sha256Hash } } });
      expect(answer.status, answer.text).toBeLessThan(500);
      expect(answer.text).not.toMatch(/InternalError/);
    });

    it('as a list of queries in one body is refused', async () => {
      const { status } = await session.post(
        '/graphql',
        Array.from({ length: 100 }, () => ({ query: '{ __typename }' })),
      );
      expect(status).toBe(400);
    });

    it.each(Object.entries(HOSTILE_BODIES))('as a body %s, is refused', async (_, { bytes, headers }) => {
      const { status, text } = await session.send('POST', '/graphql', bytes, headers);
      expect(status, text).toBeGreaterThanOrEqual(400);
      expect(status, text).toBeLessThan(500);
    });
  },
);
