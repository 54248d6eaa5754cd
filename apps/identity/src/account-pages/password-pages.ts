import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isEmailAddress, Problem, readForm } from '#libs/core/http';
import type { FoundLink } from '../link-tokens/link-token.repository.js';
import { LinkTokensService } from '../link-tokens/link-tokens.service.js';
import { inTime } from '../browser-pages/problem-page.js';
import { sendPage } from '../browser-pages/send-page.js';
import { commonTexts } from '../browser-pages/texts/common.texts.js';
import { passwordTexts } from '../browser-pages/texts/password.texts.js';
import { AddressUndoService } from '../ownership/address-undo.service.js';
import { ForgottenPasswordService } from '../password-reset/forgotten-password.service.js';
import { NewPasswordService } from '../password-reset/new-password.service.js';
import { isDeadLink, sentToken, tokenInAddress } from './link-token.js';
import { wrongPassword } from '../browser-pages/entered-values.js';
import type { Wrong } from '../browser-pages/form-parts.js';
import * as views from './views/password-views.js';

/** One more than an address may have, so that a longer one stays invalid. */
const SHOWN_MAX = 255;

/** The pages for a forgotten password and for undoing a change of the login: each sets a new password. */
@Injectable()
export class PasswordPages {
  constructor(
    private readonly links: LinkTokensService,
    private readonly forgotten: ForgottenPasswordService,
    private readonly passwords: NewPasswordService,
    private readonly undos: AddressUndoService,
  ) {}

  async show(request: Request, response: Response): Promise<void> {
    const token = tokenInAddress(request);
    const link = await this.links.find('password-reset', token);
    if (link?.state !== 'open') return sendDead(response, link);
    sendPage(response, 200, views.newPasswordPage({ token, ...shownOf(link) }));
  }

  async save(request: Request, response: Response): Promise<void> {
    const { token, form } = await sentToken(request);
    const link = await this.links.find('password-reset', token);
    if (link?.state !== 'open') return sendDead(response, link);
    const shown = shownOf(link);
    const wrong = wrongIn(form);
    if (wrong) return sendPage(response, 422, views.newPasswordPage({ token, ...shown, wrong }));
    try {
      await this.passwords.reset(token, form.get('password') ?? '');
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds === undefined && !isDeadLink(error)) throw error;
      // This link or another one was used meanwhile.
      if (seconds === undefined) return sendDead(response, await this.links.find('password-reset', token));
      response.setHeader('Retry-After', seconds);
      return sendPage(response, 429, views.newPasswordPage({ token, ...shown, problem: passwordTexts().busy }));
    }
    sendPage(response, 200, views.passwordSavedPage(shown.login));
  }

  async showUndo(request: Request, response: Response): Promise<void> {
    const token = tokenInAddress(request);
    const link = await this.links.find('address-change', token);
    if (link?.state !== 'open') return sendDeadUndo(response, link);
    sendPage(response, 200, views.undoPage({ token, login: link.email }));
  }

  async undo(request: Request, response: Response): Promise<void> {
    const { token, form } = await sentToken(request);
    const link = await this.links.find('address-change', token);
    if (link?.state !== 'open') return sendDeadUndo(response, link);
    const login = link.email;
    const wrong = wrongIn(form);
    if (wrong) return sendPage(response, 422, views.undoPage({ token, login, wrong }));
    try {
      await this.undos.undo(token, form.get('password') ?? '');
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds === undefined && !isDeadLink(error)) throw error;
      // The link was used meanwhile.
      if (seconds === undefined) return sendDeadUndo(response, await this.links.find('address-change', token));
      response.setHeader('Retry-After', seconds);
      return sendPage(response, 429, views.undoPage({ token, login, problem: passwordTexts().busy }));
    }
    sendPage(response, 200, views.undonePage(login));
  }

  async showForgotten(_request: Request, response: Response): Promise<void> {
    sendPage(response, 200, views.forgottenPage({ email: '' }));
  }

  /** The answer is the same whether or not a user has the address. */
  async sendReset(request: Request, response: Response): Promise<void> {
    const email = ((await readForm(request)).get('email') ?? '').trim().slice(0, SHOWN_MAX);
    if (!isEmailAddress(email)) {
      const wrong = commonTexts().wrongEmail;
      return sendPage(response, 422, views.forgottenPage({ email, wrong }));
    }
    try {
      await this.forgotten.request(email);
    } catch (error) {
      const seconds = waitOf(error);
      if (seconds === undefined) throw error;
      response.setHeader('Retry-After', seconds);
      const problem = passwordTexts().forgotten.early(inTime(seconds));
      return sendPage(response, 429, views.forgottenPage({ email, problem }));
    }
    sendPage(response, 200, views.forgottenSentPage(email));
  }
}

/** A first proof of the address is by the address that the link was sent to, which becomes the one to sign in with. */
const shownOf = ({ email, login, verified }: FoundLink) => ({ login: verified ? login : email, isTakeOver: !verified });

function sendDeadUndo(response: Response, link: FoundLink | undefined): void {
  sendPage(response, link ? 410 : 404, views.deadUndoPage(link !== undefined));
}

function sendDead(response: Response, link: FoundLink | undefined): void {
  if (!link) return sendPage(response, 404, views.unknownResetPage());
  sendPage(response, 410, link.state === 'used' ? views.usedResetPage() : views.expiredResetPage());
}

function wrongIn(form: URLSearchParams): Wrong<'password' | 'repeated'> | undefined {
  const password = form.get('password') ?? '';
  const wrong = wrongPassword(password);
  if (wrong) return { password: wrong };
  return form.get('repeated') === password ? undefined : { repeated: passwordTexts().new.different };
}

/** The message that says when to try again after too many attempts; undefined for any other failure. */
function waitOf(error: unknown): string | undefined {
  if (!(error instanceof Problem && error.code === 'Throttling')) return undefined;
  return error.headers?.['Retry-After'] ?? '60';
}
