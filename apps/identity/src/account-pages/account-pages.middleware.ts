import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { rejectCrossSiteForm } from '#libs/core/html';
import { IdentityConfig } from '../config.js';
import { LINK_PATHS } from '../mail/mail-links.js';
import { PageLimit } from '../browser-pages/page-limit.js';
import { PageRouter } from '../browser-pages/page-router.js';
import { sendProblem } from '../browser-pages/problem-page.js';
import { InvitationPages } from './invitation-pages.js';
import { PasswordPages } from './password-pages.js';
import { VerificationPages } from './verification-pages.js';

/** The paths that the middleware handles. */
export const LINK_ROUTES = Object.values(LINK_PATHS).flatMap((path) => [path, `${path}/{*rest}`]);

type Handler = (request: Request, response: Response) => Promise<void>;

/**
 * The pages behind the links in mail. A GET shows what the link is for and changes nothing, since mail scanners and
 * previews follow links; the button of the page does it.
 */
@Injectable()
export class AccountPagesMiddleware implements NestMiddleware {
  private readonly router: PageRouter;
  private readonly origin: string;

  constructor(
    limit: PageLimit,
    { issuer, serviceLook }: IdentityConfig,
    verification: VerificationPages,
    passwords: PasswordPages,
    invitations: InvitationPages,
  ) {
    this.router = new PageRouter(limit, serviceLook);
    this.origin = new URL(issuer).origin;
    this.get(LINK_PATHS.verification, (request, response) => verification.show(request, response));
    this.post(LINK_PATHS.verification, (request, response) => verification.confirm(request, response));
    this.post(`${LINK_PATHS.verification}/again`, (request, response) => verification.again(request, response));
    this.get(LINK_PATHS.passwordReset, (request, response) => passwords.show(request, response));
    this.post(LINK_PATHS.passwordReset, (request, response) => passwords.save(request, response));
    this.get(LINK_PATHS.forgottenPassword, (request, response) => passwords.showForgotten(request, response));
    this.post(LINK_PATHS.forgottenPassword, (request, response) => passwords.sendReset(request, response));
    this.get(LINK_PATHS.undoAddressChange, (request, response) => passwords.showUndo(request, response));
    this.post(LINK_PATHS.undoAddressChange, (request, response) => passwords.undo(request, response));
    this.get(LINK_PATHS.notMyAccount, (request, response) => verification.showNotMine(request, response));
    this.post(LINK_PATHS.notMyAccount, (request, response) => verification.notMine(request, response));
    this.get(LINK_PATHS.invitation, (request, response) => invitations.open(request, response));
    this.post(LINK_PATHS.invitation, (request, response) => invitations.accept(request, response));
    this.post(`${LINK_PATHS.invitation}/sign-in`, (request, response) => invitations.signIn(request, response));
    this.get(`${LINK_PATHS.invitation}/account`, (request, response) => invitations.startAnew(request, response));
    this.post(`${LINK_PATHS.invitation}/account`, (request, response) => invitations.createAccount(request, response));
  }

  use(request: Request, response: Response, next: NextFunction): void {
    this.router.handle(request, response, next);
  }

  private get(path: string, handler: Handler): void {
    this.router.get(path, (request, response) => inPage(response, () => handler(request, response)));
  }

  private post(path: string, handler: Handler): void {
    this.router.post(path, (request, response) =>
      inPage(response, () => {
        rejectCrossSiteForm(request, this.origin);
        return handler(request, response);
      }),
    );
  }
}

/** Renders every error as a page. */
async function inPage(response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    sendProblem(response, error);
  }
}
