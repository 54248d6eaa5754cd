import { Injectable } from '@nestjs/common';
import { hashKey, KeyAuthenticator, type KeyPrincipal } from '#libs/core/auth';
import { Problem } from '#libs/core/http';
import type { SmtpAuthentication, SmtpLogin, SmtpRejection } from '#libs/mail/email';
import { BlockedMail } from '../admission/blocked-mail.js';
import { CallRates } from '../plans/call-rates.js';
import { SmtpKeyLimits } from './smtp-key-limits.js';
import { keyEnded, rejection, toRejection } from './smtp-rejections.js';

const SCOPE = 'emails:send';

/** The API key of a connection. */
export interface SmtpKey {
  hash: string;
  principal: KeyPrincipal;
}

/** Login to send by SMTP: any name, and an API key as the password. The key is judged anew at each command of a message. */
@Injectable()
export class KeyLogin implements SmtpAuthentication<SmtpKey> {
  constructor(
    private readonly keys: KeyAuthenticator,
    private readonly limits: SmtpKeyLimits,
    private readonly blocked: BlockedMail,
    private readonly rates: CallRates,
  ) {}

  /** @throws SmtpRejection after too many wrong keys, for a blocked address, and for a suspended account */
  async authenticate({ password, remoteAddress }: SmtpLogin): Promise<SmtpKey | null> {
    if (this.blocked.blocksCaller(remoteAddress))
      throw rejection(550, '5.7.1', 'Nothing is sent for calls from this address');
    if (!(await this.limits.allows(remoteAddress)))
      throw rejection(454, '4.7.0', 'Too many wrong keys from this address, come back later');
    const secret = password.trim();
    try {
      return { hash: hashKey(secret), principal: await this.keys.authenticate(secret, SCOPE) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'PermissionDenied') throw rejection(535, '5.7.8', `The API key lacks the scope ${SCOPE}`);
      if (error.code !== 'AuthorizationError') throw toRejection(error);
      await this.limits.countWrong(remoteAddress);
      return null;
    }
  }

  /** Judges the key, and counts a call of its plan: a sender begins a message. */
  async rejectSender(_: string, key: SmtpKey): Promise<SmtpRejection | undefined> {
    const { tenant, keyId } = await this.require(key);
    const count = await this.rates.count(tenant, keyId, 'send');
    if (!count?.isOver) return undefined;
    return rejection(451, '4.7.1', `Too many messages, come back in ${Math.ceil(count.resetsInMs / 1_000)} seconds`);
  }

  /** The key as it is now. @throws SmtpRejection for one that was revoked, or whose account was suspended */
  async require({ hash }: SmtpKey): Promise<KeyPrincipal> {
    try {
      return await this.keys.authenticateHash(hash, SCOPE);
    } catch (error) {
      const isEnded = error instanceof Problem && error.code === 'AuthorizationError';
      throw isEnded ? keyEnded() : toRejection(error);
    }
  }
}
