import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Problem, STANDARD_CODES, type StandardCode } from '#libs/core/http';
import { logger } from '#libs/core/observability';
import { AnswerBudget, type AppAnswer, type AppCall } from '../../upstreams/app-call.js';
import { CallBudget } from '../../upstreams/call-budget.js';
import { callHeaders } from '../../upstreams/call-headers.js';
import { Upstreams } from '../../upstreams/upstreams.js';
import { SessionStore } from '../session-store.js';
import { Sessions } from '../sessions.js';
import type { Support } from './support.js';
import type { SupportRequest } from './support.request.js';

const NAME = 'query ($id: ID!) { consoleTenant(id: $id) { tenant { name } } }';
const ENTER =
  'mutation ($id: ID!, $reason: String!) { enterTenant(id: $id, input: { reason: $reason }) { token expiresAt } }';
const END = 'mutation { endSupportSession }';

/** Support sessions of browsers. They are begun with the session of the operator, and end with it. */
@Injectable()
export class SupportSessions {
  constructor(
    private readonly sessions: Sessions,
    private readonly store: SessionStore,
    private readonly upstreams: Upstreams,
  ) {}

  /** The open support session of a request's browser. @throws AppUnavailable */
  async find(request: Request): Promise<Support | undefined> {
    return this.sessions.supportOf(request);
  }

  /**
   * Opens a support session in a tenant; one that is open ends.
   * @throws Problem AuthorizationError without a session, and what Platform says; AppUnavailable
   */
  async enter(request: Request, { tenantId, reason }: SupportRequest): Promise<Support> {
    const [id, token] = [this.sessions.cookie.read(request), await this.sessions.tokenOf(request)];
    if (id === undefined || token === undefined) throw new Problem('AuthorizationError');
    const named = await this.#ask(request, token, { query: NAME, variables: { id: tenantId }, isMutation: false });
    const { tenant } = fieldOf<{ tenant: { name: string } }>(named, 'consoleTenant');
    const entered = await this.#ask(request, token, {
      query: ENTER,
      variables: { id: tenantId, reason },
      isMutation: true,
    });
    const { token: supportToken, expiresAt } = fieldOf<{ token: string; expiresAt: string }>(entered, 'enterTenant');
    const support = { token: supportToken, tenantId, tenantName: tenant.name, endsAt: expiresAt };
    await this.store.keepSupport(id, support);
    return support;
  }

  /** Ends the support session of a request's browser: here at once, and in the apps if Platform answers. @throws AppUnavailable if Redis does not */
  async end(request: Request): Promise<void> {
    const support = await this.sessions.supportOf(request);
    if (!support) return;
    await this.store.forgetSupport(this.sessions.cookie.read(request)!);
    try {
      await this.#ask(request, support.token, { query: END, isMutation: true });
    } catch (error) {
      // Its token is gone with the record, and ends by itself within the hour.
      logger.warn('a support session could not be ended in the apps', { error });
    }
  }

  #ask(request: Request, token: string, call: AppCall): Promise<AppAnswer> {
    const headers = callHeaders(request, { authorization: `Bearer ${token}` });
    return this.upstreams.run('platform', call, { headers, answer: new AnswerBudget(), calls: new CallBudget() });
  }
}

/** @throws Problem with the code of the app's error if there is no such field */
function fieldOf<T>({ data, errors }: AppAnswer, name: string): T {
  const value = data?.[name];
  if (value != null) return value as T;
  const [error] = errors ?? [];
  const code = String(error?.extensions['code']);
  throw new Problem(isStandard(code) ? code : 'InternalError', isStandard(code) ? { message: error?.message } : {});
}

const isStandard = (code: string): code is StandardCode => Object.hasOwn(STANDARD_CODES, code);
