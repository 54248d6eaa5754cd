import { invalidField, Problem } from '#libs/core/http';
import { violatedUnique } from '#libs/core/persistence';

export const MAX_SENDERS = 50;

export const tooManySenders = (): Problem =>
  new Problem('Conflict', { message: `An account has at most ${MAX_SENDERS} senders` });

export const alreadyConfirmed = (): Problem => new Problem('Conflict', { message: 'The sender is confirmed already' });

export const wrongCode = (): Problem => invalidField('InvalidParameter', 'Code', 'is wrong or no longer valid');

export const notASender = (field: string): Problem =>
  invalidField('InvalidParameter', field, 'must be a number in E.164, or a name of at most 11 letters and digits');

/** The names of the unique indexes, as answers. */
export async function rejectingTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const violated = violatedUnique(error);
    if (violated === 'sms_sender__value__uq') throw taken('The sender is in the list already', error);
    if (violated === 'sms_sender__confirmed_number__uq') throw taken('Another account has this number', error);
    throw error;
  }
}

function taken(message: string, cause: unknown): Problem {
  return new Problem('AlreadyExists', { message, details: [{ Field: 'Value', Message: 'is in use' }], cause });
}
