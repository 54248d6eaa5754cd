import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import { Problem } from '#libs/core/http';
import { DashboardConfig } from '../config.js';
import { rejectForeignPages } from '../sign-in/foreign-pages.js';
import { Sessions } from '../sign-in/sessions.js';
import type { OperationContext } from './execution/execution.js';
import { AnswerBudget } from '../upstreams/app-call.js';
import { CallBudget } from '../upstreams/call-budget.js';
import { callHeaders, tenantOf } from '../upstreams/call-headers.js';
import { AppUnavailable } from '../app-unavailable.js';
import { Upstreams } from '../upstreams/upstreams.js';

/** Credentials of a request, which the apps judge: the token of its session, that of its support session, or the bearer that it brought. */
@Injectable()
export class Credentials {
  constructor(
    private readonly sessions: Sessions,
    private readonly upstreams: Upstreams,
    private readonly config: DashboardConfig,
  ) {}

  /** The context in which apps are asked for a request; an error if that is not known now. @throws Problem PermissionDenied */
  async contextOf(request: Request, response: Response): Promise<OperationContext> {
    try {
      return { headers: await this.headersOf(request, response), answer: new AnswerBudget(), calls: new CallBudget() };
    } catch (error) {
      if (error instanceof AppUnavailable) return error;
      throw error;
    }
  }

  /**
   * The headers of calls to apps for a request. Without a session there is no credential in them, and the apps say so.
   * Takes the cookie away if its session is over.
   * @param tenant whose data is asked for; that of the header if absent
   * @throws AppUnavailable; Problem PermissionDenied if another site's page sent the cookie
   */
  async headersOf(
    request: Request,
    response: Response,
    tenant: string | undefined = tenantOf(request),
  ): Promise<Record<string, string>> {
    const authorization = request.headers.authorization ?? (await this.#bearerOf(request, response, tenant));
    return callHeaders(request, { authorization, tenant });
  }

  /** @throws Problem AuthorizationError without a valid session; AppUnavailable */
  async verify(context: OperationContext): Promise<void> {
    if (context instanceof GraphQLError) throw context;
    const { data } = await this.upstreams.run('platform', { query: '{ me { email } }', isMutation: false }, context);
    if (!data?.['me']) throw new Problem('AuthorizationError');
  }

  async #bearerOf(request: Request, response: Response, tenant: string | undefined): Promise<string | undefined> {
    rejectForeignPages(request, this.config.origin);
    const { cookie } = this.sessions;
    if (cookie.read(request) === undefined) return undefined;
    const token = await this.sessions.tokenFor(request, tenant);
    if (token !== undefined) return `Bearer ${token}`;
    response.setHeader('Set-Cookie', cookie.clear());
    return undefined;
  }
}
