import type { Request } from 'express';
import { Problem, readForm } from '#libs/core/http';
import { TOKEN_MAX } from '../link-tokens/link-token.entity.js';

/** The token in the address of a page; empty if it is absent or malformed. */
export function tokenInAddress(request: Request): string {
  return bounded(new URL(request.originalUrl, 'http://here').searchParams.get('token'));
}

/** The submitted form and its token. @throws Problem PayloadTooLarge */
export async function sentToken(request: Request): Promise<{ token: string; form: URLSearchParams }> {
  const form = await readForm(request);
  return { token: bounded(form.get('token')), form };
}

/** Whether a token was rejected because it is unknown, used or expired. The page then says which. */
export const isDeadLink = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'Gone' || error.code === 'InvalidParameter');

const bounded = (token: string | null): string => (token !== null && token.length <= TOKEN_MAX ? token : '');
