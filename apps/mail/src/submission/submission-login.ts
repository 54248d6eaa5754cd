import { Injectable } from '@nestjs/common';
import { type SmtpAuthentication, type SmtpLogin, SmtpRejection } from '#libs/mail/email';
import { type AppLogin, AppPasswordLogin } from '../app-passwords/app-password-login.js';
import { LoginLimits } from './login-limits.js';
import { SubmissionSenders } from './submission-senders.js';

/** Login to send by SMTP: the address of a mailbox and one of its app passwords, to send as the mailbox or its identities. */
@Injectable()
export class SubmissionLogin implements SmtpAuthentication<AppLogin> {
  constructor(
    private readonly logins: AppPasswordLogin,
    private readonly limits: LoginLimits,
    private readonly senders: SubmissionSenders,
  ) {}

  /** @throws SmtpRejection after too many wrong logins */
  async authenticate({ name, password, remoteAddress }: SmtpLogin): Promise<AppLogin | null> {
    if (!(await this.limits.allows(remoteAddress, name))) {
      throw new SmtpRejection(454, '4.7.0 Too many wrong logins, come back later');
    }
    const login = await this.logins.verify(name, password);
    if (!login) await this.limits.countWrong(remoteAddress, name);
    return login;
  }

  /** Asks anew for each message: a password that was revoked meanwhile sends nothing more. */
  async rejectSender(address: string, login: AppLogin): Promise<SmtpRejection | undefined> {
    if (!(await this.logins.isStillValid(login))) return loginEnded();
    if (await this.senders.find(login, address)) return undefined;
    return new SmtpRejection(553, `5.7.1 This login sends as ${login.mailbox.address} and its identities only`);
  }

  /** @throws SmtpRejection for a login that has ended since the sender was named */
  async requireValid(login: AppLogin): Promise<void> {
    if (!(await this.logins.isStillValid(login))) throw loginEnded();
  }
}

const loginEnded = (): SmtpRejection => new SmtpRejection(535, '5.7.8 The login is not valid any more');
