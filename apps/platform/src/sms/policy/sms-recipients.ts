import { Injectable } from '@nestjs/common';
import { Problem, type ProblemDetail } from '#libs/core/http';
import { countryOfNumber, describeNumber, isSandboxRecipient, type NumberDescription } from '#libs/messaging/sms';
import { PlatformConfig } from '../../config.js';
import type { SmsPolicy } from './sms-policy-cache.js';

type Environment = 'live' | 'test';

const NOT_A_NUMBER = 'must be a telephone number in E.164';

/** Decides which numbers get texts: none that cost more than a text, and only those of allowed countries. */
@Injectable()
export class SmsRecipients {
  private readonly ofInstallation: ReadonlySet<string> | null;

  constructor(private readonly config: PlatformConfig) {
    this.ofInstallation = config.smsCountries ? new Set(config.smsCountries.split(',')) : null;
  }

  /** Returns each number once, in E.164. @throws Problem InvalidRecipient naming those that get no texts */
  check(numbers: readonly string[], policy: SmsPolicy, environment: Environment): string[] {
    const allowed = this.allowedCountries(policy, environment);
    const wrong: ProblemDetail[] = [];
    const recipients = numbers.flatMap((text, index) => {
      const number = describeNumber(text);
      const isSandbox = environment === 'test' && number !== null && isSandboxRecipient(number.e164);
      const reason = isSandbox ? undefined : whyNot(number, allowed);
      if (reason !== undefined) wrong.push({ Field: `To[${index}]`, Message: reason });
      return number?.e164 ?? [];
    });
    if (wrong.length > 0)
      throw new Problem('InvalidRecipient', { message: 'To has a number that gets no texts', details: wrong });
    return [...new Set(recipients)];
  }

  /** Why no tenant may text a number; undefined if one may. */
  whyNeverTexted(text: string): string | undefined {
    return whyNot(describeNumber(text), this.ofInstallation);
  }

  /**
   * Why the installation's carrier texts no code to a number; undefined if it does. Without a list of its own, a tenant is
   * texted in the countries of its confirmed numbers, else in that of the installation's sender.
   */
  whyNoCode(text: string, policy: SmsPolicy): string | undefined {
    // With an own carrier the senders of a policy need not be confirmed.
    const ofNumbers = policy.credential ? [] : ownCountries(policy);
    const list = policy.countries ?? (ofNumbers.length > 0 ? ofNumbers : this.homeCountries());
    const allowed = new Set(list.filter((country) => this.ofInstallation?.has(country) ?? true));
    return whyNot(describeNumber(text), allowed);
  }

  private homeCountries(): readonly string[] {
    const ofSender = this.config.smsFrom && countryOfNumber(this.config.smsFrom);
    return ofSender ? [ofSender] : [...(this.ofInstallation ?? [])];
  }

  /**
   * The countries that texts go to; null for all. Without a list of its own, a tenant sends in production to the
   * countries of its numbers. Those of the installation are for its own carrier alone.
   */
  allowedCountries(policy: SmsPolicy, environment: Environment): ReadonlySet<string> | null {
    const own = policy.countries ?? (this.config.isProduction && environment === 'live' ? ownCountries(policy) : null);
    const ofCarrier = policy.credential ? null : this.ofInstallation;
    if (own === null) return ofCarrier;
    return new Set(own.filter((country) => ofCarrier?.has(country) ?? true));
  }
}

function whyNot(number: NumberDescription | null, allowed: ReadonlySet<string> | null): string | undefined {
  if (!number) return NOT_A_NUMBER;
  if (number.isCostly) return 'costs more than other numbers and gets no texts';
  if (allowed === null || (number.country !== null && allowed.has(number.country))) return undefined;
  return number.country === null
    ? 'is of no country, and the account sends to some countries alone'
    : `is in ${number.country}, where the account sends no texts`;
}

function ownCountries({ senders }: SmsPolicy): string[] {
  return [...senders].flatMap((sender) => countryOfNumber(sender) ?? []);
}
