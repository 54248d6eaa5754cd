import { Injectable } from '@nestjs/common';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { problemPage } from '../../browser-pages/problem-page.js';
import { commonTexts } from '../../browser-pages/texts/common.texts.js';
import { deviceTexts } from '../../browser-pages/texts/device.texts.js';
import { signInTexts } from '../../browser-pages/texts/sign-in.texts.js';
import { OidcAccounts } from '../oidc-accounts.js';
import { approvalPage, approvedPage, deniedPage, userCodePage } from '../pages/device-forms.js';
import { clientOf } from './device-info.js';
import { markWrongCode } from './user-code-guesses.js';

/** The errors of the library that a user can mend, by their names. */
const PROBLEMS = {
  NoCodeError: 'needed',
  NotFoundError: 'unknown',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
} as const;

/** The pages on which a user enters the code that a program shows, and approves the program. */
@Injectable()
export class DevicePages {
  constructor(private readonly accounts: OidcAccounts) {}

  /** The page for the code, also after one that was refused. */
  enter(ctx: KoaContextWithOIDC, error: (Error & { userCode?: string }) | undefined): void {
    const isFresh = error !== undefined && keepFresh(ctx);
    if (error?.name === 'AbortedError') {
      ctx.body = deniedPage();
      return;
    }
    if (ctx.status >= 500) {
      ctx.body = problemPage(commonTexts().failed);
      return;
    }
    if (error?.name === 'NotFoundError') markWrongCode();
    if (isFresh) return sendToForm(ctx);
    if (error) ctx.status = 422;
    ctx.body = userCodePage({
      action: actionOf(ctx),
      secret: String(ctx.oidc.session?.state?.['secret'] ?? ''),
      userCode: error?.userCode ?? '',
      problem: error && problemOf(error),
    });
  }

  /** The page that asks for the approval. `form` is the library's, which holds the code. */
  async confirm(
    ctx: KoaContextWithOIDC,
    asked: { form: string; client: Client; deviceInfo: Record<string, unknown>; userCode: string },
  ): Promise<void> {
    const { accountId } = ctx.oidc.session ?? {};
    ctx.body = approvalPage({
      form: asked.form,
      appName: nameOf(asked.client),
      userCode: asked.userCode,
      from: clientOf(asked.deviceInfo),
      email: accountId && (await this.accounts.findEmail(accountId)),
    });
  }

  done(ctx: KoaContextWithOIDC): void {
    ctx.body = approvedPage(nameOf(ctx.oidc.client));
  }
}

/**
 * Tells whether the browser's session is none that was stored: cookies were deleted, or the session ended. The library cannot
 * keep such a session after an error, so nothing of it is kept.
 */
function keepFresh(ctx: KoaContextWithOIDC): boolean {
  const session = ctx.oidc.session as { exp?: number; touched?: boolean } | undefined;
  if (!session || session.exp !== undefined) return false;
  session.touched = false;
  return true;
}

function sendToForm(ctx: KoaContextWithOIDC): void {
  ctx.status = 303;
  ctx.redirect(actionOf(ctx));
}

function problemOf({ name }: Error): string {
  const { problems } = deviceTexts();
  return name in PROBLEMS ? problems[PROBLEMS[name as keyof typeof PROBLEMS]] : problems.again;
}

const nameOf = (client: Client | undefined): string => client?.clientName ?? signInTexts().anApp;

const actionOf = (ctx: KoaContextWithOIDC): string => new URL(ctx.oidc.urlFor('code_verification')).pathname;
