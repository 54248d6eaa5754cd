import type { Scope } from '#libs/core/auth';
import type { TheirFields } from '../../frame/their-fields.js';
import type { XmlValues } from '../ses-v1-xml.js';

/** An action of the first version of SES. */
export interface SesAction {
  /** Scope that the key of a call needs. */
  scope: Scope;
  /** Does what the form asks for, and returns the values of its answer. @throws Problem */
  act(form: TheirFields, body: Record<string, unknown>): Promise<XmlValues>;
}

/** Actions by their names. */
export type SesActions = Readonly<Record<string, SesAction>>;

/** Times as XML has them. */
export const xmlTime = (time: Date): string => time.toISOString();
