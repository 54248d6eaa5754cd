import type { Request } from 'express';
import { receivedBytes } from '#libs/core/http';
import type { RouteClass } from '../../plans/plan.js';

const BODY_MAX = 2_097_152;

/** Forms that were read, for a call is counted by its form before it is answered. */
const forms = new WeakMap<Request, URLSearchParams>();

/** The form of a call. @throws Problem PayloadTooLarge */
export async function receivedForm(request: Request): Promise<URLSearchParams> {
  const read = forms.get(request);
  if (read) return read;
  const form = new URLSearchParams((await receivedBytes(request, BODY_MAX)).toString('utf8'));
  forms.set(request, form);
  return form;
}

/** Tells by its action against which limit a call counts. Of several actions the last one is done. */
export const classOfCall = async (request: Request): Promise<RouteClass> =>
  classOfAction((await receivedForm(request)).getAll('Action').at(-1) ?? '');

/** The verb that an action begins with says what it does. */
export function classOfAction(action: string): RouteClass {
  if (action.startsWith('Send')) return 'send';
  return /^(?:Get|List)/.test(action) ? 'read' : 'write';
}
