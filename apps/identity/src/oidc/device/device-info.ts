import type { Request } from 'express';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Client } from '../../sessions/sessions.service.js';

const USER_AGENT_MAX = 400;

/** Describes the program that asks for a code, for the user who approves it. The address is that of Express. */
export function describeDevice({ req }: KoaContextWithOIDC): Record<string, unknown> {
  const { ip, headers } = req as Request;
  return { ip, userAgent: headers['user-agent']?.slice(0, USER_AGENT_MAX) };
}

/** The program behind a device code, as its session shows it. */
export function clientOf(deviceInfo: Readonly<Record<string, unknown>> | undefined): Client {
  const { ip, userAgent } = deviceInfo ?? {};
  return {
    ...(typeof ip === 'string' && { ip }),
    ...(typeof userAgent === 'string' && { userAgent }),
  };
}
