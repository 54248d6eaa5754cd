import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { CookieOptions, Request, Response } from 'express';
import { Problem, type ProblemCode } from '#libs/core/http';
import { sendOn } from '#libs/core/html';
import { IdentityConfig } from '../config.js';
import { AcceptanceService } from '../invitations/acceptance.service.js';
import type { ShownInvitation } from '../invitations/invitation.repository.js';
import { InvitationsService } from '../invitations/invitations.service.js';
import { LINK_PATHS } from '../mail/mail-links.js';
import { BrowserSignIn, type SignedIn } from '../oidc/browser-sign-in.js';
import { sendPage } from '../browser-pages/send-page.js';
import { problemText } from '../browser-pages/texts/problem.texts.js';
import { ProfilesService } from '../profiles/profiles.service.js';
import { isDeadLink, sentToken, tokenInAddress } from './link-token.js';
import { enteredName, NAME_MAX, wrongName, wrongPassword } from '../browser-pages/entered-values.js';
import type { Wrong } from '../browser-pages/form-parts.js';
import * as views from './views/invitation-views.js';

/** Keeps the token while the user signs in. */
const COOKIE = 'service_invitation';
const COOKIE_MS = 30 * 60_000;

/** An open invitation, and the user who is signed in. */
interface Visit {
  token: string;
  invitation: ShownInvitation;
  user: SignedIn | undefined;
}

type Entered = Pick<views.NewAccountView, 'name' | 'wrong' | 'problem'> & { status: number };

/**
 * The page behind the link of an invitation: a button for a user who is signed in, the sign-in for an address with an
 * account, else the form that creates one.
 */
@Injectable()
export class InvitationPages {
  private readonly cookie: CookieOptions;

  constructor(
    private readonly invitations: InvitationsService,
    private readonly acceptance: AcceptanceService,
    private readonly users: ProfilesService,
    private readonly browsers: BrowserSignIn,
    { issuer }: IdentityConfig,
  ) {
    const secure = issuer.startsWith('https:');
    this.cookie = { httpOnly: true, sameSite: 'lax', path: LINK_PATHS.invitation, secure };
  }

  async open(request: Request, response: Response): Promise<void> {
    const query = new URL(request.originalUrl, 'http://here').searchParams;
    // Back from the sign-in, with a code that is not used.
    if (query.has('code') || query.has('error')) return sendOn(response, LINK_PATHS.invitation);
    const token = query.has('token') ? tokenInAddress(request) : keptToken(request);
    await this.show(request, response, token);
  }

  async signIn(request: Request, response: Response): Promise<void> {
    const { token } = await sentToken(request);
    await this.visited(request, response, token, async ({ invitation: { email, isLogin }, user }) => {
      response.cookie(COOKIE, token, { ...this.cookie, maxAge: COOKIE_MS });
      sendOn(response, this.browsers.pathFor({ hint: isLogin ? email : undefined, anew: user !== undefined }));
    });
  }

  async accept(request: Request, response: Response): Promise<void> {
    const { token } = await sentToken(request);
    await this.visited(request, response, token, async (visit) => {
      const { user, invitation } = visit;
      if (!user) return this.render(response, visit);
      try {
        await this.acceptance.accept(user.userId, token, user.sessionId);
      } catch (error) {
        if (isDeadLink(error) || isProblem(error, 'PermissionDenied')) return this.show(request, response, token);
        if (!isProblem(error, 'AlreadyExists')) throw error;
        return sendPage(response, 409, views.memberAlreadyPage(invitation.tenantName));
      }
      this.welcome(response, invitation, user.email);
    });
  }

  /** The form for an address whose account the visitor may not have made. */
  async startAnew(request: Request, response: Response): Promise<void> {
    await this.visited(request, response, tokenInAddress(request), async (visit) => {
      if (visit.invitation.holder && !visit.invitation.isUnproved) return this.render(response, visit);
      const { token, invitation, user } = visit;
      sendPage(response, 200, views.newAccountPage({ token, invitation, signedInAs: user?.email }));
    });
  }

  async createAccount(request: Request, response: Response): Promise<void> {
    const { token, form } = await sentToken(request);
    await this.visited(request, response, token, async (visit) => {
      const { invitation } = visit;
      if (invitation.holder && !invitation.isUnproved) return this.render(response, visit);
      const name = enteredName(form, 'name');
      const password = form.get('password') ?? '';
      const wrong = wrongIn(name, password);
      if (wrong) return this.render(response, visit, { status: 422, name: name.slice(0, NAME_MAX), wrong });
      try {
        await this.acceptance.register(token, { name, password, ip: request.ip ?? null });
      } catch (error) {
        // It was accepted or revoked meanwhile: the page says which.
        if (isDeadLink(error) || isProblem(error, 'AlreadyExists')) return this.show(request, response, token);
        if (!(error instanceof Problem) || error.status >= 500) throw error;
        for (const [header, value] of Object.entries(error.headers ?? {})) response.setHeader(header, value);
        return this.render(response, visit, { status: error.status, name, problem: problemText(error) });
      }
      this.welcome(response, invitation, invitation.email);
    });
  }

  private welcome(response: Response, { tenantName, role }: ShownInvitation, login: string): void {
    response.clearCookie(COOKIE, this.cookie);
    sendPage(response, 200, views.welcomePage(tenantName, role, login));
  }

  private show(request: Request, response: Response, token: string): Promise<void> {
    return this.visited(request, response, token, (visit) => this.render(response, visit));
  }

  /** Finds the invitation; answers the request itself if it is over or unknown. */
  private async visited(
    request: Request,
    response: Response,
    token: string,
    work: (visit: Visit) => Promise<void>,
  ): Promise<void> {
    const invitation = await this.invitations.findShown(token);
    if (!invitation) return sendPage(response, 404, views.unknownInvitationPage());
    const { acceptedAt, revokedAt, expiresAt } = invitation;
    if (acceptedAt || revokedAt || expiresAt.getTime() <= Date.now()) {
      return sendPage(response, 410, views.overPage(invitation));
    }
    await work({ token, invitation, user: await this.browsers.findUser(request, response) });
  }

  private async render(response: Response, { token, invitation, user }: Visit, entered?: Entered): Promise<void> {
    const { status = 200, ...rest } = entered ?? {};
    const view = { token, invitation, signedInAs: user?.email };
    if (user && (await this.hasAddress(user, invitation.email))) {
      return sendPage(response, status, views.joinPage(view));
    }
    // What was entered belongs to the form for a new account.
    const signsIn = invitation.holder !== null && !entered;
    const text = signsIn ? views.signInFirstPage(view) : views.newAccountPage({ ...view, ...rest });
    sendPage(response, status, text);
  }

  private async hasAddress({ userId }: SignedIn, email: string): Promise<boolean> {
    const profile = await this.users.findProfile(userId);
    return profile?.addresses.some((address) => address.email === email) ?? false;
  }
}

function wrongIn(name: string, password: string): Wrong<'name' | 'password'> | undefined {
  const [ofName, ofPassword] = [wrongName(name), wrongPassword(password)];
  if (!ofName && !ofPassword) return undefined;
  return { ...(ofName && { name: ofName }), ...(ofPassword && { password: ofPassword }) };
}

const isProblem = (error: unknown, code: ProblemCode): boolean => error instanceof Problem && error.code === code;

function keptToken(request: Request): string {
  const value = parseCookie(request.headers.cookie ?? '')[COOKIE] ?? '';
  return /^[\w-]{1,200}$/.test(value) ? value : '';
}
