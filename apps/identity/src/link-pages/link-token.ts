import type { Request } from 'express';
import { Problem, readForm } from '#libs/http';
import { TOKEN_MAX } from '../addresses/address.requests.js';

/** The token in the address of a page; empty if there is none, or none that we could have sent. */
export function tokenInAddress(request: Request): string {
  return bounded(new URL(request.originalUrl, 'http://here').searchParams.get('token'));
}

/** The form that the page of a link sends, and the token in it. @throws Problem PayloadTooLarge */
export async function sentToken(request: Request): Promise<{ token: string; form: URLSearchParams }> {
  const form = await readForm(request);
  return { token: bounded(form.get('token')), form };
}

/** Whether a token was refused for what it is: unknown, used, too late. The page then says which. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'Gone' || error.code === 'InvalidParameter');

const bounded = (token: string | null): string => (token !== null && token.length <= TOKEN_MAX ? token : '');
