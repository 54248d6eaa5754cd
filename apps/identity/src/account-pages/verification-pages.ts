import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Problem } from '#libs/core/http';
import { LinkTokensService } from '../link-tokens/link-tokens.service.js';
import { sendPage } from '../browser-pages/send-page.js';
import { VerificationService } from '../address-verification/verification.service.js';
import { NotMyAccountService } from '../ownership/not-my-account.service.js';
import { isDeadLink, sentToken, tokenInAddress } from './link-token.js';
import * as views from './views/verification-views.js';

/** The page behind the link that verifies an address. Opening it changes nothing: mail scanners open every link. */
@Injectable()
export class VerificationPages {
  constructor(
    private readonly links: LinkTokensService,
    private readonly verification: VerificationService,
    private readonly notMyAccount: NotMyAccountService,
  ) {}

  show(request: Request, response: Response): Promise<void> {
    return this.render(response, tokenInAddress(request));
  }

  async confirm(request: Request, response: Response): Promise<void> {
    const { token } = await sentToken(request);
    try {
      const { email } = await this.verification.confirm(token);
      sendPage(response, 200, views.confirmedPage(email));
    } catch (error) {
      if (!isDeadLink(error)) throw error;
      await this.render(response, token);
    }
  }

  /** Sends another mail after an expired link. */
  async again(request: Request, response: Response): Promise<void> {
    const { token } = await sentToken(request);
    try {
      const { outcome, email } = await this.verification.resendFor(token);
      const text = outcome === 'verified' ? views.confirmedBeforePage(email) : views.sentAgainPage(email);
      sendPage(response, 200, text);
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'NotFound')) throw error;
      await this.render(response, token);
    }
  }

  /** Asks whether the address shall be freed. */
  async showNotMine(request: Request, response: Response): Promise<void> {
    await this.renderNotMine(response, tokenInAddress(request));
  }

  /** Frees the address. */
  async notMine(request: Request, response: Response): Promise<void> {
    const { token } = await sentToken(request);
    try {
      sendPage(response, 200, views.freedPage(await this.notMyAccount.free(token)));
    } catch (error) {
      if (!isDeadLink(error)) throw error;
      await this.renderNotMine(response, token);
    }
  }

  private async renderNotMine(response: Response, token: string): Promise<void> {
    const link = await this.links.find('verification', token);
    if (!link) return sendPage(response, 404, views.unknownVerificationPage());
    if (link.verified) return sendPage(response, 409, views.confirmedNotMinePage(link.email));
    sendPage(response, 200, views.notMinePage(token, link));
  }

  private async render(response: Response, token: string): Promise<void> {
    const link = await this.links.find('verification', token);
    if (!link) return sendPage(response, 404, views.unknownVerificationPage());
    const { state, email, verified } = link;
    if (verified) return sendPage(response, 200, views.confirmedBeforePage(email));
    if (state === 'open') return sendPage(response, 200, views.confirmPage(token, link));
    sendPage(response, 410, views.tooLatePage(token, email));
  }
}
