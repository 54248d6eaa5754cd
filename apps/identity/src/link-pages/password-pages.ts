import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isEmailAddress, Problem, readForm } from '#libs/http';
import type { FoundLink } from '../links/link-token.repository.js';
import { LinksService } from '../links/links.service.js';
import { inTime } from '../pages/problem-page.js';
import { sendPage } from '../pages/send-page.js';
import { ForgottenPasswordService } from '../password-reset/forgotten-password.service.js';
import { NewPasswordService } from '../password-reset/new-password.service.js';
import { isDeadLink, sentToken, tokenInAddress } from './link-token.js';
import { wrongPassword } from './new-password.js';
import type { Wrong } from './views/parts.js';
import * as views from './views/password-views.js';

/** One more than an address may have, so that what is longer stays wrong. */
const SHOWN_MAX = 255;

/** The way to another password: the form that asks for a link, and the page behind it. */
@Injectable()
export class PasswordPages {
  constructor(
    private readonly links: LinksService,
    private readonly forgotten: ForgottenPasswordService,
    private readonly passwords: NewPasswordService,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const token = tokenInAddress(request);
    const link = await this.links.find('password-reset', token);
    if (link?.state !== 'open') return sendDead(response, link);
    sendPage(response, 200, views.newPasswordPage({ token, login: link.login }));
  }

  async save(request: Request, response: Response): Promise<void> {
    const { token, form } = await sentToken(request);
    const link = await this.links.find('password-reset', token);
    if (link?.state !== 'open') return sendDead(response, link);
    const { login } = link;
    const wrong = wrongIn(form);
    if (wrong) return sendPage(response, 422, views.newPasswordPage({ token, login, wrong }));
    try {
      await this.passwords.reset(token, form.get('password') ?? '');
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds === undefined && !isDeadLink(error)) throw error;
      // This link or another one was used meanwhile.
      if (seconds === undefined) return sendDead(response, await this.links.find('password-reset', token));
      response.setHeader('Retry-After', seconds);
      const problem = 'Too much is going on at the moment. Try again in a few seconds.';
      return sendPage(response, 429, views.newPasswordPage({ token, login, problem }));
    }
    sendPage(response, 200, views.passwordSavedPage(login));
  }

  async ask(_request: Request, response: Response): Promise<void> {
    sendPage(response, 200, views.forgottenPage({ email: '' }));
  }

  /** The answer is the same whether or not a user has the address. */
  async send(request: Request, response: Response): Promise<void> {
    const email = ((await readForm(request)).get('email') ?? '').trim().slice(0, SHOWN_MAX);
    if (!isEmailAddress(email)) {
      const wrong = 'Enter an e-mail address, such as name@example.com.';
      return sendPage(response, 422, views.forgottenPage({ email, wrong }));
    }
    try {
      await this.forgotten.request(email);
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds === undefined) throw error;
      response.setHeader('Retry-After', seconds);
      const problem = `A mail was sent to this address a short while ago. Look there, or try again ${inTime(seconds)}.`;
      return sendPage(response, 429, views.forgottenPage({ email, problem }));
    }
    sendPage(response, 200, views.forgottenSentPage(email));
  }
}

function sendDead(response: Response, link: FoundLink | undefined): void {
  if (!link) return sendPage(response, 404, views.unknownResetPage());
  sendPage(response, 410, link.state === 'used' ? views.usedResetPage() : views.expiredResetPage());
}

function wrongIn(form: URLSearchParams): Wrong<'password' | 'repeated'> | undefined {
  const password = form.get('password') ?? '';
  const wrong = wrongPassword(password);
  if (wrong) return { password: wrong };
  return form.get('repeated') === password ? undefined : { repeated: 'This is not the same as above.' };
}

/** What a refusal for too many attempts says of when to try again; undefined for any other failure. */
function waitOf(error: unknown): string | undefined {
  if (!(error instanceof Problem && error.code === 'Throttling')) return undefined;
  return error.headers?.['Retry-After'] ?? '60';
}
