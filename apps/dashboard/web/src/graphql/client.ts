import { cacheExchange, type Cache, type UpdateResolver } from '@urql/exchange-graphcache';
import { Client, fetchExchange, mapExchange } from 'urql';
import { reloadOnce } from '#web/shell/reload.ts';
import { leaveForSignIn, noteSignedIn } from '#web/shell/signed-out.ts';
import { CHANGES } from './invalidations.ts';
import { WITHOUT_ID } from './keys.generated.ts';
import { PAGED } from './paged.ts';
import { joinedPages } from './pages.ts';
import { documentId } from './persisted.ts';
import { isSignedOut, problemsOf } from './problems.ts';

/** The code that the server answers for an operation of an earlier build. */
const UNKNOWN_DOCUMENT = new Set(['UnknownDocument', 'PersistedDocumentNotFound']);

/** Makes a client with an empty cache: one for each tenant that is looked at. */
export function createClient(tenantId: string): Client {
  return new Client({
    url: '/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetch: fetchPersisted,
    fetchOptions: { headers: tenantId ? { 'x-service-tenant': tenantId } : {} },
    exchanges: [
      mapExchange({
        onResult({ data, error }) {
          const problems = problemsOf(error);
          if (problems.some(({ code }) => UNKNOWN_DOCUMENT.has(code))) reloadOnce();
          if (isSignedOut(data, problems)) leaveForSignIn();
          else if (data) noteSignedIn();
        },
      }),
      cacheExchange({
        keys: { ...WITHOUT_ID, Me: ({ userId }) => String(userId) },
        resolvers: { Query: Object.fromEntries(PAGED.map((name) => [name, joinedPages])) },
        updates: { Mutation: updatesOf(CHANGES) },
      }),
      fetchExchange,
    ],
  });
}

/** Sends the id of an operation in place of its text. */
function fetchPersisted(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { operationName, variables, query } = JSON.parse(String(init?.body)) as Record<string, unknown>;
  const id = documentId(String(operationName));
  const body = JSON.stringify(id ? { documentId: id, operationName, variables } : { query, operationName, variables });
  return fetch(input, { ...init, body });
}

function updatesOf(changes: Readonly<Record<string, readonly string[]>>): Record<string, UpdateResolver> {
  return Object.fromEntries(
    Object.entries(changes).map(([mutation, fields]) => [
      mutation,
      (_result: unknown, _variables: unknown, cache: Cache) => invalidate(cache, new Set(fields)),
    ]),
  );
}

function invalidate(cache: Cache, names: ReadonlySet<string>): void {
  for (const { fieldName, fieldKey } of cache.inspectFields('Query')) {
    if (names.has(fieldName)) cache.invalidate('Query', fieldKey);
  }
}
