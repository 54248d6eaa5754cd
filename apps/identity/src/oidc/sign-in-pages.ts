import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { errors, type Interaction, type InteractionResults, type Provider } from 'oidc-provider';
import { Problem, readForm } from '#libs/core/http';
import { chooseLanguage, rejectCrossSiteForm, requestedLanguage, sendOn } from '#libs/core/html';
import { MailLinks } from '../mail/mail-links.js';
import { inTime, problemPage, sendProblem } from '../browser-pages/problem-page.js';
import { sendPage } from '../browser-pages/send-page.js';
import { problemText } from '../browser-pages/texts/problem.texts.js';
import { signInTexts } from '../browser-pages/texts/sign-in.texts.js';
import type { Client } from '../sessions/sessions.service.js';
import { OidcAccounts } from './oidc-accounts.js';
import { OidcClients } from '../oidc-clients/oidc-clients.js';
import { OidcProvider } from './oidc-provider.service.js';
import { NewAccount, type RefusedAccount } from './new-account.js';
import { newAccountPage } from './pages/new-account-page.js';
import { codePage, consentPage, passwordPage } from './pages/sign-in-forms.js';
import { localesOf } from './pages/locales.js';
import { signInPath } from './paths.js';
import { missingScopes, SignInService, type PendingSignIn } from './sign-in.service.js';

const USER_AGENT_MAX = 400;
const PASSWORD_MAX = 1024;
const CODE_MAX = 64;

/** One sign-in under way: who asks, what for, and how far it has come. */
interface Step {
  request: Request;
  response: Response;
  provider: Provider;
  interaction: Interaction;
}

interface Entered {
  status: number;
  problem: string;
  email?: string;
}

/** The pages on which a user signs in: plain forms, each answered by the next page or by the way back to the app. */
@Injectable()
export class SignInPages {
  constructor(
    private readonly oidc: OidcProvider,
    private readonly signIn: SignInService,
    private readonly clients: OidcClients,
    private readonly accounts: OidcAccounts,
    private readonly links: MailLinks,
    private readonly newAccount: NewAccount,
  ) {}

