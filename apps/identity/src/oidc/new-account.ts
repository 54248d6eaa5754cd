import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isEmailAddress, Problem, readForm } from '#libs/core/http';
import { enteredName, NAME_MAX, wrongName, wrongPassword } from '../browser-pages/entered-values.js';
import type { Wrong } from '../browser-pages/form-parts.js';
import { commonTexts } from '../browser-pages/texts/common.texts.js';
import { problemText } from '../browser-pages/texts/problem.texts.js';
import { signInTexts } from '../browser-pages/texts/sign-in.texts.js';
import { IdentityConfig } from '../config.js';
import { RegistrationService } from '../registration/registration.service.js';
import type { EnteredAccount } from './pages/new-account-page.js';

/** One more than an address may have, so that a longer one stays invalid. */
const EMAIL_SHOWN_MAX = 255;

/** A refused form: what stays in its fields, and why it was refused. */
export interface RefusedAccount {
  status: number;
  entered: EnteredAccount;
  wrong?: Wrong<keyof EnteredAccount | 'password'>;
  problem?: string;
  retryAfter?: string;
}

export type NewAccountOutcome = RefusedAccount | { email: string; password: string };

/** The form by which a visitor of the sign-in becomes a user with a tenant, by the rules of the API. */
@Injectable()
export class NewAccount {
  /** Visitors may register without an invitation. */
  readonly isOffered: boolean;

  constructor(
    private readonly registrations: RegistrationService,
    { signup }: IdentityConfig,
  ) {
    this.isOffered = signup === 'open';
  }

  /** Registers the user of a form, or says why not. */
  async register(request: Request): Promise<NewAccountOutcome> {
    const form = await readForm(request);
    const password = form.get('password') ?? '';
    const email = (form.get('email') ?? '').trim().slice(0, EMAIL_SHOWN_MAX);
    const entered = { name: enteredName(form, 'name'), tenant: enteredName(form, 'tenant'), email };
    const wrong = wrongIn(entered, password);
    if (wrong) return { status: 422, entered: shortened(entered), wrong };
    const { name, tenant: tenantName } = entered;
    try {
      await this.registrations.register({ email, password, name, tenantName, ip: request.ip });
    } catch (error) {
      return refused(error, entered);
    }
    return { email, password };
  }
}

function refused(error: unknown, entered: EnteredAccount): RefusedAccount {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
  const { status } = error;
  if (error.code === 'AlreadyExists') return { status, entered, wrong: { email: signInTexts().new.taken } };
  return { status, entered, problem: problemText(error), retryAfter: error.headers?.['Retry-After'] };
}

function wrongIn(entered: EnteredAccount, password: string): RefusedAccount['wrong'] {
  const { noTenant } = signInTexts().new;
  const { longName, wrongEmail } = commonTexts();
  const { tenant } = entered;
  const found = {
    name: wrongName(entered.name),
    tenant: tenant === '' ? noTenant : tenant.length > NAME_MAX ? longName(NAME_MAX) : undefined,
    email: isEmailAddress(entered.email) ? undefined : wrongEmail,
    password: wrongPassword(password),
  };
  const wrong = Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
  return Object.keys(wrong).length > 0 ? wrong : undefined;
}

const shortened = ({ name, tenant, email }: EnteredAccount): EnteredAccount => ({
  name: name.slice(0, NAME_MAX),
  tenant: tenant.slice(0, NAME_MAX),
  email,
});
