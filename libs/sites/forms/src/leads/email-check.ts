import type { EmailStatus } from '#libs/core/app-events';
import { isDisposableDomain } from '../spam/disposable.js';

/** The kind of job that looks at the address of a lead; an app that keeps leads declares it among its jobs. */
export const CHECK_EMAIL_JOB = 'lead.check-email';

declare module '#libs/core/jobs' {
  interface Jobs {
    [CHECK_EMAIL_JOB]: { leadId: string };
  }
}

/** State of a domain in DNS, as far as mail goes. */
export interface MailDomain {
  exists: boolean;
  acceptsMail: boolean;
}

/** Names before the @ that no person has. */
const SUSPICIOUS = /^(?:teste?|asdf\w*|qwer\w*|abc|a{3,}|x{3,}|no-?reply|example|exemplo|nome|email)\d*@/i;

/** @param domain null if DNS did not answer */
export function emailStatusOf(address: string, domain: MailDomain | null): EmailStatus {
  if (isDisposableDomain(address.slice(address.lastIndexOf('@') + 1))) return 'descartavel';
  if (!domain) return 'desconhecido';
  if (!domain.exists) return 'dominio_inexistente';
  return domain.acceptsMail && !SUSPICIOUS.test(address) ? 'ok' : 'suspeito';
}
