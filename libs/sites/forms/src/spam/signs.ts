import type { FormField } from '../form-definition.js';
import type { LeadValues } from '../lead.js';
import { isDisposableDomain } from './disposable.js';
import type { ProofReading } from './form-proof.js';
import { linkSign } from './links.js';
import type { SpamReason } from './spam.js';

/** Observations on a submission beside its values, by which spam is recognized. */
export interface Traces {
  /** Content of the field that people do not see. */
  honeypot: string | undefined;
  proof: ProofReading;
  /** Milliseconds from the page's opening to the sending, as the page says. */
  elapsedMs: number | undefined;
  /** Submissions from the address in the last minute, this one included. */
  recent: number;
  isFromDatacenter: boolean;
}

/** People need longer, also when the browser fills in the form for them. */
const SHORTEST_MS = 1_500;
/** A family or an office behind one address sends less. */
const MOST_A_MINUTE = 10;

/** The signs of spam in a submission. */
export function spamSigns(fields: readonly FormField[], values: LeadValues, traces: Traces): SpamReason[] {
  const inLinks = fields.map((field) => linkSign(field, values[field.name]));
  const signs: [SpamReason, boolean][] = [
    ['armadilha', Boolean(traces.honeypot?.trim())],
    ['rapido_demais', isTooFast(traces)],
    ['prova_invalida', traces.proof === 'forged'],
    ['frequencia', traces.recent > MOST_A_MINUTE],
    ['links', inLinks.includes('links')],
    ['link', !inLinks.includes('links') && inLinks.includes('link')],
    ['email_descartavel', fields.some((field) => isDisposable(field, values[field.name]))],
    ['datacenter', traces.isFromDatacenter],
    ['sem_script', traces.proof === null && traces.elapsedMs === undefined],
  ];
  return signs.filter(([, found]) => found).map(([reason]) => reason);
}

function isTooFast({ proof, elapsedMs }: Traces): boolean {
  if (typeof proof === 'number') return proof < SHORTEST_MS;
  return elapsedMs !== undefined && elapsedMs < SHORTEST_MS;
}

function isDisposable({ type }: FormField, value: unknown): boolean {
  return type === 'email' && typeof value === 'string' && isDisposableDomain(value.slice(value.lastIndexOf('@') + 1));
}