  /** Shows the page of the current step. */
  show(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, (step) => this.render(step));
  }

  password(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, async (step) => {
      if (step.interaction.prompt.name !== 'login') return this.render(step);
      const form = await readForm(request);
      const [email, password] = [form.get('email') ?? '', form.get('password') ?? ''];
      if (!email || !password || password.length > PASSWORD_MAX) {
        return this.render(step, { status: 422, problem: signInTexts().bothNeeded, email });
      }
      await this.attempt(step, email, () => this.signIn.byPassword(email, password, clientOf(request)));
    });
  }

  /** Shows the form that creates an account. */
  startAccount(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, async (step) => {
      if (!this.mayRegister(step)) return this.render(step);
      const email = hintOf(step.interaction);
      this.renderNewAccount(step, { status: 200, entered: { name: '', tenant: '', email } });
    });
  }

  /** Creates an account, and signs in to it. */
  createAccount(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, async (step) => {
      if (!this.mayRegister(step)) return this.render(step);
      const outcome = await this.newAccount.register(request);
      if ('entered' in outcome) return this.renderNewAccount(step, outcome);
      const { email, password } = outcome;
      await this.attempt(step, email, () => this.signIn.byPassword(email, password, clientOf(request)));
    });
  }

  code(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, async (step) => {
      const pending = pendingOf(step.interaction);
      if (!pending) return this.render(step, { status: 401, problem: signInTexts().second.late });
      const code = ((await readForm(request)).get('code') ?? '').trim();
      if (!code || code.length > CODE_MAX)
        return this.render(step, { status: 422, problem: signInTexts().second.needed });
      await this.attempt(step, '', () => this.signIn.bySecondFactor(pending, code, clientOf(request)));
    });
  }

  /** Goes back to the first step. */
  again(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, (step) => proceed(step, { pendingLogin: undefined }));
  }

  consent(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, async (step) => {
      const { provider, interaction } = step;
      if (interaction.prompt.name !== 'consent') return this.render(step);
      const result = await this.signIn.consent(provider, interaction, clientOf(request));
      await provider.interactionFinished(request, response, result);
    });
  }

  cancel(request: Request, response: Response): Promise<void> {
    return this.inStep(request, response, ({ provider }) =>
      provider.interactionFinished(
        request,
        response,
        { error: 'access_denied', error_description: 'The person did not agree' },
        { mergeWithLastSubmission: false },
      ),
    );
  }

  private async inStep(request: Request, response: Response, work: (step: Step) => Promise<void>): Promise<void> {
    try {
      if (request.method === 'POST') rejectCrossSiteForm(request, this.oidc.origin);
      const provider = await this.oidc.current();
      const interaction = await provider.interactionDetails(request, response);
      if (interaction.uid !== request.params['uid']) throw new errors.SessionNotFound('of another sign-in');
      chooseLanguage(localesOf(interaction.params));
      await work({ request, response, provider, interaction });
    } catch (error) {
      sendFailure(response, error);
    }
  }

  /** Applies the rules of every login to what the user entered; a rejection is shown in the page. */
  private async attempt(step: Step, email: string, work: () => Promise<InteractionResults>): Promise<void> {
    let result: InteractionResults;
    try {
      result = await work();
    } catch (error) {
      const entered = refusalOf(error);
      if (!entered) throw error;
      if (entered.retryAfter) step.response.setHeader('Retry-After', entered.retryAfter);
      return this.render(step, { ...entered, email });
    }
    if (result.login) await this.accounts.updateLanguage(result.login.accountId, requestedLanguage());
    if (result.login) await step.provider.interactionFinished(step.request, step.response, result);
    else await proceed(step, result);
  }

  private async render(step: Step, entered?: Entered): Promise<void> {
    const { response, interaction } = step;
    const { problem, status = 200, email } = entered ?? {};
    const destination = destinationOf(interaction);
    const view = { ...this.viewOf(interaction), problem };
    const text =
      interaction.prompt.name === 'consent'
        ? consentPage({ ...view, ...(await this.asked(interaction)), destination: hostOf(destination ?? '') })
        : pendingOf(interaction)
          ? codePage(view)
          : passwordPage({
              ...view,
              email: email ?? hintOf(interaction),
              forgottenUrl: this.links.forgottenPassword(),
              newAccountUrl: this.newAccount.isOffered ? `${view.action}/new` : undefined,
            });
    sendPage(response, status, text, destination);
  }

  private renderNewAccount({ response, interaction }: Step, { status, retryAfter, ...rest }: RefusedAccount): void {
    if (retryAfter) response.setHeader('Retry-After', retryAfter);
    const view = { ...this.viewOf(interaction), ...rest };
    sendPage(response, status, newAccountPage(view), destinationOf(interaction));
  }

  private viewOf({ uid, params }: Interaction): { action: string; appName: string } {
    const client = this.clients.find(String(params['client_id']));
    return { action: signInPath(uid), appName: client?.client_name ?? signInTexts().anApp };
  }

  /** Says whether a visitor without an account may create one in this step. */
  private mayRegister({ interaction }: Step): boolean {
    return this.newAccount.isOffered && interaction.prompt.name === 'login' && !pendingOf(interaction);
  }

  private async asked(interaction: Interaction): Promise<{ email: string; scopes: string[] }> {
    const missing = missingScopes(interaction);
    const wanted = String(interaction.params['scope'] ?? 'openid').split(' ');
    const email = (await this.accounts.findEmail(interaction.session?.accountId ?? '')) ?? '';
    return { email, scopes: missing.length > 0 ? missing : wanted };
  }
}

/** Stores the step of the sign-in, and redirects to its page, which can be reloaded. */
async function proceed({ request, response, provider, interaction }: Step, result: InteractionResults): Promise<void> {
  await provider.interactionResult(request, response, result);
  sendOn(response, signInPath(interaction.uid));
}

function hintOf({ params }: Interaction): string {
  const hint = params['login_hint'];
  return typeof hint === 'string' ? hint : '';
}

/** Undefined for a sign-in by a code, which ends here. */
function destinationOf({ params }: Interaction): string | undefined {
  const uri = params['redirect_uri'];
  return typeof uri === 'string' ? uri : undefined;
}

function pendingOf({ result }: Interaction): PendingSignIn | undefined {
  const pending = result?.['pendingLogin'] as PendingSignIn | undefined;
  return pending && Date.parse(pending.until) > Date.now() ? pending : undefined;
}

/** The message in the page for a rejected attempt; undefined for any other error. */
function refusalOf(error: unknown): (Entered & { retryAfter?: string }) | undefined {
  if (!(error instanceof Problem)) return undefined;
  if (error.code === 'Throttling') {
    const retryAfter = error.headers?.['Retry-After'];
    return { status: 429, problem: signInTexts().tooMany(inTime(retryAfter)), retryAfter };
  }
  const isShown = error.code === 'AuthorizationError' || error.code === 'PermissionDenied';
  return isShown ? { status: error.status, problem: problemText(error) } : undefined;
}

function sendFailure(response: Response, error: unknown): void {
  if (response.headersSent || !(error instanceof errors.SessionNotFound)) return sendProblem(response, error);
  sendPage(response, 400, problemPage(signInTexts().over));
}

function clientOf(request: Request): Client {
  return { ip: request.ip, userAgent: request.header('user-agent')?.slice(0, USER_AGENT_MAX) };
}

const hostOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).host || new URL(uri).protocol : uri);
