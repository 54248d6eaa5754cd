import type { ExecutionContext } from '@nestjs/common';
import { describe, expect, it } from 'vitest';
import type { SupportUse } from '../access/access.js';
import type { SessionPrincipal } from './principal.js';
import { SupportAccess, SupportLog, type SupportRequest } from './support-access.js';

class Log extends SupportLog {
  readonly kept: SupportRequest[] = [];
  failure: Error | undefined;

  async record(request: SupportRequest): Promise<void> {
    if (this.failure) throw this.failure;
    this.kept.push(request);
  }
}

const SESSION = { userId: 'usr_1', sessionId: 'ses_1' } as Partial<SessionPrincipal> as SessionPrincipal;
const SUPPORT = { tenantId: 'acc_1', parentSessionId: 'ses_0' } as const;

function rest(method: string): ExecutionContext {
  const request = { method, originalUrl: '/v1/things?secret=1' };
  return { getType: () => 'http', switchToHttp: () => ({ getRequest: () => request }) } as unknown as ExecutionContext;
}

function field(operation: 'query' | 'mutation'): ExecutionContext {
  const parentType = { name: operation === 'query' ? 'Query' : 'Mutation' };
  const info = { fieldName: 'things', parentType, operation: { operation } };
  const req = { method: 'POST', originalUrl: '/graphql' };
  return { getType: () => 'graphql', getArgs: () => [null, {}, { req }, info] } as unknown as ExecutionContext;
}

/** The outcome of a call: `allowed`, or the message of the error. */
async function tried(context: ExecutionContext, use: SupportUse, log: Log | undefined = new Log()): Promise<string> {
  return new SupportAccess(log).authorize(SESSION, SUPPORT, context, use).then(
    () => 'allowed',
    (error: Error) => error.message,
  );
}

describe('a support session', () => {
  it('reads, by REST and by GraphQL', async () => {
    for (const context of [rest('GET'), rest('HEAD'), field('query')])
      expect(await tried(context, 'read')).toBe('allowed');
  });

  it('is denied every write: a mutation and any writing method', async () => {
    for (const context of [...['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'].map(rest), field('mutation')]) {
      expect(await tried(context, 'read')).toBe('A support session only reads');
    }
    expect(await tried(rest('POST'), 'all')).toBe('allowed');
  });

  it('is denied routes with support none, also for reading', async () => {
    expect(await tried(rest('GET'), 'none')).toBe('A support session does not enter here');
    expect(await tried(field('query'), 'none')).toBe('A support session does not enter here');
  });

  it('is recorded at each call, without the query', async () => {
    const log = new Log();
    await tried(rest('GET'), 'read', log);
    await tried(field('mutation'), 'read', log);
    const by = { operatorId: 'usr_1', sessionId: 'ses_1', tenantId: 'acc_1' };
    expect(log.kept).toEqual([
      { ...by, operation: 'GET /v1/things', denied: null },
      { ...by, operation: 'POST /graphql Mutation.things', denied: 'PermissionDenied' },
    ]);
  });

  it('is denied if the record fails', async () => {
    const log = new Log();
    log.failure = new Error('The log is away');
    expect(await tried(rest('GET'), 'read', log)).toBe('The log is away');
    const access = new SupportAccess();
    await expect(access.authorize(SESSION, SUPPORT, rest('GET'), 'read')).rejects.toMatchObject({
      code: 'PermissionDenied',
    });
  });
});
