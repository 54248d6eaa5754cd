import { type Errors, ServerClient, type Models } from 'postmark';
import type { Scope } from '#libs/core/auth';
import type { PlatformStack, TestTenant } from '../../../../../test/support/platform-stack.js';

/** A client of Postmark's own package, with the address of a stack and a key of ours. */
export const postmarkOf = (stack: PlatformStack, secret: string): ServerClient =>
  new ServerClient(secret, { useHttps: false, requestHost: new URL(stack.url).host });

/** {@link postmarkOf} with a key of a tenant, which has these scopes, or all. */
export async function postmarkFor(stack: PlatformStack, tenant: TestTenant, ...scopes: Scope[]): Promise<ServerClient> {
  return postmarkOf(stack, (await tenant.createKey(scopes)).secret);
}

/** An e-mail of a tenant, as the client sends it. */
export const emailOf = (tenant: TestTenant, changes: Partial<Models.Message> = {}): Models.Message =>
  ({
    From: tenant.source,
    To: 'ana@example.test',
    Subject: 'Hello',
    TextBody: 'Hello, Ana.',
    ...changes,
  }) as Models.Message;

/** The error that a call fails with. @throws Error if it succeeds */
export async function failure(call: Promise<unknown>): Promise<Errors.PostmarkError> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome?.status !== 'rejected') throw new Error('The call succeeded');
  return outcome.reason as Errors.PostmarkError;
}
