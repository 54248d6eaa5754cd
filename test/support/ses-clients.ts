import { SESClient } from '@aws-sdk/client-ses';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { hashKey, type Scope, signingSecretOf } from '#libs/core/auth';
import type { PlatformStack, TestTenant } from './platform-stack.js';

/** Credentials of the official clients of Amazon SES for a new key; default: of all scopes. */
export async function sesCredentials(stack: PlatformStack, tenant: TestTenant, ...scopes: Scope[]) {
  const { keyId, secret, revoke } = await tenant.createKey(scopes);
  const secretAccessKey = signingSecretOf(stack.config.serviceSecret, hashKey(secret), keyId);
  return { accessKeyId: keyId, secretAccessKey, revoke };
}

/** The official clients of both versions of Amazon SES, with a new key; default: of all scopes. */
export async function sesClients(stack: PlatformStack, tenant: TestTenant, ...scopes: Scope[]) {
  const credentials = await sesCredentials(stack, tenant, ...scopes);
  const settings = { region: 'us-east-1', endpoint: stack.url, credentials, maxAttempts: 1 };
  return { v1: new SESClient(settings), v2: new SESv2Client(settings) };
}

/** The error that a call fails with, by its name and status. */
export async function sesFailure(call: Promise<unknown>): Promise<{ name: string; status?: number; message: string }> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome?.status !== 'rejected') throw new Error('The call succeeded');
  const { name, message, $metadata } = outcome.reason as Error & { $metadata?: { httpStatusCode?: number } };
  return { name, message, status: $metadata?.httpStatusCode };
}
